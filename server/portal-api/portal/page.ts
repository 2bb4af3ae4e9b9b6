import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Inline } from '../../platform/http/security-headers.ts'

/** A page of the portal. It contains the settings, so that the first screen needs no call. */
export type Page = {
  /** The inline parts that the page's policy has to allow. */
  inline: Inline
  /** Returns the page in the best encoding that the browser accepts, with its name. */
  read: (settings: string, accepted: string) => Promise<{ body: Buffer; encoding: Encoding }>
}

/** The encodings, best first. */
const compressed = ['br', 'gzip'] as const
type Encoding = (typeof compressed)[number] | 'identity'

export function openPage(file: string): Page {
  const html = readFileSync(file, 'utf8')
  const [before = '', after = ''] = html.split('<!--settings-->')
  let encoded: { settings: string; bodies: Promise<Record<Encoding, Buffer>> } | undefined
  return {
    inline: {
      scripts: hashes(html, /<script>(.*?)<\/script>/gs),
      styles: hashes(html, /<style>(.*?)<\/style>/gs),
    },
    async read(settings, accepted) {
      // Settings rarely change, so a page is compressed once, at the best level.
      if (encoded?.settings !== settings) {
        const json = settings.replaceAll('<', '\\u003c')
        const text = `${before}<script type="application/json" id="settings">${json}</script>${after}`
        encoded = { settings, bodies: encode(Buffer.from(text)) }
      }
      const encoding = compressed.find((name) => accepted.includes(name)) ?? 'identity'
      return { body: (await encoded.bodies)[encoding], encoding }
    },
  }
}

async function encode(identity: Buffer): Promise<Record<Encoding, Buffer>> {
  // At brotli's best level, which is its default.
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { br, gzip: gzipped, identity }
}

function hashes(html: string, block: RegExp): string[] {
  return [...html.matchAll(block)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
