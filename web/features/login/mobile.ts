export type Mobile = { countryCode: string | null; lastDigits: string }

/** "+61 *** *** 427": enough to recognise your own number, too little to learn someone else's. */
export function maskMobile({ countryCode, lastDigits }: Mobile): string {
  return [countryCode, '***', '***', lastDigits].filter(Boolean).join(' ')
}
