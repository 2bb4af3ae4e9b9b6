import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount } from '#tools/demo/sources.ts'
import { addBehind } from '#tools/testing/arrears.ts'
import { addFamily } from '#tools/testing/family.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { cancelInstalments, daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { warnOfExpiringCards } from '../../books/payment-methods/expiring-cards.ts'
import { renewPlans } from '../../plans/payment-schedule/renewals.ts'
import { remindOfUnfinished } from '../../plans/payment-schedule/unfinished-plans.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'
import { runRepayments } from '../../plans/repayments/run-repayments.ts'
import { endHoldAndNotify } from '../../plans/care/care-letters.ts'
import { startHold } from './holds.ts'

const server = await testServer({ quietHours: { from: 20, until: 8 } })
const { deps } = server
const { goTo, addPlanFamily, run, hearNews } = daysOf(server)

// Ten o'clock on a day of the last term, when plans are renewed.
const began = Date.parse('2027-10-19T00:00:00Z')
beforeEach(() => server.travel(began - deps.clock().getTime()))

afterEach(() => expectSoundLedger(server))

const today = () => dateIn('AU', deps.clock())
const travelTo = (day: CalendarDate) => goTo(day, 'AU')

let count = 0
async function family(account: Account = {}) {
  count += 1
  const email = `held${count}@demo.example`
  const { accountId, accounts } = await addFamily(server, {
    email,
    mobile: `+614915${String(40_100 + count)}`,
    accounts: [account],
  })
  const [sourceId] = accounts[0]?.sourceIds ?? []
  return { accountId, email, sourceId }
}
type Family = Awaited<ReturnType<typeof family>>

const hold = ({ accountId }: Pick<Family, 'accountId'>) =>
  deps.db.transaction((tx) => startHold(tx, { accountId, endsOn: addDays(today(), 60), at: deps.clock() }))
const goOn = ({ accountId }: Pick<Family, 'accountId'>) =>
  deps.db.transaction((tx) => endHoldAndNotify(tx, deps, { accountId, by: 'Withdrawn' }))

/** Moves to a time at which new messages wait for the reader's morning. */
async function atNight(): Promise<void> {
  await server.travel(Date.parse(`${today()}T13:30:00Z`) - deps.clock().getTime())
}

const atDay = () => server.travel(11 * 60 * 60_000)

/** Sends waiting messages by day, so that none waits for the morning, and late enough for the sweep to take them. */
async function sweep(): Promise<void> {
  await server.travel(2 * 60 * 60_000)
  await deliverAll()
}

async function deliverAll(): Promise<void> {
  // The server's own jobs may be sending some of them.
  const waiting = async () => {
    await deliverWaiting(deps)
    return deps.db.many(sql`
      select kind from outbox_message
      where status = 'Waiting' and coalesce(not_before, ${deps.clock()}) <= ${deps.clock()}`)
  }
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
}

const sentTo = async ({ accountId }: Pick<Family, 'accountId'>, kind: string) =>
  deps.db.many(sql`
    select from outbox_message where account_id = ${accountId} and kind = ${kind} and status = 'Sent'`)

const yearStart = ({ accountId }: Family) =>
  deps.db
    .first<{ on: CalendarDate }>(sql`
      select max(start_date) as on from plan_version where account_id = ${accountId}`)
    .then((row) => row!.on)

/** A family with a plan for this year, at the time when it is renewed. */
async function renewing(): Promise<Family> {
  await server.travel(-130 * 24 * 60 * 60_000)
  const they = await family({})
  await deps.db.run(sql`update institution set renewal_opens_days = 75`)
  await server.travel(130 * 24 * 60 * 60_000)
  return they
}

type Case = {
  kind: string
  begin: () => Promise<Family>
  work: () => Promise<unknown>
}

const cases: Case[] = [
  {
    kind: 'PlanUnfinished',
    begin: async () => {
      const they = await family({
        plans: [{ status: 'Current' }, { status: 'Draft', year: 'Next', savedBy: 'Renewal' }],
      })
      await travelTo(addDays(await yearStart(they), -3))
      return they
    },
    work: () => remindOfUnfinished(deps),
  },
  {
    kind: 'CardExpiring',
    begin: async () => {
      const they = await family({ plans: [{ status: 'Current' }] })
      await deps.db.run(sql`
        update repayment_source set card_expiry = ${today().slice(0, 7)} where account_id = ${they.accountId}`)
      return they
    },
    work: () => warnOfExpiringCards(deps),
  },
  {
    kind: 'RenewalReminder',
    begin: async () => {
      const they = await renewing()
      await renewPlans(deps)
      await travelTo(addDays(planEditCutOff(await yearStart(they), calendars.AU), -2))
      return they
    },
    work: () => renewPlans(deps),
  },
  {
    kind: 'PlanToReview',
    begin: () => renewing(),
    work: () => renewPlans(deps),
  },
]

describe('While payments are on hold', () => {
  it.each(firstOf(1, cases))(
    'no letter of the kind $kind leaves, and one does when they go on',
    async (each) => {
      const they = await each.begin()
      await hold(they)
      await each.work()
      await sweep()
      expect(await sentTo(they, each.kind)).toEqual([])
      await goOn(they)
      await each.work()
      await sweep()
      expect(await sentTo(they, each.kind)).toHaveLength(1)
    },
  )

  it.each(firstOf(1, cases))(
    'a letter of the kind $kind that is written already waits, and leaves once',
    async (each) => {
      const they = await each.begin()
      await atNight()
      await each.work()
      await hold(they)
      await atDay()
      await sweep()
      expect(await sentTo(they, each.kind)).toEqual([])
      await goOn(they)
      await each.work()
      await sweep()
      expect(await sentTo(they, each.kind)).toHaveLength(1)
    },
  )

  it('a letter about a plan that was saved meanwhile does not leave any more', async () => {
    const they = await renewing()
    await hold(they)
    await renewPlans(deps)
    await deps.db.run(sql`
      update plan_version set saved_by = 'Customer' where account_id = ${they.accountId} and saved_by = 'Renewal'`)
    await goOn(they)
    await sweep()
    expect(await sentTo(they, 'PlanToReview')).toEqual([])
  })

  it('an expired card causes no letter, and afterwards only if no other method pays', async () => {
    for (const hasOther of [false, true]) {
      const they = await family({ plans: [{ status: 'Current' }] })
      await deps.db.run(sql`
        update repayment_source set card_expiry = '2026-01' where account_id = ${they.accountId}`)
      await hold(they)
      await warnOfExpiringCards(deps)
      await sweep()
      expect(await sentTo(they, 'SourceUnusable')).toEqual([])
      if (hasOther)
        await deps.db.run(sql`
          update repayment_source set card_expiry = '2040-01', status = 'Usable' where account_id = ${they.accountId}`)
      await goOn(they)
      await sweep()
      expect(await sentTo(they, 'SourceUnusable')).toHaveLength(hasOther ? 0 : 1)
    }
  })

  it('a renewed plan without a method is not taken back, nor one with a method begun anew', async () => {
    const they = await renewing()
    await renewPlans(deps)
    const start = await yearStart(they)
    await deps.db.run(sql`
      update repayment_source set status = 'Unusable' where account_id = ${they.accountId}`)
    await cancelInstalments(
      server,
      sql`account_id = ${they.accountId} and due_on < ${start} and status <> 'Paid'`,
    )
    await travelTo(addDays(start, 7))
    await hold(they)
    await runRepayments(deps)
    const statuses = () =>
      deps.db.many(sql`
        select status from plan where account_id = ${they.accountId} order by tuition_year desc limit 1`)
    expect(await statuses()).toEqual([{ status: 'Saved' }])
    await goOn(they)
    await runRepayments(deps)
    expect(await statuses()).toEqual([{ status: 'Draft' }])
    await sweep()
    expect(await sentTo(they, 'RenewalHeld')).toHaveLength(1)
    // A payment method is added, and payments are on hold once more.
    await hold(they)
    await deps.db.run(sql`
      update repayment_source set status = 'Usable' where account_id = ${they.accountId}`)
    await renewPlans(deps)
    expect(await statuses()).toEqual([{ status: 'Draft' }])
    await goOn(they)
    await renewPlans(deps)
    expect(await statuses()).toEqual([{ status: 'Saved' }])
  })

  it('overdue payments are not reminded of', async () => {
    const they = await addBehind(server)
    await they.fallBehind(30)
    await atNight()
    await chaseOverdue(deps)
    await server.travel(11_000)
    await deliverAll()
    await hold(they)
    await atDay()
    await sweep()
    expect(await sentTo(they, 'PaymentOverdue')).toEqual([])
    await server.travel(8 * 24 * 60 * 60_000)
    await goOn(they)
    await chaseOverdue(deps)
    await sweep()
    expect(await sentTo(they, 'PaymentOverdue')).toHaveLength(1)
  })
})

describe('A debit that the bank sends back', () => {
  const feesOf = ({ accountId }: Pick<Family, 'accountId'>) =>
    deps.db.many(sql`select from ledger_entry where account_id = ${accountId} and kind = 'Fee'`)
  const isOverdue = async (they: Awaited<ReturnType<typeof addPlanFamily>>) =>
    (await they.now()).status === 'Overdue'

  const moments: [string, boolean][] = [
    ['during a hold costs nothing, also where it is asked for afterwards', true],
    ['costs the fee of its school otherwise', false],
  ]
  it.each(firstOf(1, moments))('%s', async (_, isHeld) => {
    const they = await addPlanFamily({ sources: [bankAccount()], plans: [{ status: 'Current' }] })
    await deps.db.run(sql`
      update institution set dishonour_fee_minor = 1500
      where id = (select institution_id from account where id = ${they.accountId})`)
    await they.comeToCollection()
    await run()
    expect((await they.now()).status).toBe('Collecting')
    if (isHeld) await hold(they)
    const sent = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment
      where account_id = ${they.accountId} and status = 'Processing'`)
    await server.sandboxApi('stripe/settle', { paymentIntent: sent?.intent, outcome: 'account_closed' })
    await hearNews()
    await run()
    expect(await isOverdue(they)).toBe(true)
    expect(await feesOf(they)).toHaveLength(isHeld ? 0 : 1)
    if (isHeld) await goOn(they)
    await run()
    expect(await feesOf(they)).toHaveLength(isHeld ? 0 : 1)
    expect((await they.now()).requestId).not.toBeNull()
  })
})
