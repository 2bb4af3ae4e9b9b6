import { afterEach, describe, expect, it } from 'vitest'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { depositMissedOn, noticeDay } from '#domain/repayments.ts'
import { bankAccount, bpay, ukBankAccount, ukVisaDebit, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { importDeposits } from '../deposits/import-deposits.ts'

const server = await testServer()
const { deps, call } = server
const { goTo, run, today, addPlanFamily } = daysOf(server)
type Family = Awaited<ReturnType<typeof addPlanFamily>>

afterEach(() => expectSoundLedger(server))

const path = ({ accountId }: Family, end: string) => `/api/portal/customer/account/${accountId}/${end}`

async function detailsOf(family: Family): Promise<RepaymentDetails> {
  const token = await server.logIn(family.email, family.mobile)
  return (await call(`GET ${path(family, 'repayment-details')}`, { token })).body
}

/** Makes the second payment method the active one, and gives what then holds of the repayment. */
async function activateSecond(family: Family) {
  const token = await server.logIn(family.email, family.mobile)
  const { body: before } = await call(`GET ${path(family, 'repayment-details')}`, { token })
  const { status, body } = await call(`POST ${path(family, 'activate-repayment-source')}`, {
    token,
    body: {
      repaymentChangeId: before.repayments[0].repaymentChangeId,
      repaymentSourceId: family.sourceIds[1],
    },
  })
  expect(status).toBe(200)
  return { ...body.repayments[0], told: before.repayments[0].firstToMove } as {
    isPending: boolean
    changeEffectiveDate: CalendarDate | null
    told: { amount: number; date: CalendarDate } | null
  }
}

/** What the provider was asked to take from this family, by the name of the payment method, oldest first. */
async function takenFrom({ accountId, region }: Family): Promise<[name: string, amount: number][]> {
  const account = await deps.db.first<{ customer: string }>(sql`
    select stripe_customer_id as customer from account where id = ${accountId}`)
  const names = await deps.db.many<{ id: string; name: string }>(sql`
    select provider_payment_method_id as id, display_name as name from repayment_source
    where account_id = ${accountId}`)
  const { data } = await deps.providers.stripe[region].client.paymentIntents.list({
    customer: account?.customer ?? '',
  })
  return data
    .toReversed()
    .map(({ payment_method: used, amount }) => [
      names.find(({ id }) => id === used)?.name ?? 'nothing',
      amount,
    ])
}

async function deposit({ accountId }: Family, amount: number) {
  const payee = await deps.db.first<object>(sql`
    select institution.bpay_biller_code as "billerCode", account.bpay_reference as crn
    from account join institution on institution.id = account.institution_id where account.id = ${accountId}`)
  await server.sandboxApi('bpay/receipt', { ...payee, amount: toDecimal(cents(amount)) })
  await importDeposits(deps)
  await run()
}

/** Two collections are to come, on whatever day of the year this runs. */
const plans = [{ status: 'Saved' as const, year: 'Next' as const }]

const [card, credit, bank] = ['Visa ending 5556', 'Visa ending 4242', 'Bank account ending 3456']

describe('The next debits follow the active payment method', () => {
  it('in Australia, from card to bank, bank to card, card to BPAY and back, before and after the cut-off', async () => {
    const early = await addPlanFamily({ plans, sources: [visaDebit(), bankAccount()] })
    const late = await addPlanFamily({ plans, sources: [visaDebit(), bankAccount()] })
    const earlyCard = await addPlanFamily({ plans, sources: [bankAccount(), visaCredit()] })
    const lateCard = await addPlanFamily({ plans, sources: [bankAccount(), visaCredit()] })
    const toDeposit = await addPlanFamily({ plans, sources: [visaDebit(), bpay()] })
    const fromDeposit = await addPlanFamily({ plans, sources: [bpay(), visaDebit()] })
    const { collectOn: first } = early.next
    const second = (await early.rows()).find(({ seq }) => seq === early.next.seq + 1)?.collectOn ?? first
    const cutOff = planEditCutOff(first, calendars.AU)
    if (noticeDay(first, calendars.AU) > today('AU')) await goTo(noticeDay(first, calendars.AU), 'AU')
    await run()

    await goTo(cutOff, 'AU')
    const cost = (await detailsOf(earlyCard)).repaymentSources[1]?.surcharge.nextPayment ?? 0
    expect(cost).toBeGreaterThan(0)
    for (const family of [early, earlyCard, toDeposit])
      expect(await activateSecond(family)).toMatchObject({
        isPending: false,
        told: { date: first, amount: family.next.amount / 100 },
      })
    await goTo(addDays(cutOff, 1), 'AU')
    for (const family of [late, lateCard])
      expect(await activateSecond(family)).toMatchObject({
        isPending: true,
        changeEffectiveDate: addDays(first, 1),
        told: { date: second },
      })

    await goTo(first, 'AU')
    await run()
    expect(await takenFrom(early)).toEqual([[bank, early.next.amount]])
    expect(await takenFrom(late)).toEqual([[card, late.next.amount]])
    expect(await takenFrom(lateCard)).toEqual([[bank, lateCard.next.amount]])
    const { amount } = earlyCard.next
    expect(await takenFrom(earlyCard)).toEqual([[credit, amount + Math.round(cost * 100)]])
    const byCard = (await paymentsOf(server, earlyCard.accountId)).find(({ kind }) => kind === 'Instalment')
    expect(byCard).toMatchObject({ amount, surcharge: Math.round(cost * 100) })

    // A deposit may be on its way: a family that leaves BPAY now is not debited for the same payment.
    await goTo(addBusinessDays(first, 1, calendars.AU), 'AU')
    expect(await activateSecond(fromDeposit)).toMatchObject({
      isPending: true,
      changeEffectiveDate: addDays(depositMissedOn(first, calendars.AU), 1),
      told: { date: second },
    })
    await run()
    await goTo(addBusinessDays(first, 2, calendars.AU), 'AU')
    for (const family of [toDeposit, fromDeposit]) {
      expect(await takenFrom(family)).toEqual([])
      await deposit(family, family.next.amount)
      expect(await family.now()).toMatchObject({ status: 'Paid', settled: family.next.amount })
      expect(await takenFrom(family)).toEqual([])
    }

    await goTo(noticeDay(second, calendars.AU), 'AU')
    await run()
    await goTo(second, 'AU')
    await run()
    const names = async (family: Family) => (await takenFrom(family)).map(([name]) => name)
    expect(await names(early)).toEqual([bank, bank])
    expect(await names(late)).toEqual([card, bank])
    expect(await names(earlyCard)).toEqual([credit, credit])
    expect(await names(lateCard)).toEqual([bank, credit])
    expect(await names(toDeposit)).toEqual([])
    expect(await names(fromDeposit)).toEqual([card])
  })

  it('are announced by the payment method that will pay them, while a change to it still waits', async () => {
    const family = await addPlanFamily({ plans, sources: [bpay(), visaDebit()] })
    const first = addBusinessDays(today('AU'), 1, calendars.AU)
    const moved = addBusinessDays(first, 5, calendars.AU)
    for (const [place, day] of [first, moved].entries())
      await deps.db.run(sql`
        update instalment set due_on = ${day}, collect_on = ${day}
        where account_id = ${family.accountId} and seq = ${place + 1}`)
    await run()
    await goTo(first, 'AU')
    expect(await activateSecond(family)).toMatchObject({
      isPending: true,
      changeEffectiveDate: addDays(addBusinessDays(first, 4, calendars.AU), 1),
      told: { date: moved },
    })
    await goTo(noticeDay(moved, calendars.AU), 'AU')
    await run()
    const announced = await deps.db.many<{
      kind: string
      facts: { collectOn?: string; methodName?: string }
    }>(sql`
      select kind, facts from outbox_message where account_id = ${family.accountId} and kind like 'Upcoming%'
      order by once`)
    expect(announced).toMatchObject([
      { kind: 'UpcomingDeposit', facts: { dueOn: first } },
      { kind: 'UpcomingDebit', facts: { collectOn: moved, methodName: card } },
    ])
  })

  it('in the United Kingdom, to and from a Bacs Direct Debit', async () => {
    const school = 'Oakfield School'
    const toBacs = await addPlanFamily({ school, plans, sources: [ukVisaDebit(), ukBankAccount()] })
    const lateToBacs = await addPlanFamily({ school, plans, sources: [ukVisaDebit(), ukBankAccount()] })
    const fromBacs = await addPlanFamily({ school, plans, sources: [ukBankAccount(), ukVisaDebit()] })
    const { collectOn } = toBacs.next
    const cutOff = planEditCutOff(collectOn, calendars.UK)
    if (noticeDay(collectOn, calendars.UK) > today('UK')) await goTo(noticeDay(collectOn, calendars.UK), 'UK')
    await run()
    await goTo(cutOff, 'UK')
    for (const family of [toBacs, fromBacs])
      expect(await activateSecond(family)).toMatchObject({ isPending: false, told: { date: collectOn } })
    await goTo(addDays(cutOff, 1), 'UK')
    expect(await activateSecond(lateToBacs)).toMatchObject({ isPending: true })
    await goTo(collectOn, 'UK')
    await run()
    expect(await takenFrom(toBacs)).toEqual([['Bank account ending 2345', toBacs.next.amount]])
    expect(await takenFrom(lateToBacs)).toEqual([['Visa ending 0005', lateToBacs.next.amount]])
    expect(await takenFrom(fromBacs)).toEqual([['Visa ending 0005', fromBacs.next.amount]])
  })
})
