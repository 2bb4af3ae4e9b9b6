import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/open.ts'
import { decrypt, encrypt, type Encrypted } from '../../platform/encryption/encryption.ts'
import { findLink, type StoredLink } from './request-links.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type { StoredLink }

const linkBytes = 24

/** The secret of a new link: it is enough to see and pay the request. */
export function newLink(): string {
  return randomBytes(linkBytes).toString('base64url')
}

/** Links are looked up by hash. A secret this long needs no salt and no slow hash: nobody can try them all. */
export function hashOfLink(link: string): Buffer {
  return createHash('sha256').update(link).digest()
}

/** The associated data that binds the link to its request: it cannot be decrypted in another row. */
export const aadOfLink = ({ accountId, id }: RowKey) => `payment_request ${accountId} ${id}`

type Keys = Pick<Config, 'encryptionKeys'>

export function sealLink({ encryptionKeys }: Keys, request: RowKey, link: string): Encrypted {
  return encrypt(encryptionKeys, link, aadOfLink(request))
}

export function openLink({ encryptionKeys }: Keys, link: StoredLink): string {
  const { keyId, sealed } = link
  return decrypt(encryptionKeys, { keyId, bytes: Buffer.from(sealed, 'base64') }, aadOfLink(link))
}

/** The number of decrypted links that a process keeps in its cache. */
const cachedLinks = 10_000

/**
 * Decrypts links with a cache: an open request is in its family's Overview at every visit, and decrypting it takes a
 * fifteenth of that read. The cache is no new risk: a process that can be read gives away its keys too.
 */
export function linkOpener(keys: Keys): (link: StoredLink) => string {
  const opened = new Map<string, string>()
  return (stored) => {
    const cacheKey = `${aadOfLink(stored)} ${stored.keyId} ${stored.sealed}`
    const cached = opened.get(cacheKey)
    if (cached !== undefined) return cached
    const link = openLink(keys, stored)
    if (opened.size >= cachedLinks) opened.clear()
    opened.set(cacheKey, link)
    return link
  }
}

/** The address at which a request is paid. It is a secret: it may appear in a letter or on a screen, never in a log. */
export function payUrlOf({ portalOrigin }: Pick<Config, 'portalOrigin'>, link: string): string {
  return `${portalOrigin}/pay-now?request=${encodeURIComponent(link)}`
}

export async function payUrlOfRequest(
  db: Db,
  config: Pick<Config, 'encryptionKeys' | 'portalOrigin'>,
  requestId: string,
): Promise<string | null> {
  const link = await findLink(db, requestId)
  return link ? payUrlOf(config, openLink(config, link)) : null
}
