import { afterEach, describe, expect, it } from 'vitest'
import { cents, toDecimal } from '#domain/money.ts'
import { noticeDay } from '#domain/repayments.ts'
import { bpay, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf, type InstalmentRow } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { importDeposits } from '../../books/deposits/import-deposits.ts'

const server = await testServer()
const { deps, call } = server
const { goTo, run, hearNews, addPlanFamily, restFamilies } = daysOf(server)
type Family = Awaited<ReturnType<typeof addPlanFamily>>

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)
const shownStatus = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
  Cancelled: 'ToCome',
} as const

/** What the rows come to, worked out here once more and in another way. */
function figuresOf(rows: InstalmentRow[]) {
  const waiting = rows
    .filter(({ status, open }) => ['Scheduled', 'Retrying'].includes(status) && open > 0)
    .map(({ open, retryOn, collectOn }) => ({
      amount: toDecimal(cents(open)),
      date: retryOn ?? collectOn,
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const nextSeq = rows.find(({ status, open }) => status === 'Scheduled' && open > 0)?.seq
  return {
    next: waiting[0] && {
      date: waiting[0].date,
      amount: sum(waiting.filter(({ date }) => date === waiting[0]?.date).map(({ amount }) => amount)),
    },
    repaid: sum(rows.map(({ settled }) => settled)) / 100,
    payments: rows.map(({ seq, status, dueOn, collectOn, collectedOn, retryOn, amount }) => ({
      date: (status === 'Paid' && collectedOn) || (status === 'Retrying' && retryOn) || collectOn,
      dueDate: dueOn,
      amount: amount / 100,
      status: seq === nextSeq ? 'Next' : shownStatus[status],
      ...(status === 'Retrying' && { retryOn }),
    })),
  }
}

/** The Overview says what the rows say, and the list of accounts says the same. */
async function overviewOf({ accountId, email, mobile, rows }: Family) {
  const token = await server.logIn(email, mobile)
  const { body: overview } = await call(`GET /api/portal/customer/account/${accountId}/overview`, { token })
  const { next, repaid, payments } = figuresOf(await rows())
  const { activePlan: plan } = overview
  expect(overview.nextRepayment).toMatchObject(next ?? {})
  expect([plan.totalRepaid, plan.payments]).toEqual([repaid, payments])
  expect(plan.remainingToBeRepaid).toBeCloseTo(Math.max(0, plan.planYearTotal - repaid), 2)
  const [listed] = (await call('GET /api/portal/customer/accounts', { token })).body
  expect(listed).toMatchObject({
    nextRepayment: next,
    nextRepaymentDate: next?.date,
    lastRepayment: overview.lastRepayment,
    bpayInfo: overview.bpayInfo,
    config: overview.config,
  })
  return overview
}

const debitsOf = async ({ accountId }: Family) =>
  (await paymentsOf(server, accountId)).filter(({ kind }) => kind === 'Instalment')

async function giveBack({ accountId }: Family, kind: 'Instalment' | 'Early') {
  const row = await deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment
    where account_id = ${accountId} and kind = ${kind} and status = 'Succeeded' and provider_payment_id is not null
    order by created_at desc limit 1`)
  const charges = await deps.providers.stripe.AU.client.charges.list({ payment_intent: row?.intent ?? '' })
  await server.sandboxApi('stripe/refund', { charge: charges.data[0]?.id })
  await hearNews()
  await run()
}

describe('The figures of the Overview', () => {
  it('are what is then collected, also of a payment that failed at first', async () => {
    const family = await addPlanFamily()
    const before = await overviewOf(family)
    await family.comeToCollection()
    await run()
    const [first] = await debitsOf(family)
    expect(first).toMatchObject({ status: 'Succeeded', amount: before.nextRepayment.amount * 100 })
    const after = await overviewOf(family)
    expect(after.activePlan.totalRepaid).toBeCloseTo(
      before.activePlan.totalRepaid + before.nextRepayment.amount,
      2,
    )
    expect(after.lastRepayment.amount).toBe(before.nextRepayment.amount)
    expect(after.nextRepayment.previousAmount).toBe(before.nextRepayment.amount)

    const second = (await family.rows()).find(({ status }) => status === 'Scheduled')
    await goTo(noticeDay(second!.collectOn, calendars.AU), 'AU')
    await run()
    await goTo(second!.collectOn, 'AU')
    const action = 'decline:insufficient_funds'
    await server.sandboxApi('faults', { provider: 'stripe', match: family.accountId, action })
    await run()
    const failed = await overviewOf(family)
    const retry = (await family.rows()).find(({ status }) => status === 'Retrying')
    expect(failed.nextRepayment).toMatchObject({ date: retry!.retryOn, amount: retry!.amount / 100 })
    expect(failed.activePlan.totalRepaid).toBe(after.activePlan.totalRepaid)
    await goTo(retry!.retryOn!, 'AU')
    await run()
    const last = await overviewOf(family)
    expect((await debitsOf(family)).at(-1)).toMatchObject({ status: 'Succeeded', amount: retry!.amount })
    expect(last.activePlan.payments.filter(({ status }: { status: string }) => status === 'Failed')).toEqual(
      [],
    )
  })

  it('take off what came ahead, and pass over what came in full', async () => {
    const family = await addPlanFamily({ sources: [bpay()] })
    const { next, accountId } = family
    const deposit = async (amount: number) => {
      const payee = await deps.db.first<object>(sql`
        select institution.bpay_biller_code as "billerCode", account.bpay_reference as crn
        from account join institution on institution.id = account.institution_id where account.id = ${accountId}`)
      await server.sandboxApi('bpay/receipt', { ...payee, amount: toDecimal(cents(amount)) })
      await importDeposits(deps)
      await run()
    }
    const before = await overviewOf(family)
    await deposit(700)
    const part = await overviewOf(family)
    expect(part.nextRepayment).toMatchObject({ amount: (next.amount - 700) / 100, date: next.collectOn })
    expect(part.activePlan.totalRepaid).toBeCloseTo(before.activePlan.totalRepaid + 7, 2)
    await deposit(next.amount)
    const [, following] = (await family.rows()).filter(({ seq }) => seq >= next.seq)
    const whole = await overviewOf(family)
    expect(whole.nextRepayment).toMatchObject({
      amount: (following!.amount - 700) / 100,
      date: following!.collectOn,
      previousAmount: next.amount / 100,
    })
  })

  itLong('count no more what was given back, and count again what was paid for it', async () => {
    const family = await addPlanFamily({ sources: [visaDebit(), visaCredit()] })
    const before = await overviewOf(family)
    await family.comeToCollection()
    await run()
    await giveBack(family, 'Instalment')
    expect(await family.now()).toMatchObject({ status: 'Overdue' })
    expect((await overviewOf(family)).activePlan.totalRepaid).toBe(before.activePlan.totalRepaid)

    const token = await server.logIn(family.email, family.mobile)
    await family.pay(toDecimal(cents(family.next.amount)), { source: family.sourceIds[1], token })
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid' })
    const paid = before.activePlan.totalRepaid + family.next.amount / 100
    expect((await overviewOf(family)).activePlan.totalRepaid).toBeCloseTo(paid, 2)
    await giveBack(family, 'Early')
    expect((await overviewOf(family)).activePlan.totalRepaid).toBe(before.activePlan.totalRepaid)
  })
})

describe('The students', () => {
  it('are in the year that they have come to, the eldest first, and gone after their last', async () => {
    const students = ['Year 9', 'Year 12', 'Year 2', 'Year 10'].map((level, place) => ({
      level,
      firstName: ['Ann', 'Ben', 'Cleo', 'Dan'][place]!,
    }))
    const family = await addPlanFamily({ students })
    const setStart = (name: string, years: number) =>
      deps.db.run(sql`
        update enrolment set start_year = start_year + ${years}::int from student
        where student.account_id = ${family.accountId} and enrolment.account_id = student.account_id
          and enrolment.student_id = student.id and student.first_name = ${name}`)
    await setStart('Ann', -2)
    await setStart('Ben', -1)
    await setStart('Cleo', 1)
    const { students: shown } = await overviewOf(family)
    expect(
      shown.map(({ name, yearLevel }: Record<string, string>) => `${name?.split(' ')[0]} ${yearLevel}`),
    ).toEqual(['Ann Year 11', 'Dan Year 10', 'Cleo Year 2'])
  })
})
