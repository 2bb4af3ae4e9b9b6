import { expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../database/sql.ts'
import { retryGivenUp } from './given-up.ts'
import { retryParkedItem } from './parked-items.store.ts'
import { listParkedItems } from './parked-items.reads.ts'

const server = await testServer()
const { deps } = server
const { db } = deps

it('A job whose tries are used up is tried again later, and goes to staff in the end', async () => {
  const { email } = await addStaff(server, 'support')
  await db.transaction(async (tx) => {
    await deps.jobs.enqueue(tx, 'send-staff-code', { email, askedFrom: '', askedAt: 'at no time' })
    // The state after the last of its quick tries.
    await tx.run(sql`update pgboss.job set retry_limit = 0 where name = 'send-staff-code'`)
  })
  const failed = () => db.first<{ item: string; tries: number }>(sql`select item, tries from parked_item`)
  await expect.poll(async () => (await failed())?.tries).toBe(1)
  const item = (await failed())?.item

  for (const minutes of [2, 11, 61]) {
    expect(await listParkedItems(db)).toEqual([])
    const before = (await failed())?.tries ?? 0
    await server.travel(minutes * 60_000)
    // As in production, every minute: the queue may record a failed try a moment after the test does.
    await expect
      .poll(async () => {
        await retryGivenUp(deps)
        return (await failed())?.tries
      })
      .toBe(before + 1)
  }
  expect(await listParkedItems(db)).toMatchObject([{ work: 'send-staff-code', item, tries: 4 }])

  await db.run(sql`
    update pgboss.job set data = jsonb_set(data, '{askedAt}', to_jsonb(${deps.clock().toISOString()}::text))
    where name = 'send-staff-code'`)
  const retry = () => retryParkedItem(db, { work: 'send-staff-code', item: item ?? '' }, deps.clock())
  expect(await retry()).toBe(true)
  // A try that began before the job was repaired may still fail. Staff would then retry once more.
  await expect
    .poll(async () => {
      await retryGivenUp(deps)
      if (await failed()) await retry()
      return failed()
    })
    .toBeUndefined()
})
