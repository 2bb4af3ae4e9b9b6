import { afterEach, describe, expect, it } from 'vitest'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { bankAccount, unauthorisedBankAccount, visaDebit } from '#tools/demo/sources.ts'
import { addBehind, sumOf } from '#tools/testing/arrears.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { importDeposits } from '../deposits/import-deposits.ts'
import { readFreeCredit } from '../free-credit/free-credit.ts'
import { remitToSchools } from '../remittances/remittances.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'

/** Two features that take or return the same money: at the same moment, or while one of them is slow. */
const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

type Behind = Pick<
  Awaited<ReturnType<typeof addBehind>>,
  'accountId' | 'instId' | 'pay' | 'token' | 'sourceIds'
>

const decimal = (amount: number) => toDecimal(cents(amount))
const goBusinessDays = (days: number) => goTo(addBusinessDays(today('AU'), days, calendars.AU), 'AU')
const takenFrom = async (accountId: string) =>
  (await paymentsOf(server, accountId))
    .filter(({ status }) => status === 'Succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)
const freeCreditOf = async (accountId: string) =>
  (await readFreeCredit(deps.db, { accountId, now: deps.clock() })).free

/** A family that is behind with some payments of its plan, which a link asks for. */
async function behindByLink(account: Parameters<typeof addBehind>[1], ...daysAgo: number[]) {
  const family = await addBehind(server, account)
  await family.fallBehind(...daysAgo)
  await chaseOverdue(deps)
  const [request] = await family.requests()
  const payments = await family.owing()
  return { ...family, payments, total: sumOf(payments), link: await family.link(request?.id ?? '') }
}

/** Like the page of an early payment: with what it said is due. */
async function payEarly({ accountId, instId, pay, token, sourceIds }: Behind, amount: number, place = 0) {
  const path = `GET /api/portal/customer/account/${accountId}/payment-page-details`
  const { institutions } = (await server.call(path, { token })).body
  const { due } = institutions.find(({ id }: { id: string }) => id === instId)
  const body = { repaymentSourceId: sourceIds[place], amount: decimal(amount), instId, due }
  return () => pay(body.amount, { token, body })
}

describe('What is overdue', () => {
  it('is taken once from two parents and the holder of a link at the same moment', async () => {
    const family = await behindByLink({ sources: [visaDebit(), bankAccount()] }, 30, 16)
    const { accountId, total, link } = family
    const [byCard, byBank] = [await payEarly(family, total, 0), await payEarly(family, total, 1)]
    const replies = await Promise.all([byCard(), byBank(), family.payByLink(link, decimal(total))])
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
    await goBusinessDays(6)
    await run()
    expect(await takenFrom(accountId)).toBe(total)
    expect(await family.owing()).toEqual([])
  })

  it('and is on its way from a bank in part can be paid by card for the other part alone', async () => {
    const family = await behindByLink({ sources: [unauthorisedBankAccount(), visaDebit()] }, 30, 16)
    const { accountId, payments, total, link } = family
    const [first] = payments
    const part = first?.owing ?? 0
    const byBank = await payEarly(family, part)
    expect((await byBank()).body).toMatchObject({ status: 'Processing' })
    expect((await family.page(link)).body.payableDetails.amountDue).toBe(decimal(total - part))
    expect((await family.payByLink(link, decimal(total))).status).toBe(409)
    expect((await family.payByLink(link, decimal(total - part))).status).toBe(200)
    // After days the bank sends its part back.
    await goBusinessDays(7)
    await run()
    expect(await takenFrom(accountId)).toBe(total - part)
    expect(await family.owing()).toMatchObject([{ seq: first?.seq, owing: part }])
    expect((await family.payByLink(link, decimal(part))).status).toBe(200)
    expect(await family.owing()).toEqual([])
    expect(await takenFrom(accountId)).toBe(total)
  })
})

describe('An early payment', () => {
  it('of what another parent has paid meanwhile is refused, and one of more than that is, too', async () => {
    const family = await behindByLink({ sources: [visaDebit()] }, 16)
    const { accountId, total, link } = family
    const [same, more] = [await payEarly(family, total), await payEarly(family, total + 100_00)]
    expect((await family.payByLink(link, decimal(total))).status).toBe(200)
    for (const attempt of [same, more])
      expect(await attempt()).toMatchObject({ status: 409, body: { code: 'amount_changed' } })
    expect(await takenFrom(accountId)).toBe(total)
    // Who opens the page now may still send the school something unasked.
    const unasked = await payEarly(family, 100_00)
    expect((await unasked()).body).toMatchObject({ status: 'Succeeded' })
  })
})

describe('A deposit of more than everything that is open', () => {
  it('pays all of it, and the rest is credit that the family is told of and that nobody passes on', async () => {
    const family = await addBehind(server, { bpay: true })
    await family.fallBehind(16)
    const { accountId } = family
    const total = sumOf(await family.owing())
    await deposit(accountId, total + 500_00)
    expect(await family.owing()).toEqual([])
    await goBusinessDays(4)
    await remitToSchools(deps)
    expect(await freeCreditOf(accountId)).toBe(500_00)
    await deliverWaiting(deps)
    const [receipt] = await family.letters('Receipt')
    expect(receipt?.facts).toMatchObject({ amount: total + 500_00, details: { credit: 500_00 } })
  })
})

describe('A refund that meets a dispute', () => {
  it.each(['refund first', 'dispute first'])(
    'of the same payment takes no more than it was: %s',
    async (order) => {
      const family = await addPlanFamily({ sources: [visaDebit()] })
      const { accountId, next } = family
      await family.comeToCollection()
      await run()
      const [paid] = await paymentsOf(server, accountId)
      const charge = await chargeOf(accountId, paid?.id ?? '')
      const refund = () => server.sandboxApi('stripe/refund', { charge, amount: 100_00 })
      const dispute = () => server.sandboxApi('stripe/dispute', { charge, amount: next.amount })
      await (order === 'refund first' ? refund() : dispute())
      await (order === 'refund first' ? dispute() : refund().catch(() => {}))
      await hearNews()
      expect(await family.now()).toMatchObject({ settled: 0 })
      const row = await deps.db.first<{ back: number; amount: number }>(sql`
      select refunded_minor + disputed_minor as back, amount_minor as amount from payment
      where account_id = ${accountId} and id = ${paid?.id}`)
      expect(row?.back).toBe(row?.amount)
    },
  )
})

async function deposit(accountId: string, amount: number): Promise<void> {
  const row = await deps.db.first<{ billerCode: string; crn: string }>(sql`
    select institution.bpay_biller_code as "billerCode", account.bpay_reference as crn
    from account join institution on institution.id = account.institution_id where account.id = ${accountId}`)
  await server.sandboxApi('bpay/receipt', { ...row, amount: decimal(amount) })
  await importDeposits(deps)
}

async function chargeOf(accountId: string, paymentId: string): Promise<string> {
  const row = await deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment where account_id = ${accountId} and id = ${paymentId}`)
  const { data } = await deps.providers.stripe.AU.client.charges.list({ payment_intent: row?.intent ?? '' })
  return data[0]?.id ?? ''
}
