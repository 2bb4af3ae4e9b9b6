import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 as authenticator apps speak it: SHA-1, six digits, a new code every 30 seconds.
const stepMs = 30_000
/** The number of steps by which the clocks of phone and server may differ. */
const drift = 1

export const newSecret = (): Buffer => randomBytes(20)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The step that has this code, if it is the current step or next to it. */
export function matchingStep(secret: Buffer, code: string, at: Date): number | undefined {
  const now = Math.floor(at.getTime() / stepMs)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => now - drift + index)
  return steps.find((step) => isSame(codeAt(secret, step), code))
}

function isSame(expected: string, entered: string): boolean {
  return expected.length === entered.length && timingSafeEqual(Buffer.from(expected), Buffer.from(entered))
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The format in which apps accept a typed secret. The length of our secrets needs no padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, (five) => base32Letters[Number.parseInt(five, 2)] ?? '')
}

/** The URL that apps read from a QR code. */
export function enrolmentUrl(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string {
  const [encodedIssuer, encodedAccount] = [encodeURIComponent(issuer), encodeURIComponent(account)]
  return `otpauth://totp/${encodedIssuer}:${encodedAccount}?secret=${toBase32(secret)}&issuer=${encodedIssuer}`
}
