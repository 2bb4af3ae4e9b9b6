import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Care } from '#contract/care.ts'
import { addBehind, sumOf } from '#tools/testing/arrears.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { chaseOverdue } from '../repayments/chase-overdue.ts'

const server = await testServer()
const { deps } = server
await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))

const daysPass = (days: number) => server.travel(days * 24 * 60 * 60_000)

/** A family that is behind with two payments, and has accepted what we proposed. */
async function familyWithArrangement() {
  const family = await addBehind(server, { plans: [{ status: 'Current' }] })
  const { accountId, email, mobile } = family
  const path = `/api/portal/customer/account/${accountId}`
  const token = await server.logIn(email, mobile)
  await family.fallBehind(10, 3)
  await chaseOverdue(deps)
  const post = (call: string, body: object) => server.call(`POST ${path}/${call}`, { token, body })
  const care = async () => (await server.call(`GET ${path}/care`, { token })).body as Care
  const asked = await post('care-request', {
    why: 'Illness',
    lasts: 'Months',
    amount: '100.00',
    every: 'Fortnight',
    reach: 'Email',
  })
  expect(asked).toMatchObject({ status: 200 })
  const request = await deps.db.first<{ id: string }>(sql`
    select id from care_request where account_id = ${accountId}`)
  const waiting = await deps.db.many(sql`
    select from instalment where account_id = ${accountId} and status = 'Scheduled'`)
  const { token: staffToken } = await addStaff(server, 'operations')
  const offered = await server.call(`POST /api/staff/care/${request?.id}/offer`, {
    token: staffToken,
    body: {
      lowerCount: 4,
      lowerAmount: '100.00',
      laterCount: waiting.length - 4,
      note: 'We start small.',
      reason: `As agreed ${randomUUID()}`,
    },
  })
  expect(offered.status).toBe(200)
  const { offer } = (await care()).request!
  const accept = async () =>
    post('care-offer/accept', {
      offerId: offer!.id,
      version: offer!.preview!.version,
      firstOn: offer!.preview!.after[0]!.date,
    })
  const reminders = () =>
    deps.db
      .many(sql`
        select from outbox_message where account_id = ${accountId} and kind = 'PaymentOverdue'
          and status <> 'Expired'`)
      .then(({ length }) => length)
  return { ...family, offer: offer!, accept, reminders }
}

const inQueue = async (accountId: string) => {
  const { token } = await addStaff(server, 'operations')
  const { body } = await server.call('GET /api/staff/queue?kind=Arrears&limit=500', { token })
  return body.items.some((item: { accountId: string }) => item.accountId === accountId)
}

describe('What a family was behind with when it asked', () => {
  it('is said in the proposal, stays open, and is not chased while what was agreed is kept', async () => {
    const family = await familyWithArrangement()
    const owing = sumOf(await family.owing())
    expect(family.offer.overdue).toBe(owing / 100)
    expect(await family.accept()).toMatchObject({ status: 200 })
    const before = await family.reminders()
    for (let week = 0; week < 5; week += 1) {
      await daysPass(8)
      await chaseOverdue(deps)
    }
    expect(await family.reminders()).toBe(before)
    expect(await inQueue(family.accountId)).toBe(false)
    expect(await family.requests()).toMatchObject([{ status: 'Open', due: owing }])

    // A payment of what was agreed is not made.
    await deps.db.run(sql`
      update instalment set status = 'Overdue', failure_code = 'account_closed', tries = 1
      where (account_id, plan_id, seq) = (
        select account_id, plan_id, seq from instalment
        where account_id = ${family.accountId} and status = 'Scheduled' order by seq limit 1)`)
    await chaseOverdue(deps)
    await chaseOverdue(deps)
    expect(await family.reminders()).toBe(before + 1)
    expect((await family.requests())[0]?.due).toBe(sumOf(await family.owing()))
  })

  itLong('is asked for again once the lower payments are over', async () => {
    const family = await familyWithArrangement()
    await family.accept()
    const before = await family.reminders()
    await deps.db.run(sql`
      update plan set tailored_type = null, tailored_until = null where account_id = ${family.accountId}`)
    await daysPass(8)
    await chaseOverdue(deps)
    expect(await family.reminders()).toBe(before + 1)
  })
})
