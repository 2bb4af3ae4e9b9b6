import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { ActionEffect } from '#contract/staff-actions.ts'
import type { StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { addDays, formatDate, formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays, isBusinessDay } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { whyNotTriedWords } from '#domain/plan/changes/move-failed.ts'
import { afterNotice } from '#domain/repayments.ts'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { failedPaymentsOf } from '#tools/testing/failed-payments.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const days = failedPaymentsOf(server)
const { today, run, goTo, runUntil, declineNext, becomeOverdue, hearNews } = days

await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))

const call = 'POST /api/staff/accounts/:accountId/plans/:year/move-payment'
const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), 'AU')

/** What our people do for a family, each time with a session of that day. */
async function helped(account: Parameters<typeof days.failedFamily>[0] = { sources: [visaDebit()] }) {
  const family = await days.failedFamily(account)
  const { accountId, next } = family
  const [plan] = await deps.db.many<{ year: number }>(sql`
    select tuition_year as year from plan where account_id = ${accountId} and id = ${next.planId}`)
  const year = plan!.year
  const staff = async (path: string, body?: object) => {
    const { token } = await addStaff(server, 'operations')
    return server.call(`${body ? 'POST' : 'GET'} /api/staff/${path}`, { token, ...(body && { body }) })
  }
  const wanted = (to: string, more: object = {}) => ({
    call,
    params: { accountId, year: String(year) },
    body: { dueOn: next.dueOn, to, ...more },
  })
  const plans = `accounts/${accountId}/plans/${year}`
  return {
    ...family,
    year,
    staff,
    failed: async () => ((await staff(`${plans}/changes`)).body as StaffRunningPlan).failed[0]!,
    moveTo: (to: string, more: object = {}) =>
      staff(`${plans}/move-payment`, { dueOn: next.dueOn, to, reason: 'They called', ...more }),
    undo: (changeId: string) => staff(`${plans}/undo-change`, { changeId, reason: 'A mistake' }),
    preview: (to: string, more: object = {}) =>
      staff(`accounts/${accountId}/actions/preview`, wanted(to, more)),
    act: (to: string, sent: object) =>
      staff(`accounts/${accountId}/actions`, { ...wanted(to), reason: 'They called', ...sent }),
  }
}
type Helped = Awaited<ReturnType<typeof helped>>

/** Overdue for so long that the family itself has no day left to choose. */
async function longOverdue() {
  const family = await helped()
  await becomeOverdue(family)
  const last = addDays(family.next.collectOn, 15)
  if (today('AU') < last) await runUntil(addBusinessDays(last, 1, calendars.AU))
  return family
}

describe('An overdue payment that staff move', () => {
  it('is debited once, on its new day and not before, and the family sees that day', async () => {
    const family = await longOverdue()
    const { next, accountId } = family
    expect((await family.fix()).payments).toMatchObject([{ days: [], whyNot: 'NoDay' }])
    const offered = await family.failed()
    expect(offered).toMatchObject({
      dueOn: next.dueOn,
      since: next.collectOn,
      amount: toDecimal(cents(next.amount)),
      tries: 3,
      triedOn: null,
      firstDay: afterNotice(today('AU'), calendars.AU),
      methods: [{ id: family.sourceIds[0] }],
      whyNot: null,
    })
    expect(offered.lastDay! <= addDays(today('AU'), 14)).toBe(true)
    const to = offered.lastDay as CalendarDate
    const reminded = (await family.letters('PaymentOverdue')).length
    const posted = await entries(accountId)

    const shown = (await family.preview(to)).body as ActionEffect
    expect(shown.rows).toContainEqual({ label: 'Overdue', now: money(next.amount), after: '$0.00' })
    expect(shown.rows).toContainEqual({
      label: 'Amount requested',
      now: money(next.amount),
      after: '$0.00',
    })
    const words = shown.sentences.map(({ text }) => text).join(' ')
    expect(words).toContain(`The request for ${money(next.amount)} is cancelled.`)
    expect(words).toContain('The family is not asked for it before that day.')
    expect(words).toContain('No fee is charged for the move.')
    expect(shown.undo.words).toBe(`Can be undone until the end of ${formatDate(addDays(to, -1))}.`)
    expect(shown.familyReads[0]?.text).toContain(formatDate(to))
    expect(await family.now()).toMatchObject({ status: 'Overdue', tries: 3 })

    const sent = { id: randomUUID(), seen: shown.seen }
    const clicks = await Promise.all([family.act(to, sent), family.act(to, sent)])
    expect(clicks.map(({ status }) => status)).toEqual([200, 200])
    expect(clicks[0].body.said).toContain(`Payment moved to ${formatDateCompact(to)}.`)
    expect(await family.letters('PlanChange')).toHaveLength(1)
    expect(await entries(accountId)).toBe(posted)

    const { problems, activePlan, nextRepayment } = await family.overview()
    expect(problems).toMatchObject([{ kind: 'PaymentFailed', triedAgainOn: to, isArranged: true }])
    expect(activePlan?.payments).toContainEqual(expect.objectContaining({ dueDate: next.dueOn, retryOn: to }))
    expect(nextRepayment?.date).toBe(to)
    const { flexible } = (await family.call('plan-material')).body
    expect(flexible.changes).toMatchObject([{ by: 'Staff', undoUntil: null, details: { kind: 'Move', to } }])
    expect(flexible.changes[0].details).not.toHaveProperty('failed')
    const { glance } = (await family.staff(`families/${accountId}`)).body
    expect(glance.overdue).toMatchObject({
      amount: 0,
      sentence: expect.stringMatching(new RegExp(`^Payment .* was moved to ${formatDateCompact(to)}$`)),
    })
    const history = (await family.staff(`families/${accountId}/plans`)).body.plans[0]
    expect(history.versions[0].sentences).toContain(
      `The payment of ${formatDateCompact(next.dueOn)}, which had failed, was moved to ${formatDateCompact(to)}`,
    )

    await runUntil(addBusinessDays(to, -1, calendars.AU))
    expect(await family.now()).toMatchObject({ status: 'Retrying', tries: 3 })
    expect(await family.letters('PaymentOverdue')).toHaveLength(reminded)
    const announced = (await family.letters('UpcomingDebit')).filter(({ facts }) => facts.collectOn === to)
    expect(announced).toHaveLength(1)
    await runUntil(to)
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid', collectedOn: to })
    const tries = (await family.debits()).map(({ status }) => status)
    expect(tries).toEqual(['Failed', 'Failed', 'Failed', 'Succeeded'])
  })

  itLong('is asked for again, and the family reminded, if the debit fails', async () => {
    const family = await longOverdue()
    const to = (await family.failed()).firstDay as CalendarDate
    expect(await family.moveTo(to)).toMatchObject({ status: 200, body: { isTriedAgain: true } })
    const reminded = (await family.letters('PaymentOverdue')).length
    await run()
    await runUntil(addBusinessDays(to, -1, calendars.AU))
    await declineNext(family.accountId)
    await runUntil(to)
    expect(await family.now()).toMatchObject({ status: 'Overdue', tries: 4 })
    expect((await family.requests()).at(-1)).toMatchObject({ status: 'Open', due: family.next.amount })
    expect((await family.letters('PaymentOverdue')).length).toBe(reminded + 1)
  })

  itLong('is left as it was by an undo: no debit, and asked for once with the fee that it cost', async () => {
    const family = await helped({ sources: [visaDebit(), bankAccount()] })
    await fallToTheBank(family)
    const owing = { status: 'Open', due: family.next.amount + 2500 }
    expect(await family.requests()).toMatchObject([owing])
    const { methods, lastDay } = await family.failed()
    expect(methods.map(({ id }) => id)).toEqual([family.sourceIds[0]])
    const { body } = await family.moveTo(lastDay!, { sourceId: methods[0]!.id })
    expect(await family.requests()).toMatchObject([{ status: 'Open', due: 2500 }])
    expect(await family.undo(body.changeId)).toMatchObject({ status: 200 })
    expect(await family.undo(body.changeId)).toMatchObject({ status: 409, body: { code: 'plan_changed' } })
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue', retryOn: null })
    expect(await family.requests()).toMatchObject([owing])
    const letters = await family.letters('PlanChange')
    expect(letters.map(({ facts }) => facts.status)).toEqual(['Made', 'Undone'])
    const tries = (await family.debits()).length
    await runUntil(lastDay as CalendarDate)
    expect(await family.debits()).toHaveLength(tries)
  })
})

/** The payment is debited from the bank account, which is closed: the school charges for that. */
async function fallToTheBank(family: Helped): Promise<void> {
  const [, bank] = family.sourceIds
  await family.payWith(bank ?? '')
  await run()
  await runUntil((await family.now()).retryOn as CalendarDate)
  const row = await deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment
    where account_id = ${family.accountId} and source_id = ${bank} and status = 'Processing'`)
  await deps.db.run(sql`update institution set dishonour_fee_minor = 2500`)
  await server.sandboxApi('stripe/settle', { paymentIntent: row?.intent, outcome: 'account_closed' })
  await hearNews()
  await run()
  await deps.db.run(sql`update institution set dishonour_fee_minor = 0`)
}

const entries = async (accountId: string) =>
  (await deps.db.many(sql`select 1 from ledger_entry where account_id = ${accountId}`)).length

describe('A failed payment that staff move', () => {
  itLong(
    'is not tried on the day of its retry, and is again after an undo, which only staff can do',
    async () => {
      const family = await helped()
      const { retryOn } = await family.now()
      const { lastDay, triedOn } = await family.failed()
      expect(triedOn).toBe(retryOn)
      const { body } = await family.moveTo(lastDay!)
      const { changeId } = body
      expect(await family.call('undo-plan-change', { changeId })).toMatchObject({
        body: { code: 'undo_too_late' },
      })
      expect(await family.now()).toMatchObject({ status: 'Retrying' })
      await runUntil(retryOn as CalendarDate)
      expect(await family.debits()).toHaveLength(1)
      expect(await family.undo(changeId)).toMatchObject({ status: 200 })
      const back = (await family.failed()).triedOn as CalendarDate
      expect(back).toBe(afterNotice(today('AU'), calendars.AU))
      await run()
      await runUntil(lastDay as CalendarDate)
      expect(await family.now()).toMatchObject({ status: 'Paid', tries: 2 })
      expect((await family.now()).collectedOn! < lastDay!).toBe(true)
    },
  )

  itLong('cannot be put back once its day has come', async () => {
    const family = await helped()
    const to = (await family.failed()).firstDay as CalendarDate
    const { body } = await family.moveTo(to)
    await run()
    await goTo(to, 'AU')
    expect(await family.undo(body.changeId)).toMatchObject({ status: 409, body: { code: 'undo_too_late' } })
  })
})

const weekendAfter = (day: CalendarDate) => {
  let on = addDays(day, 4)
  while (isBusinessDay(on, calendars.AU)) on = addDays(on, 1)
  return on
}
const setStatus = ({ accountId, next }: Helped, status: string) =>
  deps.db.run(
    sql`
      update instalment set status = ${status},
        reserved_minor = case ${status} when 'Collecting' then amount_minor else 0 end
      where account_id = ${accountId} and seq = ${next.seq}`,
  )

describe('What staff cannot do with a failed payment, and what they read', () => {
  it('a day before a notice could run, one that is too far away, and a weekend', async () => {
    const family = await helped()
    const before = await family.now()
    const on = today('AU')
    const tooFar = addBusinessDays(addDays(on, 15), 1, calendars.AU)
    for (const to of [addBusinessDays(on, 1, calendars.AU), tooFar, weekendAfter(on)]) {
      const { status, body } = await family.moveTo(to)
      expect([to, status, body.code]).toEqual([to, 409, 'day_not_offered'])
    }
    expect(await family.now()).toEqual(before)
  })

  it.each<[string, (family: Helped) => Promise<unknown>, keyof typeof whyNotTriedWords]>(
    firstOf(1, [
      ['while a debit is on its way', (family) => setStatus(family, 'Collecting'), 'OnItsWay'],
      ['whose money came and went back', (family) => wentBack(family), 'WentBack'],
      ['without a method that makes sense', (family) => stolen(family), 'NoMethod'],
    ]),
  )('one %s', async (_, happens, whyNot) => {
    const family = await helped()
    const { lastDay } = await family.failed()
    await happens(family)
    const before = await family.now()
    expect(await family.failed()).toMatchObject({ methods: [], whyNot: whyNotTriedWords[whyNot] })
    const refusal = await family.preview(lastDay!)
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'cannot_be_tried', msg: `This payment cannot be moved. ${whyNotTriedWords[whyNot]}` },
    })
    expect(await family.moveTo(lastDay!)).toMatchObject({ body: { code: 'cannot_be_tried' } })
    expect(await family.now()).toEqual(before)
    await setStatus(family, 'Overdue')
  })

  itLong('one that the family pays while they look', async () => {
    const family = await helped()
    await becomeOverdue(family)
    const { lastDay } = await family.failed()
    const { body: shown } = await family.preview(lastDay!)
    const token = await server.logIn(family.email, family.mobile)
    const paid = await family.pay(toDecimal(cents(family.next.amount)), {
      source: family.sourceIds[0],
      token,
    })
    expect(paid.body.status).toBe('Succeeded')
    await run()
    const late = await family.act(lastDay!, { id: randomUUID(), seen: shown.seen })
    expect(late).toMatchObject({ status: 409, body: { code: 'plan_changed' } })
    expect(await family.letters('PlanChange')).toEqual([])
  })

  it('with a method of another family, or of a payment that is to come', async () => {
    const family = await helped()
    const { lastDay } = await family.failed()
    const [sourceId] = (await addPayer(server, { plans: [], sources: [visaDebit()] })).sourceIds
    expect(await family.moveTo(lastDay!, { sourceId })).toMatchObject({ body: { code: 'source_unusable' } })
    const following = (await family.rows()).find(({ seq }) => seq === family.next.seq + 1)!
    expect(
      await family.moveTo(addBusinessDays(following.collectOn, 2, calendars.AU), {
        dueOn: following.dueOn,
        sourceId: family.sourceIds[0],
      }),
    ).toMatchObject({ status: 400 })
  })
})

const wentBack = ({ accountId, next }: Helped) =>
  deps.db.run(sql`
    update instalment set status = 'Overdue', failure_code = null
    where account_id = ${accountId} and seq = ${next.seq}`)

async function stolen(family: Helped): Promise<void> {
  await declineNext(family.accountId, 'stolen_card')
  await goTo((await family.now()).retryOn as CalendarDate, 'AU')
  await run()
}

describeLong('From the command line', () => {
  it('an overdue payment is listed with its days, and moved after it was shown', async () => {
    const family = await longOverdue()
    const { token } = await addStaff(server, 'operations')
    const ops = (...words: string[]) => staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: token })
    const shortId = family.accounts[0]!.shortId
    const { firstDay } = await family.failed()
    const listed = await ops('plans', 'changes', shortId, '--year', String(family.year))
    expect(listed.out).toContain('Failed or overdue')
    const [{ name } = { name: '' }] = (await family.failed()).methods
    expect(listed.out).toContain(name)
    const move = ['plans', 'move-payment', shortId, '--year', String(family.year), '--due', family.next.dueOn]
    const words = [...move, '--to', firstDay!, '--from', name.slice(-4), '--reason', 'They called']
    expect(await ops(...move, '--to', firstDay!, '--from', '0', '--reason', 'They called')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`It can be tried from ${name}.`),
    })
    expect((await ops(...words)).out).toContain('Nothing is changed yet.')
    expect(await family.now()).toMatchObject({ status: 'Overdue' })
    expect((await ops(...words, '--yes')).out).toContain('Changed. The family is notified.')
    expect(await family.now()).toMatchObject({ status: 'Retrying', retryOn: firstDay })
  })
})
