import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { cancelInstalments, daysOf } from '#tools/testing/repayments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

afterEach(async () => {
  await expectSoundLedger(server)
  await restFamilies()
})

/** A family whose instalment was collected and refunded since. A large refund is approved. */
async function refundedFamily(outcome?: 'AskAgain' | 'Waive') {
  const family = await addPlanFamily({ sources: [visaDebit()] })
  const { accountId } = family
  await family.comeToCollection()
  await run()
  expect((await family.now()).status).toBe('Paid')
  const payment = (await paymentsOf(server, accountId)).at(-1)
  const [first, second] = [await addStaff(server, 'operations'), await addStaff(server, 'operations')]
  const refund = (body: object) =>
    server.call(`POST /api/staff/payments/${payment?.id}/refunds`, {
      token: first.token,
      body: { clientRequestId: randomUUID(), reason: 'Left the school', ...body },
    })
  const request = { clientRequestId: randomUUID(), ...(outcome && { outcome }) }
  const { body } = await refund(request)
  if (body.approval) expect((await approveAs(server, second, body.approval)).status).toBe(200)
  await run()
  return { ...family, approval: body.approval, repeat: (change: object) => refund({ ...request, ...change }) }
}

const requestsOf = (accountId: string) =>
  deps.db.many<{ due: number }>(sql`
    select amount_due_minor as due from payment_request where account_id = ${accountId} and is_arrears`)

/** The mail about the refund, in one line. */
async function refundLetter(accountId: string, email: string) {
  const [letter] = await deps.db.many<{ facts: { askedAgain?: number; waived?: number } }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = 'RefundSent'`)
  const { text } = await server.message(email, 'email')
  return { facts: letter?.facts, text: text.replaceAll('\n', ' ') }
}

async function waitTenDays() {
  for (let days = 0; days < 5; days += 1) {
    await goTo(addDays(today('AU'), 2), 'AU')
    await run()
  }
}

describe('A refunded instalment', () => {
  it('is asked for again by default', async () => {
    const { accountId, email, next, now } = await refundedFamily()
    const { facts } = await refundLetter(accountId, email)
    expect(facts).toMatchObject({ askedAgain: next.amount, waived: 0 })
    expect(await now()).toMatchObject({ status: 'Overdue', open: next.amount })
    await waitTenDays()
    expect(await requestsOf(accountId)).toMatchObject([{ due: next.amount }])
    const [asked] = await deps.db.many<{ facts: { amount: number; requestId: string } }>(sql`
      select facts from outbox_message where account_id = ${accountId} and kind = 'PaymentOverdue'`)
    expect(asked?.facts.amount).toBe(next.amount)
    const link = await linkOf(deps, asked?.facts.requestId ?? '')
    const page = await server.call(`GET /api/portal/guest/payment-page-details?request=${link}`)
    expect(page.body.payableDetails.amountDue).toBe(toDecimal(cents(next.amount)))
  })

  it('that is waived is neither asked for nor collected again, and its plan can end', async () => {
    const { accountId, email, next, now, repeat } = await refundedFamily('Waive')
    const { facts, text } = await refundLetter(accountId, email)
    expect(facts).toMatchObject({ askedAgain: 0, waived: next.amount })
    expect(text).toContain('of it again. There is nothing for you to do.')
    expect(await now()).toMatchObject({ status: 'Cancelled', settled: 0, open: 0 })
    expect((await repeat({ outcome: 'AskAgain' })).body.code).toBe('request_id_reused')
    // It was the last payment of the plan.
    await cancelInstalments(server, sql`account_id = ${accountId} and status = 'Scheduled'`)
    const payments = (await paymentsOf(server, accountId)).length
    await waitTenDays()
    expect(await now()).toMatchObject({ status: 'Cancelled', settled: 0, open: 0 })
    expect(await requestsOf(accountId)).toEqual([])
    expect(await paymentsOf(server, accountId)).toHaveLength(payments)
    const plans = await deps.db.many(sql`
      select plan.status from plan join instalment on instalment.account_id = plan.account_id and instalment.plan_id = plan.id
      where plan.account_id = ${accountId} group by plan.id, plan.status`)
    expect(plans).toEqual([{ status: 'Completed' }])
  })
})
