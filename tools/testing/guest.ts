import { randomUUID } from 'node:crypto'
import { cents } from '#domain/money.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Account } from '../demo/account.ts'
import { requestIdOf, type PaymentRequest } from '../demo/requests.ts'
import { visaCredit } from '../demo/sources.ts'
import { askAsBrowser, enterCard } from './card-form.ts'
import { addPayer } from './payments.ts'
import { callTo, type CallOptions, type TestServer } from './server.ts'

type Sending = { key?: string; at?: string; token?: string; cookie?: string }

let count = 0

/** A family with a payment request, and what the holder of its link does. */
export async function addGuest(
  server: TestServer,
  request: Partial<PaymentRequest> = {},
  account: Account = {},
) {
  count += 1
  const link = `guest-${String(count).padStart(24, '0')}`
  const asked = { id: link, amountDue: cents(125_000), ...request }
  const payer = await addPayer(server, { sources: [visaCredit()], ...account, requests: [asked] })
  const requestId = requestIdOf(link)
  const callAt = (url: string) => (url === server.url ? server.call : callTo(url))
  const get = (path: string, headers: CallOptions['headers'] = {}) =>
    server.call(`GET /api/portal/guest/${path}request=${link}`, { headers })
  const post = (path: string, body: object, options: Sending = {}) => {
    const { key = randomUUID(), at = server.url, token, cookie } = options
    return callAt(at)(`POST /api/portal/guest/${path}`, {
      body: { repaymentRequestId: link, ...body },
      headers: { 'X-Larkwell-Client-Req-Id': key, ...(cookie !== undefined && { cookie }) },
      ...(token !== undefined && { token }),
    })
  }
  const details = () => get('payment-page-details?')
  const payByLink = (body: object, options?: Sending) =>
    post(
      'payments',
      { larkwellId: payer.instId, shortId: payer.accounts[0]?.shortId, email: payer.email, ...body },
      options,
    )
  return {
    ...payer,
    link,
    requestId,
    get,
    post,
    details,
    /** With the link alone, without a session. */
    payByLink,
    /** With a saved method, in its owner's session. */
    pay: (body: object, options?: Sending) =>
      payByLink(body, 'repaymentSourceId' in body ? { token: payer.token, ...options } : options),
    outcome: (key: string) => get('payment-outcome?', { 'X-Larkwell-Client-Req-Id': key }),
    openSession: (amount: number, key: string = randomUUID(), change: object = {}) =>
      post(
        'stripe-checkout-session',
        { amount, returnUrl: `${server.deps.config.portalOrigin}/pay-now?request=${link}`, ...change },
        { key },
      ),
    /** The token of a card typed into a new form. */
    card: async (number?: string) =>
      enterCard(server, (await details()).body.tokenizationUrl, number === undefined ? {} : { number }),
    row: () =>
      server.deps.db.first<{ status: string; paid: number; pending: number }>(sql`
        select status, amount_paid_minor as paid, amount_pending_minor as pending from payment_request
        where id = ${requestId}`),
  }
}

/** What a wallet's sheet does when the payer agrees. */
export async function confirmWallet(
  { deps }: Pick<TestServer, 'deps'>,
  clientSecret: string,
  token = 'tok_visa',
) {
  const { id, status } = await askAsBrowser({ deps }, 'AU', 'payment_pages/:id/confirm', clientSecret, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][token]': token,
    express_payment_type: 'apple_pay',
  })
  return { session: id, status }
}

/** What the letters of a kind to a family say, the oldest first. */
export async function lettersOf({ deps }: Pick<TestServer, 'deps'>, accountId: string, kind: string) {
  const rows = await deps.db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = ${kind}
    order by created_at, id`)
  return rows.map(({ facts }) => facts)
}
