import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { json } from '../http.ts'
import type { Answer, Reply, Routes } from '../http.ts'
import type { Inbox } from '../inbox/inbox.ts'

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A mail is untrusted: no scripts, nothing loaded, and its links open in a new tab. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

const fontOf = {
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'bricolage.woff2':
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
}

const mediaTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The inspection page. Its files are read at each request, so that a change shows at the next reload. */
export function pageRoutes(inbox: Inbox): Routes {
  const index = () => {
    const answer = file(new URL('index.html', import.meta.url))
    return { ...answer, headers: { ...answer.headers, 'content-security-policy': pagePolicy } }
  }
  const toPage: Reply = { status: 302, headers: { location: '/_sandbox' }, body: Buffer.alloc(0) }
  return {
    'GET /': () => toPage,
    'GET /_sandbox/': () => toPage,
    'GET /_sandbox': index,
    'GET /_sandbox/assets/:name': ({ params: { name = '' } }) => {
      if (!/^[a-z-]+\.(css|js|svg)$/.test(name)) return json(404, { error: 'no such file' })
      const folder = name.endsWith('.js') ? 'browser' : 'look'
      return orNotFound(() => file(new URL(`${folder}/${name}`, import.meta.url)))
    },
    'GET /_sandbox/fonts/:name': ({ params: { name = '' } }) =>
      orNotFound(() => {
        const source = Object.hasOwn(fontOf, name) ? fontOf[name as keyof typeof fontOf] : ''
        return file(new URL(import.meta.resolve(source)), 'public, max-age=86400')
      }),
    'GET /_sandbox/mail/:id': ({ params: { id = '' } }) => {
      const html = inbox.find(id)?.html
      if (html === undefined) return json(404, { error: 'no such mail' })
      const body = Buffer.from(withLinksInNewTab(html))
      return {
        status: 200,
        headers: { 'content-type': mediaTypes['html'] ?? '', 'content-security-policy': mailPolicy },
        body,
      }
    },
  }
}

function withLinksInNewTab(html: string): string {
  const start = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${start}`) : `${start}${html}`
}

function file(url: URL, caching = 'no-store'): Answer {
  const path = fileURLToPath(url)
  const type = mediaTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': caching },
    body: readFileSync(path),
  }
}

function orNotFound(read: () => Answer): Answer {
  try {
    return read()
  } catch {
    return json(404, { error: 'no such file' })
  }
}
