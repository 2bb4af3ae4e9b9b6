import type Stripe from 'stripe'
import { createRouter } from '../http.ts'
import type { Answer, Routes } from '../http.ts'

/**
 * The HTTP client of Stripe's SDK without a network: it calls the routes directly. For simulations of many thousand
 * operations, where sockets would take most of the time.
 */
export function inProcessClient(routes: Routes): Stripe.HttpClient {
  const find = createRouter(routes)
  return {
    getClientName: () => 'in-process',
    async makeRequest(_host, _port, target, method, headers, body) {
      const url = new URL(target, 'http://sandbox')
      const route = find(method, url.pathname)
      if (!route) throw new Error(`no route for ${method} ${url.pathname}`)
      const reply = await route.handler({
        method,
        path: url.pathname,
        params: route.params,
        query: url.searchParams,
        headers: inLowerCase(headers),
        body,
        signal: new AbortController().signal,
      })
      if (reply === 'hang') throw failure('ETIMEDOUT')
      if (reply === 'drop' || 'stream' in reply) throw failure('ECONNRESET')
      return responseOf(reply)
    },
  }
}

function responseOf({
  status,
  headers,
  body,
}: Answer): Awaited<ReturnType<Stripe.HttpClient['makeRequest']>> {
  return {
    getStatusCode: () => status,
    getHeaders: () => headers,
    getRawResponse: () => body,
    toStream: () => body,
    toJSON: async () => JSON.parse(body.toString()) as unknown,
  }
}

const failure = (code: string) => Object.assign(new TypeError(`in-process: ${code}`), { code })

function inLowerCase(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
}
