import { expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { queueKinds } from '#domain/staff-queue.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { sql } from '#server/platform/database/sql.ts'
import { testServer } from '../../testing/server.ts'
import { addStaff } from '../../testing/staff.ts'
import { encryptBankDetails } from '../bank-details.ts'
import { loadDemoFamilies } from '../../testing/load-demo.ts'
import { fillDesk } from './fill-desk.ts'

const server = await testServer({ doesJobs: false })
const { deps, call } = server

it('The demo has something of every kind for staff, some of it late and some of it taken', async () => {
  await loadDemoFamilies(deps)
  await encryptBankDetails(deps)
  await fillDesk(deps)
  const today = dateIn('AU', deps.clock())
  const { token } = await addStaff(server, 'admin')
  const { body } = await call('GET /api/staff/queue?limit=500', { token })
  // Disputes are made at the payment provider.
  expect(queueKinds.filter((kind) => !(kind in body.counts))).toEqual(['Dispute'])
  expect(body.groups.DoFirst).toBeGreaterThan(5)
  expect(body.waiting - body.notTaken).toBeGreaterThanOrEqual(3)
  expect(await checkLedger(deps.db, { now: deps.clock() })).toEqual([])

  const { body: remittances } = await call('GET /api/staff/remittances?limit=500', { token })
  const stateOf = (each: any) =>
    each.state !== 'Due'
      ? each.state
      : each.releaseAskedBy
        ? 'Asked'
        : each.remittedOn === today
          ? 'Today'
          : 'Open'
  expect(new Set(remittances.map(stateOf))).toEqual(
    new Set(['Released', 'Sent', 'Paid', 'Returned', 'Asked', 'Today', 'Open']),
  )
  const sum = remittances
    .filter(({ state }: any) => state !== 'Returned')
    .reduce((cents: number, { amount }: any) => cents + Math.round(amount * 100), 0)
  const posted = await deps.db.first<{ sum: number }>(sql`
    select sum(posting.amount_minor)::bigint as sum from ledger_posting posting
      join ledger_entry entry on entry.account_id = posting.account_id and entry.id = posting.entry_id
      join payment on payment.account_id = entry.account_id and payment.id = entry.cause_id
    where posting.book = 'School' and entry.kind = 'PaymentToSchool'`)
  expect(sum).toBe(posted?.sum)

  const { body: payouts } = await call('GET /api/staff/payouts', { token })
  const counts = (each: any) => [each.openCount, each.paidCount, each.declinedCount]
  expect(
    payouts.map((each: any) => [Boolean(each.releasedAt), Boolean(each.releaseAskedBy), ...counts(each)]),
  ).toEqual([
    [false, false, 1, 0, 0],
    [false, true, 1, 0, 0],
    [true, false, 1, 0, 0],
    [true, false, 0, 1, 1],
    [true, false, 0, 1, 0],
  ])

  const plan = body.items.find((item: { kind: string }) => item.kind === 'Plan')
  const first = await call(`GET /api/staff/reviews/${plan?.id}`, { token })
  expect(first.body.title).toMatch(/^Adeyemi family, plan /)
  expect(first.body.compared).toMatchObject({ onFile: 'On file', onFileDetail: 'version 1, renewal' })
  const changed = first.body.compared.groups.flatMap(({ rows }: { rows: { isChanged: boolean }[] }) =>
    rows.filter(({ isChanged }) => isChanged),
  )
  expect(changed.length).toBeGreaterThan(5)

  await deps.db.run(
    sql`update review set status = 'Declined', decided_at = ${deps.clock()} where status = 'Open'`,
  )
  await fillDesk(deps)
  const after = await call('GET /api/staff/queue?limit=500', { token })
  expect(after.body.counts.Skip).toBeUndefined()
})
