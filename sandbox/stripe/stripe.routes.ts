import { BadRequest, json, parseJsonBody } from '../http.ts'
import type { Handler, Incoming, Routes } from '../http.ts'
import { closeDispute, dispute, escalateDispute } from './disputes.ts'
import { Refused } from './failures.ts'
import { activateMandate, revokeMandate } from './mandates.ts'
import type { Merchant } from './merchant.ts'
import { settleDebit } from './bank-debits.ts'
import { failRefund, refund } from './refunds.ts'
import type { Stripe } from './stripe.ts'
import { testAccounts } from './test-accounts.ts'
import { testCards } from './test-cards.ts'
import type { Turn } from './turn.ts'
import { webhookRoutes } from './webhooks.routes.ts'

const shownAtOnce = 200
const contentTypes: Record<string, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }

/** The inspection API of Stripe: the same data and actions as the inspection page, as JSON. */
export function stripeRoutes(stripe: Stripe): Routes {
  const { merchants } = stripe
  /** Finds the account of an id, and runs an action there. */
  const doTo = (
    name: string,
    act: (turn: Turn, id: string, input: Record<string, unknown>) => unknown,
  ): Handler => {
    return (request) => {
      const input = parseJsonBody(request)
      const id = input[name]
      if (typeof id !== 'string') throw new BadRequest(`"${name}" is an id`)
      const turn = stripe.turnAt(ownerOf(merchants, id))
      try {
        const done = act(turn, id, input)
        stripe.hasChanged()
        return json(200, done)
      } catch (error) {
        if (error instanceof Refused) throw new BadRequest(error.message, { cause: error })
        throw error
      }
    }
  }
  return {
    ...webhookRoutes(stripe),
    'GET /_sandbox/api/stripe': (request) => {
      stripe.catchUp()
      return json(200, overview(merchantIn(merchants, request)))
    },
    'GET /_sandbox/api/stripe/test-data': () => json(200, { cards: testCards, accounts: testAccounts }),
    'GET /_sandbox/api/stripe/charges': (request) => {
      stripe.catchUp()
      return json(200, merchantIn(merchants, request).charges.all().map(compact))
    },
    'POST /_sandbox/api/stripe/refund': doTo('charge', (turn, id, { amount }) => {
      if (amount !== undefined && (typeof amount !== 'number' || !Number.isInteger(amount))) {
        throw new BadRequest('"amount" is a whole number of cents')
      }
      return refund(turn, turn.merchant.charges.get(id), amount)
    }),
    'POST /_sandbox/api/stripe/fail-refund': doTo('refund', (turn, id) => {
      failRefund(turn, id)
      return turn.merchant.refunds.get(id)
    }),
    'POST /_sandbox/api/stripe/dispute': doTo('charge', (turn, id, { reason, amount, isInquiry }) => {
      if (amount !== undefined && !isWithin(amount, 1, Number.MAX_SAFE_INTEGER)) {
        throw new BadRequest('"amount" is a whole number of cents')
      }
      return dispute(turn, turn.merchant.charges.get(id), {
        amount,
        reason: typeof reason === 'string' ? reason : undefined,
        isInquiry: isInquiry === true,
      })
    }),
    'GET /_sandbox/api/stripe/files/:id': ({ params: { id = '' } }) => {
      const owner = merchants.find(({ files }) => files.find(id))
      const content = owner?.fileContents.get(id)
      if (content === undefined) throw new BadRequest(`there is no ${id}`)
      return {
        status: 200,
        headers: {
          'content-type': contentTypes[owner?.files.find(id)?.type ?? ''] ?? 'application/octet-stream',
        },
        body: Buffer.from(content, 'base64'),
      }
    },
    'POST /_sandbox/api/stripe/escalate-dispute': doTo('dispute', (turn, id) =>
      escalateDispute(turn, turn.merchant.disputes.get(id)),
    ),
    'POST /_sandbox/api/stripe/close-dispute': doTo('dispute', (turn, id, { outcome }) => {
      if (outcome !== 'won' && outcome !== 'lost') throw new BadRequest('"outcome" is won or lost')
      return closeDispute(turn, turn.merchant.disputes.get(id), outcome)
    }),
    'POST /_sandbox/api/stripe/revoke-mandate': doTo('mandate', (turn, id) => {
      const mandate = turn.merchant.mandates.get(id)
      revokeMandate(turn, mandate, 'debit_not_authorized')
      return mandate
    }),
    'POST /_sandbox/api/stripe/answer-mandate': doTo('mandate', (turn, id) => {
      const mandate = turn.merchant.mandates.get(id)
      if (mandate.status !== 'pending') throw new BadRequest(`${id} is ${mandate.status}, not pending`)
      activateMandate(turn, id)
      return mandate
    }),
    'POST /_sandbox/api/stripe/settle': doTo('paymentIntent', (turn, id, { outcome }) => {
      const intent = turn.merchant.paymentIntents.get(id)
      if (intent.status !== 'processing') throw new BadRequest(`${id} is ${intent.status}, not processing`)
      settleDebit(turn, id, typeof outcome === 'string' ? outcome : undefined)
      return intent
    }),
    'POST /_sandbox/api/stripe/update-card': doTo('paymentMethod', (turn, id, { expMonth, expYear }) => {
      const method = turn.merchant.paymentMethods.get(id)
      if (!method.card) throw new BadRequest(`${id} is not a card`)
      if (!isWithin(expMonth, 1, 12)) throw new BadRequest('"expMonth" is a month from 1 to 12')
      if (!isWithin(expYear, 2000, 2099)) throw new BadRequest('"expYear" is a year of four digits')
      method.card.exp_month = expMonth
      method.card.exp_year = expYear
      turn.emit('payment_method.automatically_updated', method)
      return method
    }),
  }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function merchantIn(merchants: Merchant[], { query }: Incoming): Merchant {
  const merchant = merchants.find(({ region }) => region === query.get('account'))
  if (!merchant) throw new BadRequest('"account" is AU or UK')
  return merchant
}

function ownerOf(merchants: Merchant[], id: string): Merchant {
  const tables = ['charges', 'disputes', 'mandates', 'paymentIntents', 'paymentMethods', 'refunds'] as const
  const owner = merchants.find((merchant) => tables.some((table) => merchant[table].find(id)))
  if (!owner) throw new BadRequest(`there is no ${id}`)
  return owner
}

function overview(merchant: Merchant) {
  const newest = <T extends object>(values: Iterable<T>) =>
    [...take(values, shownAtOnce)].map((value) =>
      Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'client_secret')),
    )
  return {
    account: merchant.region,
    webhookUrl: merchant.webhookUrl,
    customers: newest(merchant.customers.newest()),
    paymentMethods: newest(merchant.paymentMethods.newest()),
    setupIntents: newest(merchant.setupIntents.newest()),
    paymentIntents: newest(merchant.paymentIntents.newest()),
    charges: newest(merchant.charges.newest()),
    refunds: newest(merchant.refunds.newest()),
    disputes: newest(merchant.disputes.newest()),
    files: newest(merchant.files.newest()),
    mandates: newest(merchant.mandates.newest()),
    sessions: newest(merchant.sessions.newest()),
  }
}

function* take<T>(values: Iterable<T>, count: number): Iterable<T> {
  let left = count
  for (const value of values) {
    if (left === 0) return
    left -= 1
    yield value
  }
}

function compact(charge: ReturnType<Merchant['charges']['all']>[number]) {
  return {
    id: charge.id,
    paymentIntent: charge.payment_intent,
    amount: charge.amount,
    amountRefunded: charge.amount_refunded,
    currency: charge.currency,
    status: charge.status,
    disputed: charge.disputed,
    customer: charge.customer,
    metadata: charge.metadata,
    created: charge.created,
  }
}
