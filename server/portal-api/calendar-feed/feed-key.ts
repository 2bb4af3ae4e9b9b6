import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'

type Pepper = Pick<Config, 'codePepper'>

export type FeedName = { accountId: string; id: string }

const idLength = 16
const signatureLength = 16

/**
 * The key in a feed's URL: its ids, signed. Only the ids are stored. So the URL can be shown to its owner again, but
 * cannot be made from a copy of the table.
 */
export function feedKey(config: Pepper, { accountId, id }: FeedName): string {
  const ids = Buffer.concat([bytesOf(accountId), bytesOf(id)])
  return Buffer.concat([ids, signatureOf(config, ids)]).toString('base64url')
}

/** Undefined for a key that we did not sign. Needs no database. */
export function readFeedKey(config: Pepper, key: string): FeedName | undefined {
  const bytes = Buffer.from(key, 'base64url')
  // Other encodings of the same bytes are refused: one feed has one URL.
  if (bytes.length !== 2 * idLength + signatureLength || bytes.toString('base64url') !== key) return undefined
  const ids = bytes.subarray(0, 2 * idLength)
  if (!timingSafeEqual(bytes.subarray(2 * idLength), signatureOf(config, ids))) return undefined
  return { accountId: uuidOf(ids.subarray(0, idLength)), id: uuidOf(ids.subarray(idLength)) }
}

/** The purpose is signed too, so that nothing else signed with the same secret passes for a key. */
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
