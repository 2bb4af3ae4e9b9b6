import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { ActionEffect, DoneAction, FamilyCall } from '#contract/staff-actions.ts'
import { addDays, calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { runningPlans } from '#tools/testing/running-plan.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'

const server = await testServer()
const { call, deps } = server
const { db } = deps
await travelTo(server, '2027-03-01T01:00:00Z')
const operations = await addStaff(server, 'operations')
const support = await addStaff(server, 'support')
const familyWithPlan = runningPlans(server)
afterEach(async () => {
  // What staff did is told with the sweep of every minute, which does not run here.
  await deliverWaiting(deps)
  await expectSoundLedger(server)
})

type Command = {
  call: FamilyCall
  params?: Record<string, string>
  body?: Record<string, unknown>
  words?: string
}

async function preview(accountId: string, command: Command, as = operations): Promise<ActionEffect> {
  const { status, body } = await tryPreview(accountId, command, as)
  expect(body).toMatchObject({ seen: expect.any(String) })
  expect(status).toBe(200)
  return body
}
const tryPreview = (accountId: string, command: Command, as = operations) =>
  call(`POST /api/staff/accounts/${accountId}/actions/preview`, { token: as.token, body: command })

/** A family that owes nothing and has nothing with us. */
const plainFamily = () => addPayer(server, { plans: [], balance: cents(0), sources: [visaDebit()] })

type Sent = { id?: string; seen?: string; reason?: string }
const act = (accountId: string, command: Command, sent: Sent = {}, as = operations) =>
  call(`POST /api/staff/accounts/${accountId}/actions`, {
    token: as.token,
    body: { id: randomUUID(), reason: 'They called', ...command, ...sent },
  })
const undo = (accountId: string, id: string, as = operations) =>
  call(`POST /api/staff/accounts/${accountId}/actions/${id}/undo`, {
    token: as.token,
    body: { reason: 'A mistake' },
  })

async function done(accountId: string, command: Command, sent: Sent = {}): Promise<DoneAction> {
  const { body, status } = await act(accountId, command, sent)
  expect(body).toMatchObject({ said: expect.any(String) })
  expect([200, 202]).toContain(status)
  return body
}

const rowOf = ({ rows }: ActionEffect, label: string) => rows.find((row) => row.label === label)

/** Everything of a family that an action could change, and all that was written to it. */
async function standing(accountId: string) {
  const { body } = await call(`GET /api/staff/accounts/${accountId}`, { token: operations.token })
  const written = await db.many(sql`
    select kind, recipient from outbox_message where account_id = ${accountId} order by created_at, id`)
  return { account: body, written }
}

const dueOn = (days: number) => addDays(dateIn('AU', deps.clock()), days)
const ask = (accountId: string, amount = '45.00'): Command => ({
  call: 'POST /api/staff/payment-requests',
  body: { accountId, amount, dueOn: dueOn(14) },
})

async function movable() {
  const family = await familyWithPlan()
  const [, second] = (await family.flexible()).coming
  const to = nextBusinessDay(addDays(calendarDate(second!.on), 3), calendars.AU)
  const command: Command = {
    call: 'POST /api/staff/accounts/:accountId/plans/:year/move-payment',
    params: { accountId: family.accountId, year: String(family.year) },
    body: { dueOn: second!.dueOn, to },
  }
  return { ...family, command }
}

describe('A preview', () => {
  it('shows now and after, what the family reads and until when it can be undone, and changes nothing', async () => {
    const { accountId } = await plainFamily()
    const before = await standing(accountId)
    const effect = await preview(accountId, ask(accountId))
    expect(rowOf(effect, 'Amount requested')).toMatchObject({ now: '$0.00', after: '$45.00' })
    expect(rowOf(effect, 'Balance')).toBeDefined()
    expect(effect.familyReads).toMatchObject([
      { channel: 'email', subject: expect.stringContaining('$45.00'), takesWords: true },
    ])
    expect(effect.undo).toMatchObject({
      isPossible: true,
      words: expect.stringContaining('until it is paid'),
    })
    expect(await standing(accountId)).toEqual(before)
    expect(await db.many(sql`select 1 from staff_action where account_id = ${accountId}`)).toEqual([])
  })

  itLong('says what the action then does, of a payment that is moved', async () => {
    const { accountId, command } = await movable()
    const effect = await preview(accountId, command)
    const { body } = await act(accountId, command, { seen: effect.seen })
    expect(body).toMatchObject({ said: expect.stringMatching(/^Payment moved to .* notified\.$/) })
    const shown = await preview(accountId, ask(accountId))
    expect(rowOf(shown, 'Amount requested')).toMatchObject({ now: '$0.00' })
  })

  itLong('shows what comes after a second person and the provider have said yes', async () => {
    const payer = await plainFamily()
    const { accountId } = payer
    const effect = await preview(accountId, {
      call: 'POST /api/staff/accounts/:accountId/adjustments',
      params: { accountId },
      body: { type: 'Credit', amount: '15.00', description: 'Goodwill', clientRequestId: randomUUID() },
    })
    expect(effect.needsTwoPeople).toBe(true)
    expect(rowOf(effect, 'Balance')).toMatchObject({ now: '$0.00', after: '$15.00' })
    expect(effect.familyReads.map(({ text }) => text).join()).toContain('Goodwill')
    expect(await db.many(sql`select 1 from approval where account_id = ${accountId}`)).toEqual([])
  })

  it('is refused like the action itself, and to who may not do it', async () => {
    const { accountId } = await addPayer(server, { plans: [], balance: cents(5_000) })
    const close: Command = {
      call: 'POST /api/staff/accounts/:accountId/deactivate',
      params: { accountId },
    }
    expect(await tryPreview(accountId, close)).toMatchObject({
      status: 409,
      body: { code: 'account_not_settled', fields: { balance: expect.stringContaining('$50.00') } },
    })
    expect((await tryPreview(accountId, close, support)).status).toBe(403)
    expect((await tryPreview(accountId, { ...ask(accountId), body: { accountId } })).status).toBe(400)
  })

  it('of one family says nothing of another', async () => {
    const [one, other] = [await plainFamily(), await plainFamily()]
    const { id } = (await act(one.accountId, ask(one.accountId))).body as DoneAction
    const requests = await db.many<{ id: string }>(
      sql`select id from payment_request where account_id = ${one.accountId}`,
    )
    expect(id).toBeDefined()
    const cancel: Command = {
      call: 'POST /api/staff/payment-requests/:requestId/cancel',
      params: { requestId: requests[0]!.id },
    }
    expect((await tryPreview(other.accountId, cancel)).status).toBe(404)
    expect((await act(other.accountId, cancel)).status).toBe(404)
    expect((await act(other.accountId, ask(one.accountId))).status).toBe(404)
  })
})

describe('An action', () => {
  it('is done once, however often it is sent', async () => {
    const { accountId } = await plainFamily()
    const id = randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => act(accountId, ask(accountId), { id })))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await db.many(sql`select 1 from payment_request where account_id = ${accountId}`)).toHaveLength(1)
    expect(await act(accountId, ask(accountId, '46.00'), { id })).toMatchObject({
      status: 409,
      body: { code: 'request_id_reused' },
    })
  })

  it('does nothing if by now it would do something else than was shown', async () => {
    const { accountId } = await plainFamily()
    const { seen } = await preview(accountId, ask(accountId))
    await done(accountId, ask(accountId, '10.00'))
    const before = await standing(accountId)
    const id = randomUUID()
    expect(await act(accountId, ask(accountId), { seen, id })).toMatchObject({
      status: 409,
      body: { code: 'effect_changed' },
    })
    expect(await standing(accountId)).toEqual(before)
    // The same id may be used for what is then seen.
    const again = await preview(accountId, ask(accountId))
    expect((await act(accountId, ask(accountId), { seen: again.seen, id })).status).toBe(200)
  })

  itLong('carries words of ours into the mail', async () => {
    const { accountId } = await plainFamily()
    const words = 'As we said on the phone.\nIt is for the music camp.'
    const effect = await preview(accountId, { ...ask(accountId), words })
    expect(effect.familyReads[0]?.text).toContain('It is for the music camp.')
    const { said } = await done(accountId, { ...ask(accountId), words })
    expect(said).toMatch(/^\$45\.00 requested\. .* notified\.$/)
    const [kept] = await db.many<{ facts: { staffWords: string } }>(sql`
      select facts from outbox_message where account_id = ${accountId} and kind = 'PaymentRequest'`)
    expect(kept?.facts.staffWords).toBe(words)
  })

  it('is on record with its reason, and so is who looked at a preview', async () => {
    const { accountId } = await plainFamily()
    await preview(accountId, ask(accountId))
    await done(accountId, ask(accountId))
    const events = await db.many<{ action: string; reason: string | null }>(sql`
      select action, details ->> 'reason' as reason from audit_event
      where subject_id = ${accountId} and actor_id = ${operations.staffId} order by at, id`)
    expect(events).toEqual([
      { action: 'ActionPreviewed', reason: null },
      { action: 'PaymentRequested', reason: 'They called' },
    ])
  })

  it('that needs two people waits for the second one, and can be withdrawn until then', async () => {
    const { accountId } = await plainFamily()
    const adjust = (): Command => ({
      call: 'POST /api/staff/accounts/:accountId/adjustments',
      params: { accountId },
      body: { type: 'Credit', amount: '15.00', description: 'Goodwill', clientRequestId: randomUUID() },
    })
    const first = await act(accountId, adjust())
    expect(first).toMatchObject({ status: 202, body: { said: expect.stringContaining('second approval') } })
    expect(await undo(accountId, first.body.id)).toMatchObject({ status: 200 })
    const second = await act(accountId, adjust())
    const admin = await addStaff(server, 'admin')
    expect((await approveAs(server, admin, second.body.approval)).status).toBe(200)
    const { account } = await standing(accountId)
    expect(account.balance).toBe(15)
    expect(await undo(accountId, second.body.id)).toMatchObject({ body: { code: 'already_decided' } })
  })
})

describe('An action is undone', () => {
  const withoutTime = ({ account }: Awaited<ReturnType<typeof standing>>) => {
    const { requests: _, payments: __, ...rest } = account
    return rest
  }

  it.each<[what: string, command: (accountId: string, customerId: string) => Command]>(
    firstOf(2, [
      ['a payment request', (accountId) => ask(accountId)],
      [
        'money that was recorded by mistake',
        (accountId) => ({
          call: 'POST /api/staff/offline-payments',
          body: {
            accountId,
            amount: '30.00',
            receivedOn: dueOn(0),
            manner: 'Cheque',
            reference: `C-${accountId.slice(0, 8)}`,
          },
        }),
      ],
      [
        'flags and allow-lists',
        (accountId) => ({
          call: 'PUT /api/staff/accounts/:accountId',
          params: { accountId },
          body: { allowsScheduleUpdates: false, allowedPortalMethods: ['PaymentCard'] },
        }),
      ],
      [
        'the closing of an account',
        (accountId) => ({
          call: 'POST /api/staff/accounts/:accountId/deactivate',
          params: { accountId },
          body: { isAcknowledged: true },
        }),
      ],
      [
        'a corrected name',
        (_, customerId) => ({
          call: 'PUT /api/staff/customers/:customerId',
          params: { customerId },
          body: { firstName: 'Liv', birthDate: '1985-02-28' },
        }),
      ],
      [
        'a log-in that was taken away',
        (_, customerId) => ({
          call: 'POST /api/staff/customers/:customerId/disable',
          params: { customerId },
        }),
      ],
    ]),
  )('%s', async (_what, command) => {
    const { accountId, customerId } = await plainFamily()
    const before = await standing(accountId)
    const { id, undo: offered } = await done(accountId, command(accountId, customerId))
    expect(offered.isPossible).toBe(true)
    expect(await undo(accountId, id)).toMatchObject({ status: 200 })
    expect(withoutTime(await standing(accountId))).toEqual(withoutTime(before))
    expect(await undo(accountId, id)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  })

  itLong('a moved payment, and the family is told of both', async () => {
    const { accountId, command, state } = await movable()
    const before = await state()
    const { id } = await done(accountId, command)
    expect(await undo(accountId, id)).toMatchObject({ status: 200 })
    expect(await state()).toEqual(before)
    const letters = await db.many(sql`
      select 1 from outbox_message where account_id = ${accountId} and kind = 'PlanChange'`)
    expect(letters).toHaveLength(2)
  })

  it('only while it can be, and by who may do what undoes it', async () => {
    const { accountId } = await plainFamily()
    const { id } = await done(accountId, ask(accountId))
    expect((await undo(accountId, id, support)).status).toBe(403)
    await db.run(sql`update staff_action set undo_until = created_at where id = ${id}`)
    expect(await undo(accountId, id)).toMatchObject({ status: 409, body: { code: 'undo_too_late' } })
    const { body } = await call(`GET /api/staff/accounts/${accountId}/actions`, { token: support.token })
    expect(body).toMatchObject([{ id, by: 'Sam operations', undo: { isPossible: false } }])
  })
})

describe('Money', () => {
  it('that goes back shows the balance afterwards, and leaves once the action is committed', async () => {
    const payer = await plainFamily()
    const { accountId } = payer
    expect(await payer.pay(30)).toMatchObject({ status: 200 })
    const [payment] = await paymentsOf(server, accountId)
    const refund: Command = {
      call: 'POST /api/staff/payments/:paymentId/refunds',
      params: { paymentId: payment!.id },
      body: { clientRequestId: randomUUID() },
    }
    const effect = await preview(accountId, refund)
    expect(effect.undo.isPossible).toBe(false)
    expect(await db.many(sql`select 1 from refund_order where account_id = ${accountId}`)).toEqual([])
    await done(accountId, refund, { seen: effect.seen })
    expect(await db.many(sql`select status from refund_order where account_id = ${accountId}`)).toMatchObject(
      [{ status: expect.stringMatching(/Done|Accepted/) }],
    )
  })

  itLong('that was recorded pays what is overdue, as the preview says', async () => {
    const family = await familyWithPlan()
    const { accountId } = family
    await db.run(sql`
      update instalment set status = 'Overdue' where (account_id, plan_id, seq) in (
        select account_id, plan_id, seq from instalment where account_id = ${accountId} and status = 'Scheduled'
        order by due_on, seq limit 1)`)
    const effect = await preview(accountId, {
      call: 'POST /api/staff/offline-payments',
      body: { accountId, amount: '5.00', receivedOn: dueOn(0), manner: 'Cash', reference: 'till 1' },
    })
    const overdue = rowOf(effect, 'Overdue')
    expect(overdue?.now).not.toBe(overdue?.after)
    await done(
      accountId,
      {
        call: 'POST /api/staff/offline-payments',
        body: { accountId, amount: '5.00', receivedOn: dueOn(0), manner: 'Cash', reference: 'till 1' },
      },
      { seen: effect.seen },
    )
    expect(rowOf(await preview(accountId, ask(accountId)), 'Overdue')).toBeUndefined()
  })
})

describe('A family that finds it hard to pay', () => {
  itLong('is put on hold for what it told us, gets an offer, and the offer is taken back', async () => {
    const { accountId, customerId } = await familyWithPlan()
    const words = 'She lost her job.'
    const open: Command = {
      call: 'POST /api/staff/accounts/:accountId/care',
      params: { accountId },
      body: { customerId, words },
    }
    const opening = await preview(accountId, open)
    expect(rowOf(opening, 'On hold until')).toMatchObject({ now: 'Not on hold' })
    await done(accountId, open, { seen: opening.seen })
    expect(await tryPreview(accountId, open)).toMatchObject({ body: { code: 'care_already_open' } })
    const { body } = await call('GET /api/staff/care', { token: operations.token })
    const careId = body.items.find((item: { accountId: string }) => item.accountId === accountId).id
    const offer: Command = {
      call: 'POST /api/staff/care/:careId/offer',
      params: { careId },
      body: { lowerCount: 2, lowerAmount: '50.00', laterCount: 6, note: 'Smaller steps for a while.' },
    }
    const effect = await preview(accountId, offer)
    expect(effect.sentences.map(({ text }) => text).join(' ')).toContain(
      'If the family accepts: 2 lower payments',
    )
    const { id } = await done(accountId, offer, { seen: effect.seen })
    expect(await undo(accountId, id)).toMatchObject({ status: 200 })
    const shown = await call(`GET /api/staff/care/${careId}`, { token: operations.token })
    expect(shown.body).toMatchObject({ status: 'Open', offer: null, heldUntil: expect.any(String) })
    expect(shown.body.words[0]).toMatchObject({ text: words })
    // What they said is with the request alone: neither a message nor the trail has it.
    const kept = await db.many(sql`
      select 1 from audit_event where subject_id = ${accountId} and details::text like '%lost her job%'
      union all select 1 from outbox_message where account_id = ${accountId} and facts::text like '%lost her job%'
      union all select 1 from staff_action where account_id = ${accountId} and said like '%lost her job%'`)
    expect(kept).toEqual([])
  })

  it('is not asked for by somebody of another family', async () => {
    const [{ accountId }, other] = [await familyWithPlan(), await plainFamily()]
    const body = { customerId: other.customerId, words: 'Not theirs' }
    const command: Command = {
      call: 'POST /api/staff/accounts/:accountId/care',
      params: { accountId },
      body,
    }
    expect((await act(accountId, command)).status).toBe(404)
  })
})

describe('A new mobile number', () => {
  it('is told to old and new, and taken back by the same way', async () => {
    const { accountId, customerId, mobile } = await plainFamily()
    const command: Command = {
      call: 'PUT /api/staff/customers/:customerId/contact',
      params: { customerId },
      body: { mobile: '+61491579999' },
    }
    const effect = await preview(accountId, command)
    expect(rowOf(effect, 'Mobile')).toEqual({ label: 'Mobile', now: mobile, after: '+61491579999' })
    expect(effect.familyReads.map(({ address }) => address)).toContain(mobile)
    const { id } = await done(accountId, command, { seen: effect.seen })
    expect(await undo(accountId, id)).toMatchObject({ status: 200 })
    const { body } = await call(`GET /api/staff/customers/${customerId}`, { token: support.token })
    expect(body.mobile).toBe(mobile)
  })
})
