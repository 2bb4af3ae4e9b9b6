import { createHmac, randomInt } from 'node:crypto'
import type { Config } from '../../platform/config.ts'

/** The alphabet leaves out characters that look alike. A code has 50 random bits, too many to guess. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10
const count = 10

export function newRecoveryCodes(): string[] {
  const letter = () => letters[randomInt(letters.length)] ?? ''
  const code = () => Array.from({ length }, letter).join('')
  return Array.from({ length: count }, code).map((text) => `${text.slice(0, 5)}-${text.slice(5)}`)
}

/**
 * Bound to its owner and peppered, so that the table alone reveals no code. Case, spaces and hyphens of the input do
 * not matter.
 */
export function hashOfRecoveryCode(
  { codePepper }: Pick<Config, 'codePepper'>,
  staffId: string,
  code: string,
): string {
  const plain = code.toUpperCase().replaceAll(/[^\dA-Z]/g, '')
  return createHmac('sha256', codePepper).update(`recovery:${staffId}:${plain}`).digest('base64url')
}
