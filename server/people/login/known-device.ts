import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Cookie } from '../../platform/http/cookies.ts'
import type { Call } from '../../platform/http/http.ts'

type DeviceQuery = { email: string; call: Pick<Call, 'cookie'>; now: Date }
type Pepper = Pick<Config, 'codePepper'>

const lifeMs = 180 * 24 * 60 * 60_000

/**
 * The id of a browser in which this person has logged in before, from a cookie that only the server can sign. It
 * grants no access: it only has its own limits, so that strangers who request or guess codes cannot use up this
 * browser's.
 */
export function knownDevice(config: Pepper, { email, call, now }: DeviceQuery): string | undefined {
  const [id = '', expiresAt = '', signature = ''] = (call.cookie(cookieName(config, email)) ?? '').split('.')
  const [sent, expected] = [Buffer.from(signature), Buffer.from(signatureOf(config, email, id, expiresAt))]
  const isOurs = sent.length === expected.length && timingSafeEqual(sent, expected)
  return isOurs && Number(expiresAt) > now.getTime() ? id : undefined
}

/** The cookie for a browser in which somebody has just logged in. */
export function deviceCookie(config: Pepper, query: DeviceQuery): Cookie {
  const { email, now } = query
  const id = knownDevice(config, query) ?? randomUUID()
  const expiresAt = String(now.getTime() + lifeMs)
  return {
    name: cookieName(config, email),
    value: `${id}.${expiresAt}.${signatureOf(config, email, id, expiresAt)}`,
    path: '/api/auth/customer',
    maxAgeMs: lifeMs,
  }
}

/** One cookie for each person, because two parents may share a browser. The name does not reveal the person. */
const cookieName = (config: Pepper, email: string) => `device-${mac(config, `device:${email}`).slice(0, 16)}`

const signatureOf = (config: Pepper, ...parts: string[]) => mac(config, JSON.stringify(['device', ...parts]))

const mac = ({ codePepper }: Pepper, text: string) =>
  createHmac('sha256', codePepper).update(text).digest('base64url')
