import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { afterExtra, type ExtraOutcome } from '#domain/plan/changes/extra.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { bankAccount, unauthorisedBankAccount, visaDebit, type Source } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer, type Reply } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { countExtras } from './count-extras.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, hearNews, addPlanFamily, restFamilies } = daysOf(server)

// Early in the year, so that many payments are still to come.
await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

/** A family whose plan runs, with what the portal knows of it, and its ways to pay extra. */
async function extraFamily(...sources: Source[]) {
  const family = await addPlanFamily({
    plans: [{ status: 'Current' }],
    sources: sources.length > 0 ? sources : [visaDebit()],
  })
  const { accountId, email, mobile, instId } = family
  const path = `/api/portal/customer/account/${accountId}`
  let token = await server.logIn(email, mobile)
  const read = async () =>
    (await server.call(`GET ${path}/plan-material`, { token })).body as PlanMaterialReply & {
      flexible: FlexiblePlan
    }
  const schedule = async () => (await server.call(`GET ${path}/payment-schedule`, { token })).body
  type Sent = { outcome?: ExtraOutcome; key?: string; source?: string | undefined; version?: number }
  const payExtra = async (
    amount: number,
    { outcome = 'Lower', key = randomUUID(), source = family.sourceIds[0], version }: Sent = {},
  ): Promise<Reply> => {
    const plan = (await read()).plan!
    return server.call(`POST ${path}/payments`, {
      token,
      headers: { 'X-Larkwell-Client-Req-Id': key },
      body: {
        repaymentSourceId: source,
        amount: toDecimal(cents(amount)),
        instId,
        extra: { planId: plan.id, version: version ?? plan.version, outcome },
      },
    })
  }
  const rows = async () =>
    (
      await deps.db.many<{ amount: number; settled: number; status: string; isExtra: boolean }>(sql`
        select amount_minor as amount, settled_minor as settled, status, is_extra as "isExtra"
        from instalment where account_id = ${accountId} and status <> 'Cancelled' order by seq`)
    ).map((row) => row)
  return {
    ...family,
    path,
    read,
    schedule,
    payExtra,
    rows,
    coming: async () => (await read()).flexible.coming,
    total: async () => (await rows()).reduce((sum, { amount }) => sum + amount, 0),
    extras: async () => (await rows()).filter(({ isExtra }) => isExtra),
    changes: async () => (await read()).flexible.changes,
    logInAgain: async () => {
      token = await server.logIn(email, mobile)
    },
    get: async (call: string) => (await server.call(`GET ${path}/${call}`, { token })).body,
    post: (call: string, body: object) => server.call(`POST ${path}/${call}`, { token, body }),
  }
}
type Family = Awaited<ReturnType<typeof extraFamily>>

/** Everything that has arrived counts, even while the job that its arrival started is still working on it. */
async function allocate(): Promise<void> {
  const waiting = async () => {
    await countExtras(deps)
    return deps.db.many(sql`
      select id from payment where extra_plan_id is not null and status = 'Succeeded' and not is_extra_counted`)
  }
  await expect.poll(waiting).toEqual([])
}

const linesOf = (payments: readonly { collectOn: string; amount: number }[]) =>
  payments.map(({ collectOn, amount }) => `${collectOn} ${amount}`)
const lettersOf = ({ accountId }: Family) =>
  deps.db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = 'PlanChange' order by created_at, id`)
const chargeOf = async (paymentId: string) => {
  const row = await deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment where id = ${paymentId}`)
  const charges = await deps.providers.stripe.AU.client.charges.list({ payment_intent: row?.intent ?? '' })
  return charges.data[0]?.id ?? ''
}
const creditOf = async ({ accountId }: Family) => {
  const row = await deps.db.first<{ left: number }>(sql`
    select coalesce(sum(amount_minor - covered_minor - returned_minor), 0) as left
    from payment where account_id = ${accountId} and kind = 'Early' and status = 'Succeeded'`)
  return Number(row?.left)
}

describe('An extra payment by card', () => {
  it.each(firstOf(1, ['Lower', 'Earlier', 'Next'] as const))(
    'does what was chosen, to the cent (%s)',
    async (outcome) => {
      const family = await extraFamily()
      const before = await family.coming()
      const total = await family.total()
      const amount = cents(before[0]!.amount * 2 + 33_33)
      const made = (await family.schedule()).repaymentsMade
      expect(await family.payExtra(amount, { outcome })).toMatchObject({
        status: 200,
        body: { status: 'Succeeded' },
      })
      await allocate()

      const expected = afterExtra(
        before.map((payment) => ({ ...payment, movedFrom: null, amount: cents(payment.amount) }) as never),
        amount,
        outcome,
      )
      expect(linesOf(await family.coming())).toEqual(linesOf(expected ?? []))
      expect(await family.extras()).toEqual([{ amount, settled: amount, status: 'Paid', isExtra: true }])
      expect(await family.total()).toBe(total)
      const after = await family.coming()
      const [change] = await family.changes()
      expect(change).toMatchObject({
        status: 'Made',
        by: 'You',
        undoUntil: null,
        switchUntil: changeableUntil(calendarDate(before[0]!.on), calendars.AU),
        details: {
          kind: 'Extra',
          outcome,
          amount,
          count: { before: before.length, after: after.length },
          lastOn: { before: before.at(-1)!.on, after: after.at(-1)!.on },
        },
      })
      expect(await lettersOf(family)).toMatchObject([
        { facts: { status: 'Made', details: { outcome, amount } } },
      ])
      // It is not one of the payments of the plan.
      const schedule = await family.schedule()
      expect(schedule.repaymentsMade).toBe(made)
      expect(schedule.repaymentCount).toBe(made + after.length)
      expect(schedule.payments.filter((each: { isExtra?: true }) => !each.isExtra)).toHaveLength(
        made + after.length,
      )
    },
  )

  it('is called what it is, and the payments of the plan keep their numbers', async () => {
    const family = await extraFamily()
    const made = (await family.schedule()).repaymentsMade as number
    const { body } = await family.payExtra(500_00)
    await allocate()
    const lines = (explanation: { groups: { lines: { sentence: string }[] }[] }) =>
      explanation.groups.flatMap((group) => group.lines.map(({ sentence }) => sentence))
    const paid = lines(await family.get('explanations/paid-so-far'))
    expect(paid.filter((line) => line === 'Extra payment')).toHaveLength(1)
    const count = made + (await family.coming()).length
    expect(lines(await family.get('explanations/remaining'))[0]).toBe(`Payment ${made + 1} of ${count}`)
    const entry = await deps.db.first<{ id: string }>(sql`
      select id from ledger_entry where account_id = ${family.accountId} and kind = 'Repayment'
        and cause_id = ${body.paymentId}`)
    expect(await family.get(`transactions/${entry?.id}`)).toMatchObject({
      covers: [{ amount: 500, isExtra: true }],
    })
  })

  it('is made once, however often it is sent', async () => {
    const family = await extraFamily()
    const total = await family.total()
    const key = randomUUID()
    const { version } = (await family.read()).plan!
    const first = await family.payExtra(300_00, { key, version })
    await allocate()
    const again = await family.payExtra(300_00, { key, version })
    await allocate()
    expect(again.body.paymentId).toBe(first.body.paymentId)
    expect(await family.payExtra(300_00, { key, version, outcome: 'Next' })).toMatchObject({
      body: { code: 'request_id_reused' },
    })
    expect(await family.extras()).toHaveLength(1)
    expect(await family.total()).toBe(total)
  })

  it('of everything ends the plan, and the family is told that it is complete', async () => {
    const family = await extraFamily()
    const left = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
    await family.payExtra(left)
    await allocate()
    expect(await family.coming()).toEqual([])
    await run()
    expect(
      await deps.db.first(
        sql`select status from plan where account_id = ${family.accountId} and status = 'Completed'`,
      ),
    ).toBeDefined()
    const letters = await deps.db.many<{ kind: string }>(sql`
      select kind from outbox_message where account_id = ${family.accountId} and kind = 'PlanCompleted'`)
    expect(letters).toHaveLength(1)
  })

  const refusals: [string, (family: Family) => Promise<Reply>, object][] = [
    [
      'more than is left',
      async (family) => {
        const left = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
        return family.payExtra(left + 1)
      },
      { code: 'invalid_request' },
    ],
    [
      'on another version of the plan',
      (family) => family.payExtra(500_00, { version: 99 }),
      { code: 'plan_changed' },
    ],
    ['less than one dollar', (family) => family.payExtra(99), { code: 'invalid_request' }],
    [
      'where the school does not want it',
      async (family) => {
        await deps.db.run(sql`
          update institution set flexibility = '{"mayPayExtra": false}' where id = ${schoolId('Wattle Grove College')}`)
        const reply = await family.payExtra(500_00)
        await deps.db.run(sql`update institution set flexibility = '{}'`)
        return reply
      },
      { code: 'extra_not_possible' },
    ],
    [
      'by a family in arrears, which has to pay those',
      async (family) => {
        await deps.db.run(sql`
          update instalment set status = 'Overdue' where account_id = ${family.accountId} and seq = (
            select min(seq) from instalment where account_id = ${family.accountId} and status = 'Scheduled')`)
        return family.payExtra(500_00)
      },
      { code: 'extra_not_possible' },
    ],
  ]
  it.each(firstOf(2, refusals))('is refused %s, and nothing is charged', async (_, ask, body) => {
    const family = await extraFamily()
    expect((await ask(family)).body).toMatchObject(body)
    expect(await paymentsOf(server, family.accountId)).toEqual([])
    expect(await family.extras()).toEqual([])
  })

  it('and another one at once both count', async () => {
    const family = await extraFamily()
    const total = await family.total()
    const before = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
    const { version } = (await family.read()).plan!
    const both = await Promise.all([
      family.payExtra(300_00, { version }),
      family.payExtra(200_00, { version, outcome: 'Next' }),
    ])
    // The one that is second may find the plan changed by the first.
    const paid = both.filter(({ status }) => status === 200)
    await Promise.all([allocate(), allocate()])
    const extras = await family.extras()
    expect(extras).toHaveLength(paid.length)
    const after = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
    expect(before - after).toBe(extras.reduce((sum, { amount }) => sum + amount, 0))
    expect(await family.total()).toBe(total)
  })

  it('leaves a payment alone whose debit is being prepared', async () => {
    const family = await extraFamily()
    const [next] = await family.coming()
    await goTo(changeableUntil(calendarDate(next!.on), calendars.AU), 'AU')
    await run()
    await goTo(addDays(changeableUntil(calendarDate(next!.on), calendars.AU), 1), 'AU')
    await family.logInAgain()
    await family.payExtra(500_00)
    await allocate()
    const [first, second] = await family.coming()
    expect(first).toEqual(next)
    expect(second!.amount).toBeLessThan(next!.amount)
    await goTo(calendarDate(next!.on), 'AU')
    await run()
    expect(
      await deps.db.first(sql`
        select seq from instalment where account_id = ${family.accountId} and collected_on = ${next!.on}
          and amount_minor = ${next!.amount}`),
    ).toBeDefined()
  })
})

describe('An extra payment by bank debit', () => {
  it('counts when it has arrived, for what is left of the plan then', async () => {
    const family = await extraFamily(bankAccount())
    const before = await family.coming()
    const total = await family.total()
    await goTo(calendarDate(before[0]!.on), 'AU')
    await family.logInAgain()
    const reply = await family.payExtra(1_000_00, { outcome: 'Earlier' })
    expect(reply).toMatchObject({ body: { status: 'Processing' } })
    await allocate()
    expect(await family.extras()).toEqual([])
    expect((await family.read()).flexible.extraOnItsWay).toBe(1_000_00)
    // Meanwhile a payment is collected.
    await run()
    await goTo(addBusinessDays(calendarDate(before[0]!.on), 5, calendars.AU), 'AU')
    await run()
    await family.logInAgain()
    expect(await family.extras()).toEqual([
      { amount: 1_000_00, settled: 1_000_00, status: 'Paid', isExtra: true },
    ])
    expect((await family.read()).flexible.extraOnItsWay).toBeUndefined()
    expect(await family.total()).toBe(total)
  })

  it('that fails changes nothing', async () => {
    const family = await extraFamily(visaDebit(), unauthorisedBankAccount())
    const before = await family.coming()
    await family.payExtra(1_000_00, { source: family.sourceIds[1] })
    await goTo(addBusinessDays(today('AU'), 4, calendars.AU), 'AU')
    await run()
    await family.logInAgain()
    expect(await paymentsOf(server, family.accountId)).toMatchObject([{ status: 'Failed' }])
    expect(linesOf(await family.coming())).toEqual(linesOf(before))
    expect(await family.extras()).toEqual([])
    expect(await family.changes()).toEqual([])
  })

  it('pays what has become overdue meanwhile first', async () => {
    const family = await extraFamily(bankAccount())
    const total = await family.total()
    const [next] = await family.coming()
    await family.payExtra(next!.amount + 100_00)
    await deps.db.run(sql`
      update instalment set status = 'Overdue' where account_id = ${family.accountId} and due_on = ${next!.dueOn}`)
    await goTo(addBusinessDays(today('AU'), 4, calendars.AU), 'AU')
    await allocate()
    expect(await family.extras()).toEqual([
      { amount: 100_00, settled: 100_00, status: 'Paid', isExtra: true },
    ])
    expect((await family.rows()).filter(({ status }) => status === 'Overdue')).toEqual([])
    expect(await family.total()).toBe(total)
  })

  it('and another payment pay no more than is left together', async () => {
    const family = await extraFamily(visaDebit(), bankAccount())
    const total = await family.total()
    const left = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
    await family.payExtra(left - 100_00, { source: family.sourceIds[1] })
    expect((await family.payExtra(101_00)).body).toMatchObject({ code: 'invalid_request' })
    expect((await family.payExtra(100_00)).status).toBe(200)
    await goTo(addBusinessDays(today('AU'), 4, calendars.AU), 'AU')
    await run()
    expect((await family.extras()).map(({ amount }) => amount)).toEqual([100_00, left - 100_00])
    expect(await family.total()).toBe(total)
    expect(await creditOf(family)).toBe(0)
  })

  it('of everything stops the debit that is announced, so that nothing is taken twice', async () => {
    const family = await extraFamily(bankAccount())
    const total = await family.total()
    const coming = await family.coming()
    const left = coming.reduce((sum, { amount }) => sum + amount, 0)
    const collectOn = calendarDate(coming[0]!.on)
    await goTo(addBusinessDays(collectOn, -3, calendars.AU), 'AU')
    await run()
    await goTo(addBusinessDays(collectOn, -1, calendars.AU), 'AU')
    await family.logInAgain()
    await family.payExtra(left)
    await goTo(collectOn, 'AU')
    await run()
    await goTo(addBusinessDays(collectOn, 5, calendars.AU), 'AU')
    await run()
    // The payment of that day is paid by it as well, and is not debited.
    const ofThatDay = coming[0]!.amount
    expect(await family.extras()).toMatchObject([{ amount: left - ofThatDay, status: 'Paid' }])
    expect(await paymentsOf(server, family.accountId)).toMatchObject([{ kind: 'Early', amount: left }])
    expect(await family.total()).toBe(total)
    expect(await creditOf(family)).toBe(0)
  })
})

describe('The outcome of an extra payment', () => {
  it('can be switched until the next payment is prepared', async () => {
    const family = await extraFamily()
    const before = await family.coming()
    const total = await family.total()
    const amount = cents(before[0]!.amount)
    await family.payExtra(amount)
    await allocate()
    const [{ id: changeId, switchUntil } = { id: '', switchUntil: undefined }] = await family.changes()
    for (const outcome of ['Next', 'Earlier', 'Lower', 'Next'] as const) {
      const reply = await family.post('switch-extra-outcome', { changeId, outcome })
      expect(reply).toMatchObject({ status: 200, body: { changeId, status: 'Made' } })
      const expected = afterExtra(before as never, amount, outcome)
      expect(linesOf(await family.coming())).toEqual(linesOf(expected as never))
      expect((await family.changes())[0]).toMatchObject({ id: changeId, switchUntil, details: { outcome } })
      expect(await family.total()).toBe(total)
    }
    expect(await family.post('undo-plan-change', { changeId })).toMatchObject({ status: 409 })
    expect(await family.total()).toBe(total)

    await goTo(addDays(calendarDate(switchUntil!), 1), 'AU')
    await family.logInAgain()
    expect(await family.post('switch-extra-outcome', { changeId, outcome: 'Lower' })).toMatchObject({
      status: 409,
      body: { code: 'undo_too_late' },
    })
  })

  it('cannot be switched once something else has changed', async () => {
    const family = await extraFamily()
    await family.payExtra(500_00)
    await allocate()
    const [first] = await family.changes()
    await family.payExtra(200_00)
    await allocate()
    const reply = await family.post('switch-extra-outcome', { changeId: first!.id, outcome: 'Next' })
    expect(reply).toMatchObject({ status: 409, body: { code: 'plan_changed' } })
    expect((await family.changes()).map(({ switchUntil }) => switchUntil !== undefined)).toEqual([
      true,
      false,
    ])
  })
})

it('A payment to come that the school has got already is not sent there again once the plan has changed', async () => {
  const family = await extraFamily()
  const { accountId } = family
  const passedOn = () =>
    deps.db.value<number>(sql`select sum(passed_on_minor)::int from charge where account_id = ${accountId}`)
  const before = await passedOn()
  await deps.db.run(sql`create table passed_before as select id, passed_on_minor from charge`)
  // It was paid ahead of its day, and its money went back.
  await deps.db.run(sql`
    update instalment set passed_on_minor = 10000 where account_id = ${accountId} and status = 'Scheduled'
      and seq = (select max(seq) from instalment where account_id = ${accountId})`)
  await family.payExtra(1_000_00)
  await allocate()
  expect(await passedOn()).toBe(before + 100_00)
  await deps.db.run(sql`
    update charge set passed_on_minor = coalesce((
      select was.passed_on_minor from passed_before was where was.id = charge.id), 0)
    where account_id = ${accountId}`)
  await deps.db.run(sql`drop table passed_before`)
})

describe('An extra payment whose money goes back', () => {
  it('leaves the payments as they were before it', async () => {
    const family = await extraFamily()
    const before = linesOf(await family.coming())
    const total = await family.total()
    const { body } = await family.payExtra(1_000_00, { outcome: 'Earlier' })
    await allocate()
    await server.sandboxApi('stripe/refund', { charge: await chargeOf(body.paymentId) })
    await hearNews()
    await allocate()
    expect(linesOf(await family.coming())).toEqual(before)
    expect(await family.extras()).toEqual([])
    expect(await family.total()).toBe(total)
    expect(await family.changes()).toMatchObject([{ status: 'Undone' }])
    expect((await lettersOf(family)).map(({ facts }) => facts.status)).toEqual(['Made', 'Undone'])
  })

  it('in part is spread over the payments to come', async () => {
    const family = await extraFamily()
    const total = await family.total()
    const { body } = await family.payExtra(1_000_00)
    await allocate()
    const after = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
    await server.sandboxApi('stripe/refund', { charge: await chargeOf(body.paymentId), amount: 400_00 })
    await hearNews()
    await allocate()
    expect(await family.extras()).toEqual([
      { amount: 600_00, settled: 600_00, status: 'Paid', isExtra: true },
    ])
    expect((await family.coming()).reduce((sum, { amount }) => sum + amount, 0)).toBe(after + 400_00)
    expect(await family.total()).toBe(total)
  })

  it.each(firstOf(1, ['lost', 'won'] as const))('by a dispute that is %s', async (outcome) => {
    const family = await extraFamily()
    const before = linesOf(await family.coming())
    const total = await family.total()
    const { body } = await family.payExtra(1_000_00)
    await allocate()
    const counted = linesOf(await family.coming())
    const charge = await chargeOf(body.paymentId)
    await server.sandboxApi('stripe/dispute', { charge })
    await hearNews()
    await allocate()
    // Nobody asks for it, and nothing is collected more, while the bank decides.
    expect(await family.extras()).toMatchObject([{ status: 'Overdue', settled: 0 }])
    expect(linesOf(await family.coming())).toEqual(counted)
    await run()
    const asked = await deps.db.many(sql`
      select id from payment_request where account_id = ${family.accountId} and is_arrears`)
    expect(asked).toEqual([])
    const disputes = await deps.providers.stripe.AU.client.disputes.list({ charge })
    await server.sandboxApi('stripe/close-dispute', { dispute: disputes.data[0]?.id, outcome })
    await hearNews()
    await allocate()
    expect(linesOf(await family.coming())).toEqual(outcome === 'won' ? counted : before)
    expect(await family.extras()).toMatchObject(
      outcome === 'won' ? [{ status: 'Paid', settled: 1_000_00 }] : [],
    )
    expect(await family.total()).toBe(total)
  })

  it('when all was paid by it is owing again', async () => {
    const family = await extraFamily()
    const total = await family.total()
    const left = (await family.coming()).reduce((sum, { amount }) => sum + amount, 0)
    const { body } = await family.payExtra(left)
    await allocate()
    await server.sandboxApi('stripe/refund', { charge: await chargeOf(body.paymentId) })
    await hearNews()
    await allocate()
    expect(await family.total()).toBe(total)
    const owing = (await family.rows()).reduce(
      (sum, { status, amount, settled }) => sum + (status === 'Paid' ? 0 : amount - settled),
      0,
    )
    expect(owing).toBe(left)
  })
})
