export type Mobile = { countryCode: string | null; lastDigits: string }

/** "+61 *** *** 427": enough to recognise one's own number, too little to learn somebody else's. */
export function maskMobile({ countryCode, lastDigits }: Mobile): string {
  return [countryCode, '***', '***', lastDigits].filter(Boolean).join(' ')
}
