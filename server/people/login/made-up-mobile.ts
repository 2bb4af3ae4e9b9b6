import { createHmac } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'
import { findMobileAfter } from './login.store.ts'

/**
 * The mobile that an unknown e-mail appears to have, always the same one. Its country, and whether there is one at
 * all, are copied from a customer that the e-mail selects, so made-up mobiles are distributed like real ones. The
 * last digits are made up, so that no real number is shown to a stranger.
 */
export async function madeUpMobile({ db, config }: Pick<Deps, 'db' | 'config'>, email: string) {
  const hash = createHmac('sha256', config.codePepper).update(`made-up mobile:${email}`).digest()
  const other = (await findMobileAfter(db, uuidOf(hash)))?.mobile
  if (!other) return null
  const digits = String(hash.readUIntBE(16, 6) % 1000).padStart(3, '0')
  return other.slice(0, -3) + digits
}

const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
