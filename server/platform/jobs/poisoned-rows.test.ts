import { afterEach, describe, expect, it } from 'vitest'
import { regions } from '#domain/region.ts'
import { isLong } from '#tools/testing/long.ts'
import { poisonedLoops } from '#tools/testing/poisoned-loops.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'
import { renewals, workOf } from '../../app/renew-encryption.ts'
import { retryParkedItem } from './parked-items.store.ts'
import { countParkedItems, listParkedItems } from './parked-items.reads.ts'
import { workNames } from './work-names.ts'

// No jobs run beside these tests: each loop is run by its test.
const server = await testServer({ doesJobs: false })
const { deps } = server
const { db } = deps
const { loops, arrange, mend, itemOf } = await poisonedLoops(server)

/** One work of each kind, and every work that moves money. */
const telling = [
  'collect-instalments',
  'look-at-refunds',
  'remit-payments',
  'renew-plans',
  'import-deposit',
  'handle-provider-event',
  'deliver-messages',
  'cancel-unconfirmed-withdrawals',
  'renew-encryption of repayment_source',
]
const tried = isLong ? loops : loops.filter(({ work }) => telling.includes(work))

it('A row that cannot be processed is tried in every loop', () => {
  const works = [
    ...workNames,
    ...regions.map((region) => `collect-provider-events-${region}` as const),
    ...renewals.map(({ column }) => workOf(column)),
  ]
  expect(loops.map(({ work }) => work).toSorted()).toEqual(works.toSorted())
})

describe.each(tried)('A row that cannot be processed: $work', (loop) => {
  afterEach(async () => {
    await db.run(sql`delete from parked_item`)
    await db.run(sql`delete from refused_row`)
  })

  const failedItems = () =>
    db.many<{ item: string }>(sql`
      select work, item, account_id as "accountId", tries, reason from parked_item`)

  it('is parked, and the others are processed', async () => {
    const { bad, good } = await arrange(loop)

    await loop.run()
    expect([await loop.isDone(bad), await loop.isDone(good)]).toEqual([false, true])
    const badRow = itemOf(loop, bad)
    const failed = await failedItems()
    expect(failed).toEqual([
      expect.objectContaining({ ...badRow, tries: 1, reason: expect.stringMatching(/\w/) }),
    ])
    const [item] = failed
    expect(await countParkedItems(db)).toEqual([])

    // A held item is not tried before its time. After enough tries it is parked.
    await (loop.runAgain ?? loop.run)()
    expect(await failedItems()).toEqual(failed)
    await db.run(sql`update parked_item set tries = 3, try_after = ${deps.clock()}`)
    await (loop.runAgain ?? loop.run)()
    expect(await listParkedItems(db)).toMatchObject([{ ...badRow, tries: 4, tryAfter: null }])
    expect(await countParkedItems(db)).toEqual([{ work: loop.work, count: 1 }])

    // The row is repaired, and staff retry it.
    await mend(loop, bad)
    await (loop.runAgain ?? loop.run)()
    expect(await loop.isDone(bad)).toBe(false)
    expect(await retryParkedItem(db, { work: loop.work, item: item?.item ?? '' }, deps.clock())).toBe(true)
    await (loop.runAgain ?? loop.run)()
    expect(await loop.isDone(bad)).toBe(true)
    expect(await failedItems()).toEqual([])
  })
})
