import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'

type Pepper = Pick<Config, 'codePepper'>

/** Which feed of which account. */
export type FeedName = { accountId: string; id: string }

const idLength = 16
const signatureLength = 16

/**
 * What stands in the address of a feed: its ids, signed. The ids lie in the database and the signature does not, so
 * that the address can be shown to its owner again, but not be made from a copy of the table.
 */
export function feedKey(config: Pepper, { accountId, id }: FeedName): string {
  const ids = Buffer.concat([bytesOf(accountId), bytesOf(id)])
  return Buffer.concat([ids, signatureOf(config, ids)]).toString('base64url')
}

/** Undefined for a key that is not ours; nothing needs to be looked up to know. */
export function readFeedKey(config: Pepper, key: string): FeedName | undefined {
  const bytes = Buffer.from(key, 'base64url')
  // Other ways to write the same bytes are not taken: one feed has one address.
  if (bytes.length !== 2 * idLength + signatureLength || bytes.toString('base64url') !== key) return undefined
  const ids = bytes.subarray(0, 2 * idLength)
  if (!timingSafeEqual(bytes.subarray(2 * idLength), signatureOf(config, ids))) return undefined
  return { accountId: uuidOf(ids.subarray(0, idLength)), id: uuidOf(ids.subarray(idLength)) }
}

/** The purpose is part of what is signed, so that nothing else signed with the same secret passes for a key. */
function signatureOf({ codePepper }: Pepper, ids: Buffer): Buffer {
  return createHmac('sha256', codePepper)
    .update('calendar-feed:')
    .update(ids)
    .digest()
    .subarray(0, signatureLength)
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
