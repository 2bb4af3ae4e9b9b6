import type { Fix, Overview } from '#contract/overview.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Account } from '../demo/account.ts'
import { visaCredit, visaDebit } from '../demo/sources.ts'
import { daysOf } from './repayments.ts'
import type { TestServer } from './server.ts'

/** Families whose payments fail, and the days that go by then. */
export function failedPaymentsOf(server: TestServer) {
  const days = daysOf(server)
  const { goTo, run, addPlanFamily } = days

  /** The next charge of a family is refused. */
  const declineNext = (accountId: string, reason = 'insufficient_funds') =>
    server.sandboxApi('faults', { provider: 'stripe', match: accountId, action: `decline:${reason}` })

  /** A family whose next payment has failed, with what its portal shows and may ask for. */
  async function failedFamily(account: Account = {}) {
    const family = await addPlanFamily({
      sources: [visaDebit(), visaCredit()],
      plans: [{ status: 'Current', starts: -20, frequency: 'Month' }],
      ...account,
    })
    const { accountId, email, mobile, next } = family
    await family.comeToCollection()
    await declineNext(accountId)
    await run()
    const path = `/api/portal/customer/account/${accountId}`
    const call = async (what: string, body?: object) => {
      // Days go by, and sessions end.
      const token = await server.logIn(email, mobile)
      return server.call(`${body ? 'POST' : 'GET'} ${path}/${what}`, { token, ...(body && { body }) })
    }
    const which = { planId: next.planId, dueOn: next.dueOn }
    const overview = async () => (await call('overview')).body as Overview
    return {
      ...family,
      overview,
      fix: async () => (await overview()).fix as Fix,
      call,
      move: (to: string, more: object = {}) => call('move-failed-payment', { ...which, to, ...more }),
      payWith: (sourceId: string, more: object = {}) =>
        call('pay-with-method', { ...which, sourceId, ...more }),
      /** Every debit of the payment. */
      debits: () =>
        server.deps.db.many<{ status: string; sourceId: string; surcharge: number; on: CalendarDate }>(sql`
        select payment.status, payment.source_id as "sourceId", payment.surcharge_minor as surcharge
        from payment where account_id = ${accountId} and plan_id = ${next.planId} and instalment_seq = ${next.seq}
        order by attempt`),
      letters: (kind: string) =>
        server.deps.db.many<{ facts: any }>(sql`
        select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at, id`),
      requests: () =>
        server.deps.db.many<{ status: string; due: number }>(sql`
        select status, amount_due_minor as due from payment_request where account_id = ${accountId} and is_arrears
        order by created_at`),
    }
  }
  type Family = Awaited<ReturnType<typeof failedFamily>>

  /** Fails until nothing tries it any more. */
  async function becomeOverdue(family: Family): Promise<void> {
    for (let days = 0; (await family.now()).status === 'Retrying'; days += 1) {
      if (days > 5) throw new Error('It is tried for ever')
      await declineNext(family.accountId)
      await goTo((await family.now()).retryOn as CalendarDate, 'AU')
      await run()
    }
  }

  return { ...days, declineNext, failedFamily, becomeOverdue }
}
