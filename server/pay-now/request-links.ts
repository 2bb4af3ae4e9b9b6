import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { decrypt, encrypt, type Encrypted } from '../encryption/encryption.ts'
import { listLinksToSeal, setSealedLink, type KeptLink } from './request-links.store.ts'

export type { KeptLink }

const linkBytes = 24

/** The secret of a new link: whoever holds it may see and pay the request. */
export function newLink(): string {
  return randomBytes(linkBytes).toString('base64url')
}

/** By which a link is found. So long a secret needs no salt and no slow hash: nobody can try them all. */
export function hashOfLink(link: string): Buffer {
  return createHash('sha256').update(link).digest()
}

/** What is encrypted for one request cannot be read as the link of another. */
const placeOf = ({ accountId, id }: { accountId: string; id: string }) => `payment_request ${accountId} ${id}`

type Keys = Pick<Config, 'encryptionKeys'>

export function sealLink(
  { encryptionKeys }: Keys,
  request: { accountId: string; id: string },
  link: string,
): Encrypted {
  return encrypt(encryptionKeys, link, placeOf(request))
}

/** Rows that are older than the keys, or were written without them, wait in clear to be sealed. */
export function openLink({ encryptionKeys }: Keys, kept: KeptLink): string {
  if (kept.clear !== null) return kept.clear
  const { keyId, sealed } = kept
  if (keyId === null || sealed === null) throw new Error('A payment request has lost its link')
  return decrypt(encryptionKeys, { keyId, bytes: Buffer.from(sealed, 'base64') }, placeOf(kept))
}

/** How many links a process remembers having opened. */
const rememberedLinks = 10_000

/**
 * Opens links and remembers them: an open request stands in its family's Overview at every visit, and to decrypt it
 * takes one part in fifteen of that. Whoever could read what is remembered here could read the keys as well.
 */
export function linkOpener(keys: Keys): (kept: KeptLink) => string {
  const opened = new Map<string, string>()
  return (kept) => {
    const sealedAt = `${placeOf(kept)} ${kept.keyId} ${kept.sealed}`
    const known = kept.sealed === null ? undefined : opened.get(sealedAt)
    if (known !== undefined) return known
    const link = openLink(keys, kept)
    if (opened.size >= rememberedLinks) opened.clear()
    if (kept.sealed !== null) opened.set(sealedAt, link)
    return link
  }
}

/** Where a request is paid. Nothing but a letter, a screen or a person may hold it. */
export function payUrlOf({ portalOrigin }: Pick<Config, 'portalOrigin'>, link: string): string {
  return `${portalOrigin}/pay-now?request=${encodeURIComponent(link)}`
}

const sealedAtOnce = 500

/**
 * Seals the links that lie in clear, and anew those under an older key, so that it can be taken out of use. Any number
 * of processes may do so at once. Says how many.
 */
export async function sealLinks({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<number> {
  const [first] = config.encryptionKeys
  if (!first) return 0
  const sealNext = () =>
    db.transaction(async (tx) => {
      const links = await listLinksToSeal(tx, first.id, sealedAtOnce)
      if (links.length === 0) return 0
      await setSealedLink(
        tx,
        links.map((kept) => ({ ...kept, ...sealLink(config, kept, openLink(config, kept)) })),
      )
      return links.length
    })
  let count = 0
  for (let sealed = await sealNext(); sealed > 0; sealed = await sealNext()) count += sealed
  return count
}
