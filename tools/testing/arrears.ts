import { randomUUID } from 'node:crypto'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { chargeFee } from '#server/books/charges/charges.ts'
import { sql } from '#server/platform/database/sql.ts'
import { countExtras } from '#server/plans/plan-changes/count-extras.ts'
import { visaCredit } from '../demo/sources.ts'
import type { Account } from '../demo/account.ts'
import { enterCard } from './card-form.ts'
import { addPayer } from './payments.ts'
import { linkOf } from './request-link.ts'
import type { TestServer } from './server.ts'

export type ArrearsRow = {
  id: string
  due: number
  paid: number
  pending: number
  dueOn: CalendarDate
  status: string
}

/** A family with a running plan that falls behind with it, and what the holder of a link does. */
export async function addBehind(server: TestServer, account: Account = {}) {
  const { deps } = server
  const { db } = deps
  const family = await addPayer(server, { sources: [visaCredit()], ...account })
  const { accountId } = family
  return {
    ...family,
    /** The next payments of the plan were due so many days ago, and nothing collects them any more. */
    fallBehind: async (...daysAgo: number[]) => {
      for (const days of daysAgo) {
        await db.run(sql`
          update instalment set status = 'Overdue', failure_code = 'card_declined', tries = 1,
            due_on = ${deps.clock()}::timestamptz::date - ${days}::int,
            collect_on = ${deps.clock()}::timestamptz::date - ${days}::int
          where (account_id, plan_id, seq) = (
            select account_id, plan_id, seq from instalment
            where account_id = ${accountId} and status = 'Scheduled' order by seq limit 1)`)
      }
    },
    /** What is overdue and not paid, the oldest first. */
    owing: () =>
      db.many<{ seq: number; dueOn: CalendarDate; owing: number; requestId: string | null }>(sql`
        select seq, due_on as "dueOn", amount_minor - settled_minor - waived_minor as owing, payment_request_id as "requestId"
        from instalment where account_id = ${accountId} and status = 'Overdue' order by due_on, seq`),
    /** What the family has paid extra counts in its plan. */
    allocate: () => countExtras(deps),
    /** Every request for what is overdue, the oldest first. */
    requests: () =>
      db.many<ArrearsRow>(sql`
        select id, amount_due_minor as due, amount_paid_minor as paid, amount_pending_minor as pending,
          due_on as "dueOn", status
        from payment_request where account_id = ${accountId} and is_arrears
        order by created_at, id`),
    overview: async () => {
      const path = `GET /api/portal/customer/account/${accountId}/overview`
      return (await server.call(path, { token: family.token })).body
    },
    link: (requestId: string) => linkOf(deps, requestId),
    page: (link: string) => server.call(`GET /api/portal/guest/payment-page-details?request=${link}`),
    /** With a card typed on the page of the link. */
    payByLink: async (link: string, amount: number, number?: string) => {
      const { body } = await server.call(`GET /api/portal/guest/payment-page-details?request=${link}`)
      const token = await enterCard(server, body.tokenizationUrl, number === undefined ? {} : { number })
      const isAll = body.payableDetails.amountDue === amount
      return server.call('POST /api/portal/guest/payments', {
        body: {
          repaymentRequestId: link,
          larkwellId: family.instId,
          shortId: family.accounts[0]?.shortId,
          amount,
          token,
          ...(!isAll && { paymentAmountChangeReason: 'UnableToPayFullAmount' }),
        },
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
      })
    },
    chargeOf: async (paymentId: string) => {
      const row = await db.first<{ intent: string }>(sql`
        select provider_payment_id as intent from payment where account_id = ${accountId} and id = ${paymentId}`)
      const { data } = await deps.providers.stripe.AU.client.charges.list({
        payment_intent: row?.intent ?? '',
      })
      return data[0]?.id ?? ''
    },
    letters: (kind: string) =>
      db.many<{ facts: any; recipient: string }>(sql`
        select facts, recipient from outbox_message where account_id = ${accountId} and kind = ${kind}
        order by created_at`),
  }
}

export const sumOf = (amounts: readonly { owing: number }[]) =>
  amounts.reduce((sum, { owing }) => sum + owing, 0)

/** A debit of a family came back, for which it is charged a fee. */
export async function chargeFeeTo(
  { deps }: Pick<TestServer, 'deps'>,
  { accountId, instId: institutionId }: { accountId: string; instId: string },
  requestId: string,
): Promise<void> {
  const [now, dueOn] = [deps.clock(), dateIn('AU', deps.clock())]
  const returned = { institutionId, currency: 'AUD' as const, debitId: randomUUID() }
  await deps.db.transaction((tx) =>
    chargeFee(tx, { accountId, amount: cents(25_00), dueOn, requestId, now, ...returned }),
  )
}
