import { createHmac, randomInt } from 'node:crypto'
import type { Config } from '../../platform/config.ts'

/** Without letters and digits that look alike. 50 bits each: nobody guesses one. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10
const count = 10

export function newRecoveryCodes(): string[] {
  const letter = () => letters[randomInt(letters.length)] ?? ''
  const code = () => Array.from({ length }, letter).join('')
  return Array.from({ length: count }, code).map((text) => `${text.slice(0, 5)}-${text.slice(5)}`)
}

/** Bound to its owner and peppered: the table alone does not tell any code. It may be typed in any case and spacing. */
export function hashOfRecoveryCode(
  { codePepper }: Pick<Config, 'codePepper'>,
  staffId: string,
  code: string,
): string {
  const plain = code.toUpperCase().replaceAll(/[^\dA-Z]/g, '')
  return createHmac('sha256', codePepper).update(`recovery:${staffId}:${plain}`).digest('base64url')
}
