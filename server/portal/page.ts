import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Inline } from '../http/security-headers.ts'

/** A page of the portal. It contains the settings, so that the first screen needs no call. */
export type Page = {
  /** What the page's policy has to allow. */
  inline: Inline
  /** In the best encoding that the browser accepts, with its name. */
  read: (
    settings: string,
    accepted: string,
  ) => Promise<{ body: Buffer; encoding: 'br' | 'gzip' | 'identity' }>
}

type Encoded = Record<'br' | 'gzip' | 'plain', Buffer>

export function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8')
  const [before = '', after = ''] = html.split('<!--settings-->')
  let encoded: { settings: string; bodies: Promise<Encoded> } | undefined
  return {
    inline: {
      scripts: hashes(html, /<script>(.*?)<\/script>/gs),
      styles: hashes(html, /<style>(.*?)<\/style>/gs),
    },
    async read(settings, accepted) {
      // Settings rarely change, so a page is compressed once, and well.
      if (encoded?.settings !== settings) {
        const json = settings.replaceAll('<', '\\u003c')
        const text = `${before}<script type="application/json" id="settings">${json}</script>${after}`
        encoded = { settings, bodies: encode(Buffer.from(text)) }
      }
      const { br, gzip, plain } = await encoded.bodies
      if (/\bbr\b/.test(accepted)) return { body: br, encoding: 'br' }
      if (/\bgzip\b/.test(accepted)) return { body: gzip, encoding: 'gzip' }
      return { body: plain, encoding: 'identity' }
    },
  }
}

async function encode(plain: Buffer): Promise<Encoded> {
  const [br, gz] = await Promise.all([
    // The best level, which is the default.
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain),
  ])
  return { br, gzip: gz, plain }
}

function hashes(html: string, block: RegExp): string[] {
  return [...html.matchAll(block)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
