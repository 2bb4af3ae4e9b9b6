import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { decrypt, encrypt, type Encrypted } from '../../platform/encryption/encryption.ts'
import { workThrough, type WorkDeps } from '../../platform/jobs/work-through.ts'
import { findLink, listLinksToSeal, setSealedLink, type StoredLink } from './request-links.store.ts'

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
const aadOfLink = ({ accountId, id }: { accountId: string; id: string }) =>
  `payment_request ${accountId} ${id}`

type Keys = Pick<Config, 'encryptionKeys'>

export function sealLink(
  { encryptionKeys }: Keys,
  request: { accountId: string; id: string },
  link: string,
): Encrypted {
  return encrypt(encryptionKeys, link, aadOfLink(request))
}

/**
 * Decrypts a link. Rows from before encryption, or written without keys, hold the link in clear until `sealLinks` has
 * run.
 */
export function openLink({ encryptionKeys }: Keys, kept: StoredLink): string {
  if (kept.clear !== null) return kept.clear
  const { keyId, sealed } = kept
  if (keyId === null || sealed === null) throw new Error('A payment request has lost its link')
  return decrypt(encryptionKeys, { keyId, bytes: Buffer.from(sealed, 'base64') }, aadOfLink(kept))
}

/** The number of decrypted links that a process keeps in its cache. */
const cachedLinks = 10_000

/**
 * Decrypts links with a cache: an open request is in its family's Overview at every visit, and decrypting it takes a
 * fifteenth of that read. The cache is no new risk: a process that can be read gives away its keys too.
 */
export function linkOpener(keys: Keys): (kept: StoredLink) => string {
  const opened = new Map<string, string>()
  return (kept) => {
    const cacheKey = `${aadOfLink(kept)} ${kept.keyId} ${kept.sealed}`
    const known = kept.sealed === null ? undefined : opened.get(cacheKey)
    if (known !== undefined) return known
    const link = openLink(keys, kept)
    if (opened.size >= cachedLinks) opened.clear()
    if (kept.sealed !== null) opened.set(cacheKey, link)
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
  const kept = await findLink(db, requestId)
  return kept ? payUrlOf(config, openLink(config, kept)) : null
}

const sealedAtOnce = 500

/**
 * Encrypts links that are still in clear, and re-encrypts those under an older key, so that the key can be retired.
 * Several processes may do this at once. Returns the number of links.
 */
export async function sealLinks(deps: WorkDeps & Pick<Deps, 'config'>): Promise<number> {
  const { config } = deps
  const [first] = config.encryptionKeys
  if (!first) return 0
  return workThrough<StoredLink>(deps, {
    name: 'seal-links',
    itemOf: ({ id, accountId }) => ({ item: id, accountId }),
    atOnce: sealedAtOnce,
    claim: (tx, turn) => listLinksToSeal(tx, first.id, turn),
    process: (tx, links) =>
      setSealedLink(
        tx,
        links.map((kept) => ({ ...kept, ...sealLink(config, kept, openLink(config, kept)) })),
      ),
  })
}
