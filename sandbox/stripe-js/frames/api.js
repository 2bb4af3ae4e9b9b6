/** Calls the API like a browser, with the publishable key. Returns `{ value }`, or `{ error }` in Stripe's format. */
export function createApi({ key, account, client }) {
  const headers = {
    authorization: `Bearer ${key}`,
    'stripe-version': '2026-10-28.endive',
    ...(account && { 'stripe-account': account }),
    ...(client && { 'x-stripe-client-user-agent': client }),
  }
  const send = async (path, init = {}) => {
    const reply = await fetch(path, { ...init, headers }).catch(() => undefined)
    const body = await reply?.json().catch(() => undefined)
    if (body === undefined) return { error: reply ? unreadable : unreachable }
    return reply.ok ? { value: body } : { error: body.error }
  }
  return {
    get: (path, query) => send(`${path}?${encode(query)}`),
    post: (path, params) => send(path, { method: 'POST', body: encode(params) }),
  }
}

const unreachable = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}
const unreadable = {
  type: 'api_error',
  message: 'An unexpected error occurred. Please try again.',
}

/** A form in Stripe's format: `card[number]=…`, lists by index; undefined values are left out. */
export function encode(params) {
  const form = new URLSearchParams()
  const add = (name, value) => {
    if (value === undefined || value === null) return
    if (typeof value !== 'object') form.append(name, String(value))
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(params ?? {})) add(name, value)
  return form
}
