import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { productTypes } from '#domain/accounts.ts'
import { bankAccount, bpay, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { remitToSchools } from '../../books/remittances/remittances.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

afterEach(restFamilies)

type Family = { accountId: string; email: string; mobile: string }

async function overviewOf({ accountId, email, mobile }: Family) {
  const token = await server.logIn(email, mobile)
  const read = (what: string) =>
    server.call(`GET /api/portal/customer/account/${accountId}/${what}`, { token })
  return (await read('overview')).body
}

const problemsOf = async (family: Family) => (await overviewOf(family)).problems

/** The next charge of this family is refused. */
const declineNext = (accountId: string) =>
  server.sandboxApi('faults', { provider: 'stripe', match: accountId, action: 'decline:insufficient_funds' })

const sumOf = (parts: { amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)

describe('The problems on the Overview', () => {
  it('are none while all goes well', async () => {
    expect(await problemsOf(await addPlanFamily())).toEqual([])
  })

  it('tell of a failed payment: why, by which method, and when it is tried again', async () => {
    const family = await addPlanFamily()
    const { next, accountId } = family
    await family.comeToCollection()
    await declineNext(accountId)
    await run()
    const { problems, nextRepayment } = await overviewOf(family)
    const triedAgainOn = addBusinessDays(next.collectOn, 3, calendars.AU)
    expect(problems).toEqual([
      {
        kind: 'PaymentFailed',
        amount: toDecimal(cents(next.amount)),
        surcharge: 0,
        onItsWay: 0,
        dueDate: next.dueOn,
        failedOn: next.collectOn,
        tries: 1,
        reason: 'insufficient_funds',
        method: expect.stringMatching(/Visa/),
        triedAgainOn,
        thenOn: addBusinessDays(next.collectOn, 7, calendars.AU),
        isArranged: false,
        items: [{ dueDate: next.dueOn, amount: toDecimal(cents(next.amount)), triedAgainOn }],
      },
    ])
    expect(nextRepayment.date).toBe(triedAgainOn)
  })

  it('tell what is overdue with the link that pays exactly that, and end once it is paid', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaDebit(), isExpired: true }, visaCredit()] })
    const { next, accountId } = family
    await family.comeToCollection()
    await run()
    const { requestId } = await family.now()
    const link = await linkOf(deps, requestId ?? '')
    const amount = toDecimal(cents(next.amount))
    const { problems, activeRepaymentRequests } = await overviewOf(family)
    expect(problems).toMatchObject([
      {
        kind: 'Overdue',
        amount,
        since: next.dueOn,
        tries: 0,
        reason: 'expired_card',
        requestId: link,
        items: [{ dueDate: next.dueOn, amount }],
      },
      { kind: 'MethodUnusable', trouble: 'CardExpired' },
    ])
    expect(activeRepaymentRequests).toMatchObject([{ id: link, isForOverdueInstalment: true }])
    const token = await server.logIn(family.email, family.mobile)
    expect((await family.pay(amount, { source: family.sourceIds[1], token })).body.status).toBe('Succeeded')
    await run()
    expect(await problemsOf({ ...family, accountId })).toMatchObject([{ kind: 'MethodUnusable' }])
  })

  itLong('do not ask again for what the family has sent and its bank has yet to pay', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaDebit(), isExpired: true }, bankAccount()] })
    await family.comeToCollection()
    await run()
    const token = await server.logIn(family.email, family.mobile)
    const amount = toDecimal(cents(family.next.amount))
    expect((await family.pay(amount, { source: family.sourceIds[1], token })).body.status).toBe('Processing')
    const [overdue] = await problemsOf(family)
    expect(overdue).toMatchObject({ kind: 'Overdue', amount: 0, onItsWay: amount, items: [] })
  })

  itLong('ask a family that pays by BPAY to pay, and say when it is late', async () => {
    const family = await addPlanFamily({ sources: [bpay()] })
    const { next } = family
    await goTo(addDays(next.collectOn, -5), 'AU')
    const amount = toDecimal(cents(next.amount))
    expect(await problemsOf(family)).toMatchObject([
      { kind: 'BpayDue', amount, dueDate: next.collectOn, isLate: false },
    ])
    await goTo(addBusinessDays(next.collectOn, 2, calendars.AU), 'AU')
    expect(await problemsOf(family)).toMatchObject([
      { kind: 'BpayDue', isLate: true, missedOn: addBusinessDays(next.collectOn, 4, calendars.AU) },
    ])
  })

  itLong('warn of a card that expires before its payments do', async () => {
    const family = await addPayer(server, {
      sources: [{ ...visaDebit(), isExpiring: true }],
      plans: [{ status: 'Current', starts: -30, frequency: 'Month' }],
    })
    const month = today('AU').slice(0, 7)
    expect(await problemsOf(family)).toMatchObject([
      { kind: 'MethodExpiring', lastDay: expect.stringMatching(month) },
    ])
  })

  itLong('name fees that the plan leaves out, and none that it collects', async () => {
    const outstanding = { amount: cents(850_00), isCovered: false }
    const left = await addPayer(server, { plans: [{ status: 'Current', outstanding }] })
    const overview = await overviewOf(left)
    expect(overview.problems).toMatchObject([{ kind: 'OutstandingFees', amount: 850 }])
    expect(overview.activePlan.outstandingFeesCovered).toBe(false)
    const covered = await addPayer(server, {
      plans: [{ status: 'Current', outstanding: { ...outstanding, isCovered: true } }],
    })
    expect(await problemsOf(covered)).toEqual([])
  })

  itLong('say since when a plan is under review, and when the answer usually comes', async () => {
    const family = await addPayer(server, { plans: [{ status: 'ManualReview' }] })
    const [review] = await problemsOf(family)
    expect(review).toMatchObject({ kind: 'PlanUnderReview' })
    expect(review.usuallyBy).toBe(addBusinessDays(review.since, 2, calendars.AU))
  })

  itLong('say which discount waits to be confirmed', async () => {
    const family = await addPayer(server)
    await deps.db.run(sql`
      insert into declared_discount (account_id, id, plan_id, type, percent_basis_points, taken_off_minor, status,
        declared_at)
      select account_id, gen_random_uuid(), id, 'StaffDiscount', 1000, 50000, 'Declared', ${deps.clock()}
      from plan where account_id = ${family.accountId}`)
    expect(await problemsOf(family)).toMatchObject([
      { kind: 'DiscountDeclared', types: ['StaffDiscount'], since: today('AU') },
    ])
  })

  it('give staff who act as the customer no link', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaDebit(), isExpired: true }] })
    await family.comeToCollection()
    await run()
    const { staffToken } = await import('#tools/testing/payer.ts')
    const token = await staffToken(server, family, 'staff@larkwell.example')
    const { body } = await server.call(`GET /api/portal/customer/account/${family.accountId}/overview`, {
      token,
    })
    expect(body.problems[0]).toMatchObject({ kind: 'Overdue', requestId: null })
  })
})

describe('The parts of the balance', () => {
  const shown = productTypes.filter((type) => type !== 'PayPlus' && type !== 'Passthrough')

  it.each(firstOf(2, shown))('add up to it on the Overview and in Transactions (%s)', async (productType) => {
    const family = await addPayer(server, { productType, balance: cents(859_00) })
    await family.pay(120)
    const { currentBalance, balanceParts } = await overviewOf(family)
    expect(sumOf(balanceParts)).toBe(Math.round(currentBalance * 100))
    const token = await server.logIn(family.email, family.mobile)
    const { body } = await server.call(`GET /api/portal/customer/account/${family.accountId}/transactions`, {
      token,
    })
    expect(body.balanceParts).toEqual(balanceParts)
  })

  it('say what is on its way to which school, and what can be withdrawn, until it has gone there', async () => {
    const family = await addPlanFamily({
      productType: 'PlusServiced',
      plans: [{ status: 'Current', starts: 12 }],
    })
    const { next } = family
    expect((await overviewOf(family)).balanceParts).toEqual([])
    await family.comeToCollection()
    await run()
    expect((await overviewOf(family)).balanceParts).toEqual([
      { kind: 'ToSchool', amount: toDecimal(cents(next.amount)), schoolName: 'Wattle Grove College' },
      { kind: 'Available', amount: 0 },
    ])
    await goTo(addBusinessDays(today('AU'), 3, calendars.AU), 'AU')
    await remitToSchools(deps)
    expect((await overviewOf(family)).balanceParts).toEqual([])
  })
})

describeLong('Early payments', () => {
  it('are on the Overview of a product without a balance, without what they have paid of the plan', async () => {
    const family = await addPlanFamily({
      productType: 'PayPlus',
      sources: [{ ...visaDebit(), isExpired: true }, visaCredit()],
    })
    expect((await overviewOf(family)).earlyPayments).toBeNull()
    await family.comeToCollection()
    await run()
    const token = await server.logIn(family.email, family.mobile)
    await family.pay(toDecimal(cents(family.next.amount + 75_00)), { source: family.sourceIds[1], token })
    await run()
    expect((await overviewOf(family)).earlyPayments).toEqual({ amount: 75, date: today('AU') })
  })

  it('are in the balance of all other products', async () => {
    const family = await addPayer(server, { productType: 'Pay', plans: [] })
    await family.pay(75)
    expect(await overviewOf(family)).toMatchObject({ earlyPayments: null })
  })
})
