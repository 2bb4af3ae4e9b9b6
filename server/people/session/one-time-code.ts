import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { codeLength } from '#domain/login.ts'
import type { Config } from '../../platform/config.ts'

type Pepper = Pick<Config, 'codePepper'>

/** A new code to send, and the hash of it to store. */
export function newCode(config: Pepper): { id: string; code: string; hash: string } {
  const id = randomUUID()
  const code = randomInt(10 ** codeLength)
    .toString()
    .padStart(codeLength, '0')
  return { id, code, hash: hashOf(config, id, code) }
}

export function isRightCode(config: Pepper, stored: { id: string; hash: string }, code: string): boolean {
  return timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(config, stored.id, code)))
}

/** Bound to the code's own row and peppered, so that the table alone reveals no code. */
function hashOf({ codePepper }: Pepper, id: string, code: string): string {
  return createHmac('sha256', codePepper).update(`${id}:${code}`).digest('base64url')
}
