import { BadRequest, json, parseJsonBody } from '../http.ts'
import type { Incoming, Routes } from '../http.ts'
import type { Merchant } from './merchant.ts'
import type { Stripe } from './stripe.ts'
import type { SignatureKind } from './webhooks.ts'

/** The webhook URLs, the deliveries, and resending. */
export function webhookRoutes(stripe: Pick<Stripe, 'merchants' | 'webhooks' | 'catchUp'>): Routes {
  const { merchants, webhooks } = stripe
  const merchantNamed = (region: unknown): Merchant => {
    const merchant = merchants.find((candidate) => candidate.region === region)
    if (!merchant) throw new BadRequest('"account" is AU or UK')
    return merchant
  }
  return {
    'POST /_sandbox/api/stripe/webhook-endpoint': (request) => {
      const { account, url, events = ['*'] } = parseJsonBody(request)
      const merchant = merchantNamed(account)
      if (url !== null && (typeof url !== 'string' || !/^https?:\/\//.test(url))) {
        throw new BadRequest('"url" is an http address, or null')
      }
      if (!isListOfTexts(events)) throw new BadRequest('"events" is a list of types of event')
      merchant.webhookUrl = url
      merchant.webhookEvents = events
      return json(200, { account, url })
    },
    'POST /_sandbox/api/webhooks/flush': async (request) => {
      stripe.catchUp()
      await webhooks.flush(parseJsonBody(request)['retries'] === true)
      return json(200, { flushed: true })
    },
    'GET /_sandbox/api/stripe/webhooks': ({ query }) => {
      const account = query.get('account')
      const limit = Number(query.get('limit') ?? 200)
      const shown = webhooks
        .list()
        .filter((delivery) => account === null || delivery.account === account)
        .slice(0, limit)
        .map((delivery) => ({
          ...delivery,
          signature: delivery.attempts.at(-1)?.signature ?? null,
          body: merchantNamed(delivery.account).events.find(delivery.event)?.body ?? null,
        }))
      return json(200, { webhooks: shown })
    },
    'POST /_sandbox/api/stripe/webhooks/:eventId/resend': async (request) => {
      const id = request.params['eventId'] ?? ''
      const merchant = merchants.find(({ events }) => events.find(id))
      const event = merchant?.events.find(id)
      if (!merchant || !event) return json(404, { error: `no event ${id}` })
      const { signature, times } = parseResend(request)
      const sent = []
      for (let count = 0; count < times; count += 1) {
        const delivery = await webhooks.resend(merchant, event, signature)
        if (delivery) sent.push(delivery)
      }
      return json(200, { webhooks: sent })
    },
  }
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

const signatures = ['good', 'bad', 'old', 'future'] as const satisfies SignatureKind[]

function parseResend(request: Incoming): { signature: SignatureKind; times: number } {
  const { signature = 'good', times = 1 } = parseJsonBody(request)
  const kind = signatures.find((known) => known === signature)
  if (!kind) throw new BadRequest(`"signature" is one of ${signatures.join(', ')}`)
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > 100) {
    throw new BadRequest('"times" is a whole number from 1 to 100')
  }
  return { signature: kind, times }
}
