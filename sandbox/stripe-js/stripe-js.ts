import { readFileSync } from 'node:fs'
import type { Clock } from '../clock/clock.ts'
import { httpActions } from '../faults/actions.ts'
import { json } from '../http.ts'
import type { Answer, Routes } from '../http.ts'
import type { Provider } from '../provider.ts'
import { joinModules } from './script.ts'

/** Stripe.js: the script that pages load. */
export function createStripeJs(): Provider {
  return {
    name: 'stripe-js',
    actions: { ...httpActions, scriptError: null },
    failure: (status) => text(status, 'txt', ''),
    routes: {
      'GET /endive/stripe.js': (_request, fault) =>
        fault?.action === 'scriptError'
          ? text(500, 'txt', 'Internal Server Error')
          : text(200, 'js', joinModules(new URL('page/stripe.js', import.meta.url)), {
              'access-control-allow-origin': '*',
            }),
    },
  }
}

const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  // A page may name its fonts by any URL.
  'font-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

/** Each frame: its module, style sheets and title. */
const frames: Record<string, { module: string; styles: string[]; title: string }> = {
  controller: { module: 'calls', styles: [], title: 'Connection' },
  field: { module: 'field', styles: ['inline', 'field'], title: 'Card field' },
  payment: { module: 'payment', styles: ['inline', 'payment'], title: 'Payment form' },
  express: { module: 'express', styles: ['inline', 'express'], title: 'Wallets' },
  sheet: { module: 'sheet', styles: ['overlay', 'sheet'], title: 'Wallet' },
  '3ds': { module: '3ds', styles: ['overlay'], title: '3D Secure' },
}

/** The frames that Stripe.js opens. They are files, so they are neither logged nor subject to faults. */
export function frameRoutes(clock: Clock): Routes {
  return {
    'GET /frames/:name': ({ params: { name = '' } }) => {
      const page = /^(\w+)\.html$/.exec(name)?.[1]
      if (page !== undefined && Object.hasOwn(frames, page)) return framePage(page, clock.now())
      const type = /^[a-z0-9-]+\.(css|js|svg)$/.exec(name)?.[1]
      if (type === undefined) return json(404, { error: 'no such frame' })
      try {
        return text(200, type, readFileSync(new URL(`frames/${name}`, import.meta.url), 'utf8'))
      } catch {
        return json(404, { error: 'no such file' })
      }
    },
  }
}

function framePage(name: string, now: Date): Answer {
  const { module, styles, title } = frames[name] ?? { module: '', styles: [], title: '' }
  const links = styles.map((style) => `<link rel="stylesheet" href="/frames/${style}.css" />`)
  const page = readFileSync(new URL('frames/frame.html', import.meta.url), 'utf8')
    .replace('{{now}}', now.toISOString())
    .replace('{{title}}', title)
    .replace('{{styles}}', links.join('\n    '))
    .replace('{{module}}', module)
  return text(200, 'html', page, { 'content-security-policy': framePolicy })
}

const mediaTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

function text(status: number, type: string, body: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': mediaTypes[type] ?? '', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(body),
  }
}
