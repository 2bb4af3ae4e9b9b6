import { regionHeader } from '#contract/headers.ts'
import { toRegion } from '#domain/region.ts'
import { addressOf } from '../api/address.ts'
import { judge } from '../app/guard.ts'
import { storageKeys } from '../session/storage-keys.ts'
import type { FirstPaint } from './first-paint.ts'
import type { EarlyReply } from '../api/early-replies.ts'

/*
 * The first script in a drawn page. It asks for what the page shows first, then for its bundles: a browser makes only
 * some requests at a time. The portal takes the replies over; see early-replies.ts.
 */

const { whom, calls, bundles } = JSON.parse(
  document.getElementById('first-paint')?.textContent ?? '',
) as FirstPaint
const search = new URLSearchParams(location.search)
const request = search.get('request')
const [token, accountId, region] = [stored('token'), stored('accountId'), stored('region')]

globalThis.earlyReplies = new Map()
// A session that the portal would not accept is no reason to ask anybody. With more than the request in its address, a
// guest's page may begin with the outcome of a payment.
const isAsked = whom === 'guest' ? search.size === 1 : judge({ token, accountId, isLost: false }) === 'pass'
if (isAsked) for (const key of calls) start(key)
for (const bundle of bundles) preload(bundle)

function preload(bundle: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = bundle
  document.head.append(link)
}

function start(key: string): void {
  const { path } = addressOf(key, { params: { accountId }, query: whom === 'guest' ? { request } : {} })
  const headers: EarlyReply['headers'] = { [regionHeader]: toRegion(region) }
  if (whom === 'customer') headers['Authorization'] = `Bearer ${token}`
  const reply = fetch(path, { headers })
  // The portal says what went wrong, if it still needs the reply.
  reply.catch(() => {})
  globalThis.earlyReplies?.set(path, { headers, reply })
}

function stored(name: keyof typeof storageKeys): string | null {
  try {
    return localStorage.getItem(storageKeys[name])
  } catch {
    return null
  }
}
