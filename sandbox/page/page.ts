import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
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

const html = 'text/html; charset=utf-8'
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const notBuilt = 'The page is not built. Run `npm start`, or `npx vite build web/sandbox-page`.\n'

/** The inspection page, from the folder in which it was built. A new build shows at the next reload. */
export function pageRoutes(inbox: Inbox, folder: string): Routes {
  const index = () => {
    const body = read(join(folder, 'sandbox-page.html'))
    if (!body) return answer(503, 'text/plain; charset=utf-8', Buffer.from(notBuilt))
    return answer(200, html, body, { 'content-security-policy': pagePolicy })
  }
  const toPage: Reply = { status: 302, headers: { location: '/_sandbox' }, body: Buffer.alloc(0) }
  return {
    'GET /': () => toPage,
    'GET /_sandbox/': () => toPage,
    'GET /_sandbox/assets/:name': ({ params: { name = '' } }) => {
      const type = /^[\w-]+\.\w+$/.test(name) ? mediaTypes[extname(name)] : undefined
      const body = type && read(join(folder, 'assets', name))
      return type && body ? answer(200, type, body) : json(404, { error: 'no such file' })
    },
    'GET /_sandbox/mail/:id': ({ params: { id = '' } }) => {
      const mail = inbox.find(id)?.html
      if (mail === undefined) return json(404, { error: 'no such mail' })
      return answer(200, html, Buffer.from(withLinksInNewTab(mail)), {
        'content-security-policy': mailPolicy,
      })
    },
    'GET /_sandbox': index,
    'GET /_sandbox/:view': index,
    'GET /_sandbox/inbox/:id': index,
    'GET /_sandbox/payments/:kind': index,
  }
}

function withLinksInNewTab(mail: string): string {
  const start = '<base target="_blank">'
  return /<head[^>]*>/i.test(mail) ? mail.replace(/<head[^>]*>/i, `$&${start}`) : `${start}${mail}`
}

function answer(status: number, type: string, body: Buffer, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': type, ...headers }, body }
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
