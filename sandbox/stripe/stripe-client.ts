import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { Sandbox } from '../sandbox.ts'

/** Stripe's own SDK, pointed at a sandbox; used by this room's tests. */
export function clientOf(sandbox: Pick<Sandbox, 'url'>, key = 'sk_test_sandbox_au'): Stripe {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

/** Untyped: each test asserts what it needs. */
export type Answered = Record<string, unknown> & { error?: Record<string, unknown> }

/** A call like Stripe.js makes it in a browser, with a publishable key. */
export async function fromBrowser(
  { url }: Pick<Sandbox, 'url'>,
  path: string,
  form: Record<string, string>,
  key = 'pk_test_sandbox_au',
): Promise<{ status: number; body: Answered }> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(form),
  })
  return { status: reply.status, body: (await reply.json()) as Answered }
}

/** The inspection API, for what a test does outside Stripe's API. */
export async function inspect(
  { url }: Pick<Sandbox, 'url'>,
  path: string,
  input?: object,
): Promise<Answered> {
  const reply = await fetch(`${url}/_sandbox/api${path}`, {
    ...(input && { method: 'POST', body: JSON.stringify(input) }),
  })
  return (await reply.json()) as Answered
}

/** The id of an object that was not expanded. */
export function idOf(link: string | { id: string } | null): string {
  return typeof link === 'string' ? link : (link?.id ?? '')
}

export type Received = { signature: string; body: string; event: Stripe.Event }

/** A webhook receiver that answers with the given statuses, then with 200. */
export async function listenForWebhooks() {
  const received: Received[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      received.push({ signature, body, event: JSON.parse(body) as Stripe.Event })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    statuses,
    types: () => received.map(({ event }) => event.type as string),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
