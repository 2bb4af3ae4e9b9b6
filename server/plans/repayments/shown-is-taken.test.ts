import { afterEach, describe, expect, it } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { addDays, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { noticeDay } from '#domain/repayments.ts'
import { bankAccount, bpay, visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { readCalendar } from '#tools/testing/read-calendar.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

type Family = { accountId: string; email: string; mobile: string }

const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), 'AU')
const inCents = (amount: number) => Math.round(amount * 100)

async function read<Body>({ accountId, email, mobile }: Family, path: string): Promise<Body> {
  const token = await server.logIn(email, mobile)
  return (await server.call(`GET /api/portal/customer/account/${accountId}/${path}`, { token })).body
}

const overviewOf = (family: Family) => read<Overview>(family, 'overview')

async function nextOf(family: Family) {
  const { nextRepayment } = await overviewOf(family)
  if (!nextRepayment) throw new Error('The Overview shows no next payment')
  return { ...nextRepayment, date: nextRepayment.date as CalendarDate }
}

const messagesAbout = (accountId: string, kind: string) =>
  deps.db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at`)

/** What the ledger holds of a day: what the family paid, and what was charged for paying by card. */
async function takenOn({ accountId }: Family, day: CalendarDate) {
  return deps.db.first<{ amount: number; surcharge: number }>(sql`
    select coalesce(sum(posting.amount_minor) filter (where posting.book = 'Family'), 0)::bigint as amount,
      coalesce(sum(posting.amount_minor) filter (where posting.book = 'SurchargeIncome'), 0)::bigint as surcharge
    from ledger_entry entry join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id
    where entry.account_id = ${accountId} and entry.posted_on = ${day}
      and (entry.kind = 'Repayment' or posting.book = 'SurchargeIncome')`)
}

/** The Overview's next payment is what the ledger takes on its day, and until then it takes nothing. */
async function expectTakenAsShown(family: Family): Promise<void> {
  const shown = await nextOf(family)
  const dayBefore = addBusinessDays(shown.date, -1, calendars.AU)
  if (dayBefore > today('AU')) {
    await goTo(dayBefore, 'AU')
    await run()
    expect(await takenOn(family, dayBefore)).toEqual({ amount: 0, surcharge: 0 })
    // It is too late to move it, and nothing else has changed.
    expect(await nextOf(family)).toEqual({ ...shown, movableUntil: null })
  }
  await goTo(shown.date, 'AU')
  await run()
  expect(await takenOn(family, shown.date)).toEqual({
    amount: inCents(shown.amount),
    surcharge: inCents(shown.surcharge),
  })
  expect(inCents(shown.total)).toBe(inCents(shown.amount) + inCents(shown.surcharge))
}

const declineNext = ({ accountId }: Family) =>
  server.sandboxApi('faults', {
    provider: 'stripe',
    match: accountId,
    action: 'decline:insufficient_funds',
  })

describe('The next payment', () => {
  it('is the sum of a new try and an instalment that fall on one day, in all places', async () => {
    const family = await addPlanFamily({ sources: [visaCredit()] })
    const { next, accountId } = family
    const second = addBusinessDays(next.collectOn, 3, calendars.AU)
    await deps.db.run(sql`
      update instalment set due_on = ${second}, collect_on = ${second}
      where account_id = ${accountId} and seq = ${next.seq + 1}`)
    await family.comeToCollection()
    await declineNext(family)
    await run()
    await run()

    const shown = await nextOf(family)
    const surcharge = 2 * Math.round(next.amount / 100)
    expect(shown).toMatchObject({
      date: second,
      amount: toDecimal(cents(2 * next.amount)),
      surcharge: toDecimal(cents(surcharge)),
      previousAmount: null,
      parts: [
        { dueDate: next.dueOn, amount: toDecimal(cents(next.amount)), isRetry: true },
        { dueDate: second, amount: toDecimal(cents(next.amount)), isRetry: false },
      ],
    })
    const explained = await read<any>(family, 'explanations/next-payment')
    expect(explained.amount).toBe(shown.amount)
    expect(explained.sentence).toContain(money(2 * next.amount + surcharge))
    expect(explained.groups.flatMap((group: any) => group.lines)).toHaveLength(2)
    const token = await server.logIn(family.email, family.mobile)
    const [account] = (await server.call('GET /api/portal/customer/accounts', { token })).body
    expect(account.nextRepayment).toEqual({ amount: shown.amount, date: second })
    const [failure] = await messagesAbout(accountId, 'PaymentFailed')
    expect(failure?.facts).toMatchObject({
      retryOn: second,
      onThatDay: {
        total: 2 * next.amount + surcharge,
        parts: [
          { dueOn: next.dueOn, amount: next.amount, isRetry: true },
          { dueOn: second, amount: next.amount, isRetry: false },
        ],
      },
    })
    await expectTakenAsShown(family)
  })

  it('is the sum of two plans that collect on one day, announced by one mail with both', async () => {
    const family = await addPlanFamily({
      sources: [visaCredit()],
      plans: [{ status: 'Current' }, { status: 'Saved', year: 'Next' }],
    })
    const { next, accountId } = family
    await deps.db.run(sql`
      update plan set status = 'Current' where account_id = ${accountId} and status = 'Saved'`)
    await deps.db.run(sql`
      update instalment set due_on = ${next.dueOn}, collect_on = ${next.collectOn}
      where account_id = ${accountId} and plan_id <> ${next.planId} and seq = 1`)
    const notice = noticeDay(next.collectOn, calendars.AU)
    if (notice > today('AU')) await goTo(notice, 'AU')
    await run()
    const both = (await family.rows()).filter(({ collectOn }) => collectOn === next.collectOn)
    expect(both).toHaveLength(2)
    const shown = await nextOf(family)
    expect(inCents(shown.amount)).toBe(both[0]!.amount + both[1]!.amount)
    const announced = (await messagesAbout(accountId, 'UpcomingDebit')).filter(
      ({ facts }) => facts.collectOn === next.collectOn,
    )
    expect(announced).toHaveLength(1)
    const { text } = await server.message(family.email, 'email')
    expect(text).toContain(formatCurrency(shown.total, 'AU'))
    for (const { amount } of both) expect(text).toContain(money(amount))
    await expectTakenAsShown(family)
  })

  describe('whose surcharge changes after its notice', () => {
    const setRate = (rate: number) =>
      deps.db.run(sql`
        update surcharge_rate set basis_points = ${rate}
        where region = 'AU' and card_group = 'VisaOrMastercardCredit'`)
    const setAbsorption = (absorption: string) =>
      deps.db.run(sql`
        update institution set absorb_card_surcharge = ${absorption} where name = 'Wattle Grove College'`)
    afterEach(async () => {
      await setRate(100)
      await setAbsorption('None')
    })

    const surchargeAt = (amount: number, basisPoints: number) => Math.round((amount * basisPoints) / 10_000)

    /** Every place where a family, or staff about it, reads the sum of its next payment, in cents. */
    async function sumsOf(family: Family & { next: { dueOn: CalendarDate } }) {
      const { nextRepayment, problems } = await overviewOf(family)
      const failed = problems.find(({ kind }) => kind === 'PaymentFailed')
      const schedule = await read<PaymentPlan>(family, 'payment-schedule')
      const row = schedule.payments.find(({ dueDate }) => dueDate === family.next.dueOn)
      const methods = await read<RepaymentDetails>(family, 'repayment-details')
      const explained = await read<any>(family, 'explanations/next-payment')
      const [notice] = (await messagesAbout(family.accountId, 'UpcomingDebit')).slice(-1)
      const { token } = await addStaff(server, 'operations')
      const desk = (await server.call(`GET /api/staff/accounts/${family.accountId}`, { token })).body
      const glance = (await server.call(`GET /api/staff/families/${family.accountId}`, { token })).body
      return {
        overview: inCents(nextRepayment?.total ?? 0),
        schedule: inCents(row?.debit?.total ?? row?.amount ?? 0),
        methods: inCents(
          (nextRepayment?.amount ?? 0) + (methods.repaymentSources[0]?.surcharge.nextPayment ?? 0),
        ),
        explained: [...explained.sentence.matchAll(/\$([\d,.]+\d)/g)].at(-1)?.[1],
        notice: notice ? notice.facts.amount + notice.facts.surcharge : 0,
        desk: inCents(desk.nextPayment.total),
        glance: inCents(glance.glance.next.amount),
        ...(failed?.kind === 'PaymentFailed' && { problem: inCents(failed.amount + failed.surcharge) }),
      }
    }

    const allOf = (total: number) => ({
      overview: total,
      schedule: total,
      methods: total,
      explained: toDecimal(cents(total)).toLocaleString('en-AU', { minimumFractionDigits: 2 }),
      notice: total,
      desk: total,
      glance: total,
    })

    async function announcedFamily(sources = [visaCredit()]) {
      const family = await addPlanFamily({ sources })
      const notice = noticeDay(family.next.collectOn, calendars.AU)
      if (notice > today('AU')) await goTo(notice, 'AU')
      await run()
      return family
    }

    const chargesOf = ({ accountId }: Family) =>
      deps.db.many<{ total: number; status: string }>(sql`
        select (amount_minor + surcharge_minor)::int as total, status from payment
        where account_id = ${accountId} and provider_key is not null order by created_at`)

    it('is announced anew when dearer, taken for less when cheaper, and the same in all places', async () => {
      const family = await announcedFamily()
      const { next } = family
      const at = (basisPoints: number) => next.amount + surchargeAt(next.amount, basisPoints)
      expect(await sumsOf(family)).toEqual(allOf(at(100)))

      await setRate(150)
      // Until it is announced anew, what was announced stands.
      expect(await sumsOf(family)).toEqual(allOf(at(100)))
      await goTo(next.collectOn, 'AU')
      await run()
      await run()
      expect(await chargesOf(family)).toEqual([])
      expect(await sumsOf(family)).toEqual(allOf(at(150)))
      const again = await nextOf(family)
      expect(again.date > next.collectOn).toBe(true)

      await setRate(125)
      expect(await sumsOf(family)).toEqual({ ...allOf(at(125)), notice: at(150) })
      await goTo(again.date, 'AU')
      await declineNext(family)
      await run()
      expect(await chargesOf(family)).toEqual([{ total: at(125), status: 'Failed' }])

      // The mail names what is taken on the day of the next try, and no more is taken then.
      const [letter] = await messagesAbout(family.accountId, 'PaymentFailed')
      expect(letter?.facts).toMatchObject({
        amount: at(125),
        includedSurcharge: surchargeAt(next.amount, 125),
      })
      const shown = { ...allOf(at(125)), notice: at(150), problem: at(125) }
      expect(await sumsOf(family)).toEqual(shown)
      await setRate(150)
      expect(await sumsOf(family)).toEqual(shown)
      await setRate(100)
      const retry = await nextOf(family)
      await goTo(retry.date, 'AU')
      await run()
      expect((await chargesOf(family)).at(-1)).toEqual({ total: at(100), status: 'Succeeded' })
    })

    it('is taken as announced where the rate has gone up and down again', async () => {
      const family = await announcedFamily()
      await setRate(150)
      await run()
      await setRate(100)
      await expectTakenAsShown(family)
      expect(await messagesAbout(family.accountId, 'UpcomingDebit')).toHaveLength(1)
    })

    it('is taken from the method that the family chooses for it, for what the letter says', async () => {
      const family = await announcedFamily([bankAccount(), visaCredit()])
      const { next, accountId } = family
      expect(await sumsOf(family)).toMatchObject({ overview: next.amount, notice: next.amount })
      const token = await server.logIn(family.email, family.mobile)
      const path = `/api/portal/customer/account/${accountId}`
      const { body } = await server.call(`GET ${path}/repayment-details`, { token })
      await server.call(`POST ${path}/activate-repayment-source`, {
        token,
        body: {
          repaymentChangeId: body.repayments[0].repaymentChangeId,
          repaymentSourceId: body.repaymentSources[1].id,
        },
      })
      const surcharge = surchargeAt(next.amount, 100)
      await expect
        .poll(async () => (await server.message(family.email, 'email')).text.replaceAll('\n', ' '))
        .toContain(`${formatDate(next.collectOn)}, with a card surcharge of ${money(surcharge)}.`)
      expect((await sumsOf(family)).overview).toBe(next.amount + surcharge)
      await expectTakenAsShown(family)
      expect(await messagesAbout(accountId, 'UpcomingDebit')).toHaveLength(1)
    })

    it('is announced anew where the school stops absorbing the surcharge', async () => {
      await setAbsorption('All')
      const family = await announcedFamily()
      const { next } = family
      await setAbsorption('None')
      expect(await sumsOf(family)).toEqual(allOf(next.amount))
      await goTo(next.collectOn, 'AU')
      await run()
      await run()
      expect(await chargesOf(family)).toEqual([])
      expect(await sumsOf(family)).toEqual(allOf(next.amount + surchargeAt(next.amount, 100)))
      await expectTakenAsShown(family)
    })
  })

  it('is taken after its full notice where the notice came late, and every place shows that day', async () => {
    const family = await addPlanFamily()
    const { next, accountId } = family
    const made = await server.call(`POST /api/portal/customer/account/${accountId}/calendar-feed`, {
      token: await server.logIn(family.email, family.mobile),
    })
    const late = addBusinessDays(next.collectOn, 1, calendars.AU)
    const taken = addBusinessDays(late, 2, calendars.AU)
    await goTo(late, 'AU')
    // Nothing has run yet: what is shown is what a run that comes now would announce.
    expect(await nextOf(family)).toMatchObject({ date: taken, parts: [{ dueDate: next.dueOn }] })
    await run()
    const [told] = (await messagesAbout(accountId, 'UpcomingDebit')).slice(-1)
    expect(told?.facts).toMatchObject({ collectOn: taken, parts: [{ dueOn: next.dueOn }] })
    expect((await server.message(family.email, 'email')).text).toContain(formatDate(taken))
    expect(await nextOf(family)).toMatchObject({ date: taken, parts: [{ dueDate: next.dueOn }] })
    const overview = await overviewOf(family)
    expect(overview.activePlan?.payments.find(({ status }) => status === 'Next')?.date).toBe(taken)
    const schedule = await read<PaymentPlan>(family, 'payment-schedule')
    expect(schedule.nextRepaymentDate).toBe(taken)
    const row = { date: taken, dueDate: next.dueOn }
    expect(schedule.payments[next.seq - 1]).toMatchObject({ ...row, status: 'Next' })
    const { pathname } = new URL(made.body.feed.url)
    const feed = await (await fetch(new URL(pathname, server.url))).text()
    expect(readCalendar(feed).parts[next.seq - 1]?.lines.get('DTSTART;VALUE=DATE')).toBe(
      taken.replaceAll('-', ''),
    )

    await expectTakenAsShown(family)
    const after = await read<PaymentPlan>(family, 'payment-schedule')
    expect(after.payments[next.seq - 1]).toMatchObject({ ...row, status: 'Paid' })
  })

  it('that was retried shows the day on which it was collected, beside the day it was due', async () => {
    const family = await addPlanFamily()
    const { next } = family
    await family.comeToCollection()
    await declineNext(family)
    await run()
    const retried = addBusinessDays(next.collectOn, 3, calendars.AU)
    const shown = async () => {
      const { payments } = await read<PaymentPlan>(family, 'payment-schedule')
      const dots = (await overviewOf(family)).activePlan?.payments ?? []
      return [payments[next.seq - 1], dots[next.seq - 1]]
    }
    const row = { date: retried, dueDate: next.dueOn }
    expect(await shown()).toMatchObject([{ ...row, status: 'Failed' }, { date: retried }])
    await goTo(retried, 'AU')
    await run()
    expect(await shown()).toMatchObject([{ ...row, status: 'Paid' }, { date: retried }])
  })

  it('comes to the same total on the Overview, in its announcement, in the charge and in the receipt', async () => {
    const family = await addPlanFamily({ sources: [visaCredit()] })
    const { next, accountId } = family
    const notice = noticeDay(next.collectOn, calendars.AU)
    if (notice > today('AU')) await goTo(notice, 'AU')
    await run()
    const shown = await nextOf(family)
    const total = formatCurrency(shown.total, 'AU')
    expect(shown.surcharge).toBeGreaterThan(0)
    expect((await server.message(family.email, 'email')).subject).toContain(total)
    const explained = await read<any>(family, 'explanations/next-payment')
    expect(explained.sentence).toContain(total)
    await expectTakenAsShown(family)
    // The receipt may leave a moment after the payment.
    await expect
      .poll(async () => (await server.message(family.email, 'email')).subject)
      .toBe(`Your payment of ${total} to Wattle Grove College`)
    const charged = await deps.db.first<{ total: number }>(sql`
      select amount_minor + surcharge_minor as total from payment
      where account_id = ${accountId} and kind = 'Instalment' and provider_key is not null`)
    expect(charged?.total).toBe(inCents(shown.total))
  })
})

describe('An instalment that nothing collects any more', () => {
  it('is due on the same day in its request and in every mail', async () => {
    const family = await addPlanFamily({ sources: [bpay()] })
    const { next, accountId } = family
    const asked = addBusinessDays(next.collectOn, 4, calendars.AU)
    await goTo(asked, 'AU')
    await run()
    const { activeRepaymentRequests } = await overviewOf(family)
    expect(activeRepaymentRequests.at(-1)).toMatchObject({
      dueDate: next.dueOn,
      periodName: 'overdue payments',
    })
    await goTo(addDays(asked, 8), 'AU')
    await run()
    const letters = await messagesAbout(accountId, 'PaymentOverdue')
    expect(letters.map(({ facts }) => facts.dueOn).slice(0, 2)).toEqual([next.dueOn, next.dueOn])
  })
})
