import type { Incoming } from '../http.ts'
import { Refused } from './failures.ts'
import type { Merchant } from './merchant.ts'

export type Identity = { merchant: Merchant; isBrowser: boolean }

/** The caller: every key belongs to one account, and to a server or a browser. */
export function createKeyring(merchants: Merchant[]) {
  const identities = new Map<string, Identity>(
    merchants.flatMap((merchant) => [
      [merchant.secretKey, { merchant, isBrowser: false }],
      [merchant.publishableKey, { merchant, isBrowser: true }],
    ]),
  )
  return (request: Incoming, formKey: unknown): Identity => {
    const key = keyIn(request) ?? (typeof formKey === 'string' ? formKey : undefined)
    if (key === undefined || key === '') throw unauthorized(noKeyMessage)
    const identity = identities.get(key)
    if (!identity) throw unauthorized(`Invalid API Key provided: ${masked(key)}`)
    return identity
  }
}

function keyIn({ headers: { authorization = '' } }: Incoming): string | undefined {
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim()
  if (!authorization.startsWith('Basic ')) return undefined
  return Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0]
}

const noKeyMessage =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api#authentication for details, or we can help at https://support.stripe.com/."

const masked = (key: string) =>
  key.length < 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`

const unauthorized = (message: string) => new Refused(401, { type: 'invalid_request_error', message }, false)

export function secretKeyRequired() {
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
  return new Refused(403, { type: 'invalid_request_error', code: 'secret_key_required', message }, false)
}
