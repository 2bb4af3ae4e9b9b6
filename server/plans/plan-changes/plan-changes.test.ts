import { afterEach, describe, expect, it } from 'vitest'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

// Early in the year, so that many payments are still to come.
await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

/** A family whose plan runs, with what the portal knows of it and may ask for. */
async function flexibleFamily() {
  const family = await addPlanFamily({ plans: [{ status: 'Current' }] })
  const { accountId, email, mobile } = family
  const path = `/api/portal/customer/account/${accountId}`
  let token = await server.logIn(email, mobile)
  const read = async () =>
    (await server.call(`GET ${path}/plan-material`, { token })).body as PlanMaterialReply & {
      flexible: FlexiblePlan
    }
  const { plan } = await read()
  const post = async (call: string, body: object) => {
    const { version } = (await read()).plan!
    return server.call(`POST ${path}/${call}`, { token, body: { planId: plan!.id, version, ...body } })
  }
  return {
    ...family,
    read,
    post,
    move: (dueOn: string, to: string) => post('move-payment', { dueOn, to }),
    skip: (dueOn: string[], outcome: SkipOutcome) => post('skip-payments', { dueOn, outcome }),
    undo: (changeId: string) => server.call(`POST ${path}/undo-plan-change`, { token, body: { changeId } }),
    logInAgain: async () => {
      token = await server.logIn(email, mobile)
    },
  }
}
type Family = Awaited<ReturnType<typeof flexibleFamily>>

const comingOf = async (family: Family) => (await family.read()).flexible.coming
const lettersOf = ({ accountId }: Family) =>
  deps.db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = 'PlanChange' order by created_at, id`)
const totalOf = async (family: Family) =>
  (await family.rows()).reduce((sum, { amount, status }) => sum + (status === 'Cancelled' ? 0 : amount), 0)

/** What the plan comes to, and its payments, without the version that every change makes. */
const stateOf = async (family: Family) =>
  (await family.rows()).map(({ dueOn, collectOn, amount, status }) => ({ dueOn, collectOn, amount, status }))

/** A business day some days after another, that a payment may be moved to. */
const daysLater = (day: string, days: number) =>
  nextBusinessDay(addDays(calendarDate(day), days), calendars.AU)

async function setFlexibility(flexibility: object): Promise<void> {
  await deps.db.run(sql`
    update institution set flexibility = ${JSON.stringify(flexibility)} where id = ${schoolId('Wattle Grove College')}`)
}

describe('A payment that is moved', () => {
  it('is collected on its new day, once, and not before', async () => {
    const family = await flexibleFamily()
    const [next, second] = await comingOf(family)
    const total = await totalOf(family)
    const to = daysLater(next!.on, 3)
    expect(await family.move(next!.dueOn, to)).toMatchObject({ status: 200, body: { status: 'Made' } })

    const { flexible, schedule } = await family.read()
    expect(flexible.coming[0]).toEqual({ ...next, collectOn: to, movedFrom: next!.on, on: to })
    expect(flexible.coming[1]).toEqual(second)
    expect(flexible.movesLeft).toBe(1)
    expect(flexible.paid + flexible.left).toBe(total)
    expect(schedule).toMatchObject({
      payments: expect.arrayContaining([expect.objectContaining({ date: to })]),
    })
    expect(await totalOf(family)).toBe(total)
    expect((await lettersOf(family)).map(({ facts }) => [facts.status, facts.details.to])).toEqual([
      ['Made', to],
    ])

    await goTo(calendarDate(next!.on), 'AU')
    await run()
    const stands = async () => (await family.rows()).find(({ dueOn }) => dueOn === next!.dueOn)
    expect(await stands()).toMatchObject({ status: 'Scheduled' })
    await goTo(to, 'AU')
    await run()
    expect(await stands()).toMatchObject({ collectedOn: to })
    const taken = await deps.db.many(sql`
      select payment.id from payment join instalment on instalment.account_id = payment.account_id
        and instalment.plan_id = payment.plan_id and instalment.seq = payment.instalment_seq
      where payment.account_id = ${family.accountId} and instalment.due_on = ${next!.dueOn}`)
    expect(taken).toHaveLength(1)
  })

  it('comes back to its day when it is undone, until the end of the cut-off of that day', async () => {
    const family = await flexibleFamily()
    const before = await stateOf(family)
    const [next] = await comingOf(family)
    const { body } = await family.move(next!.dueOn, daysLater(next!.on, 7))
    const until = changeableUntil(calendarDate(next!.on), calendars.AU)
    expect((await family.read()).flexible.changes[0]).toMatchObject({
      status: 'Made',
      by: 'You',
      undoUntil: until,
    })
    expect(await family.undo(body.changeId)).toMatchObject({ status: 200, body: { status: 'Undone' } })
    expect(await stateOf(family)).toEqual(before)
    expect((await family.read()).flexible.movesLeft).toBe(2)
    // A second click finds it done.
    expect(await family.undo(body.changeId)).toMatchObject({ status: 200, body: { status: 'Undone' } })

    const again = await family.move(next!.dueOn, daysLater(next!.on, 7))
    await goTo(addDays(until, 1), 'AU')
    await family.logInAgain()
    expect(await family.undo(again.body.changeId)).toMatchObject({
      status: 409,
      body: { code: 'undo_too_late' },
    })
  })

  it('is announced again, and what was announced before does not leave any more', async () => {
    const family = await flexibleFamily()
    const [next] = await comingOf(family)
    await goTo(changeableUntil(calendarDate(next!.on), calendars.AU), 'AU')
    await run()
    await family.logInAgain()
    const noticed = async () => (await family.rows()).find(({ dueOn }) => dueOn === next!.dueOn)?.noticedOn
    expect(await noticed()).not.toBeNull()
    const to = daysLater(next!.on, 7)
    expect((await family.move(next!.dueOn, to)).status).toBe(200)
    expect(await noticed()).toBeNull()
    await goTo(changeableUntil(to, calendars.AU), 'AU')
    await run()
    expect(await noticed()).not.toBeNull()
    const notices = await deps.db.many<{ facts: { collectOn: string } }>(sql`
      select facts from outbox_message where account_id = ${family.accountId} and kind = 'UpcomingDebit'
      order by created_at`)
    expect(notices.at(-1)?.facts.collectOn).toBe(to)
  })

  const refusals: [string, (family: Family) => Promise<unknown>, string][] = [
    [
      'to a Sunday',
      async (family) => {
        const [next] = await comingOf(family)
        let sunday = addDays(calendarDate(next!.on), 1)
        while (new Date(sunday).getUTCDay() !== 0) sunday = addDays(sunday, 1)
        return family.move(next!.dueOn, sunday)
      },
      'day_not_offered',
    ],
    [
      'to an earlier day',
      async (family) => {
        const [next] = await comingOf(family)
        return family.move(next!.dueOn, today('AU'))
      },
      'day_not_offered',
    ],
    [
      'by more than two weeks',
      async (family) => {
        const [next] = await comingOf(family)
        return family.move(next!.dueOn, daysLater(next!.on, 15))
      },
      'day_not_offered',
    ],
    [
      'that is made already',
      async (family) => {
        const paid = (await family.rows()).find(({ status }) => status === 'Paid')
        return family.move(paid!.dueOn, daysLater(today('AU'), 5))
      },
      'payment_locked',
    ],
    [
      'on another version of the plan',
      async (family) => {
        const [next] = await comingOf(family)
        return family.post('move-payment', { dueOn: next!.dueOn, to: daysLater(next!.on, 3), version: 99 })
      },
      'plan_changed',
    ],
    [
      'once the moves of the year are used',
      async (family) => {
        const [, , third, fourth] = await comingOf(family)
        for (const { dueOn, on } of [third!, fourth!]) {
          expect((await family.move(dueOn, daysLater(on, 2))).status).toBe(200)
        }
        const [next] = await comingOf(family)
        return family.move(next!.dueOn, daysLater(next!.on, 3))
      },
      'no_moves_left',
    ],
  ]
  it.each(firstOf(1, refusals))('is refused %s, and nothing changes', async (_, ask, code) => {
    const family = await flexibleFamily()
    expect(await ask(family)).toMatchObject({ status: 409, body: { code } })
    const moved = (await family.read()).flexible.coming.filter(({ movedFrom }) => movedFrom)
    expect(moved).toHaveLength(code === 'no_moves_left' ? 2 : 0)
  })

  it('moves once, whichever of two parents is first', async () => {
    const family = await flexibleFamily()
    const [next] = await comingOf(family)
    const { version } = (await family.read()).plan!
    const both = await Promise.all(
      [3, 7].map((days) =>
        family.post('move-payment', { dueOn: next!.dueOn, to: daysLater(next!.on, days), version }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await family.read()).flexible.movesLeft).toBe(1)
  })

  it("is nobody else's to move", async () => {
    const [family, other] = [await flexibleFamily(), await flexibleFamily()]
    const [next] = await comingOf(family)
    const { plan } = await family.read()
    const reply = await other.post('move-payment', {
      planId: plan!.id,
      dueOn: next!.dueOn,
      to: daysLater(next!.on, 3),
    })
    expect(reply).toMatchObject({ status: 404 })
  })
})

describe('Payments that are skipped', () => {
  it.each(firstOf(1, ['Spread', 'AtEnd'] as const))('leave the total of the plan (%s)', async (outcome) => {
    const family = await flexibleFamily()
    const before = await stateOf(family)
    const [next, second] = await comingOf(family)
    const total = await totalOf(family)
    const reply = await family.skip([next!.dueOn, second!.dueOn], outcome)
    expect(reply).toMatchObject({ status: 200, body: { status: 'Made' } })
    expect(await totalOf(family)).toBe(total)
    const { flexible } = await family.read()
    expect(flexible.coming.map(({ dueOn }) => dueOn)).not.toContain(next!.dueOn)
    expect(flexible).toMatchObject({
      skipsLeft: 0,
      changes: [{ status: 'Made', details: { kind: 'Skip', outcome } }],
    })
    expect(await family.undo(reply.body.changeId)).toMatchObject({ status: 200 })
    expect(await stateOf(family)).toEqual(before)
  })

  it('are asked for where the school grants no more at once, and nothing changes until staff decide', async () => {
    const family = await flexibleFamily()
    const before = await stateOf(family)
    const coming = await comingOf(family)
    const three = coming.slice(0, 3).map(({ dueOn }) => dueOn)
    const reply = await family.skip(three, 'Spread')
    expect(reply).toMatchObject({ status: 200, body: { status: 'Asked' } })
    expect(await stateOf(family)).toEqual(before)
    expect((await family.read()).flexible).toMatchObject({ whyNot: 'Asked', changes: [{ status: 'Asked' }] })
    expect(await family.skip(three.slice(0, 1), 'Spread')).toMatchObject({
      body: { code: 'skip_not_possible' },
    })
    expect(await family.undo(reply.body.changeId)).toMatchObject({ body: { status: 'Withdrawn' } })
    expect((await family.read()).flexible.whyNot).toBeNull()
  })

  const rulesOfSchools = [
    ['more than the school allows', { mostSkipped: 1 }, 2, 'Spread'],
    ['at the end where the school does not want it', { mayEndLater: false }, 1, 'AtEnd'],
    ['without a review where the school has none', { skipsPerYear: 0, reviewsMoreSkips: false }, 1, 'Spread'],
  ] as const
  it.each(firstOf(1, rulesOfSchools))('are refused %s', async (_, rules, count, outcome) => {
    const family = await flexibleFamily()
    await setFlexibility(rules)
    const chosen = (await comingOf(family)).slice(0, count).map(({ dueOn }) => dueOn)
    expect(await family.skip(chosen, outcome)).toMatchObject({
      status: 409,
      body: { code: 'skip_not_possible' },
    })
    await setFlexibility({})
  })

  it('are refused for the last payment, because nothing follows it', async () => {
    const family = await flexibleFamily()
    const last = (await comingOf(family)).at(-1)
    expect(await family.skip([last!.dueOn], 'Spread')).toMatchObject({ body: { code: 'skip_not_possible' } })
  })

  it('are refused when the first of them is about to be collected', async () => {
    const family = await flexibleFamily()
    const [next] = await comingOf(family)
    const until = changeableUntil(calendarDate(next!.on), calendars.AU)
    await goTo(until, 'AU')
    await run()
    await goTo(addDays(until, 1), 'AU')
    await family.logInAgain()
    expect(await family.skip([next!.dueOn], 'Spread')).toMatchObject({ body: { code: 'payment_locked' } })
  })
})
