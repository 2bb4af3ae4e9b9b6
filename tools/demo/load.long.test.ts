import { expect, it } from 'vitest'
import { sql } from '#server/platform/database/sql.ts'
import { freePort } from '../ports.ts'
import { inProject } from '../project.ts'
import { flakyDatabase } from '../testing/flaky-database.ts'
import { startProcess } from '../testing/server-process.ts'
import { testServer } from '../testing/server.ts'

const home = await testServer()
const flaky = await flakyDatabase(home.databaseUrl)
const load = (databaseUrl: string) =>
  startProcess(
    home,
    { DATABASE_URL: databaseUrl, STRIPE_API_URL: home.sandboxUrl },
    inProject('tools', 'demo', 'load.ts'),
  )

it('continues after the database was away for a moment', async () => {
  for (const account of ['AU', 'UK']) await home.sandboxApi('stripe/webhook-endpoint', { account, url: null })
  flaky.breakAfter(40)
  const { exit, output } = load(flaky.url)
  expect(await exit, output()).toEqual([0, null])
  const unlinked = await home.deps.db.many(sql`
    select id from repayment_source where provider_payment_method_id ~ '^pm_(card|bacsDebit|auBecsDebit)_'
      and status <> 'Removed'`)
  expect(unlinked).toEqual([])
  expect(
    await home.deps.db.first(sql`select 1 from customer where email = 'olivia@demo.example'`),
  ).toBeDefined()
})

it('says in two lines that the database stays away, and what to do', async () => {
  const { exit, output } = load(`postgres://larkwell@127.0.0.1:${await freePort()}/larkwell`)
  expect(await exit).toEqual([1, null])
  expect(output().trim().split('\n')).toEqual([
    'The database did not answer in time, so the demo families are not complete yet.',
    'This machine may be very busy. Start again: it continues where it stopped.',
  ])
})
