import { expect, it } from 'vitest'
import { sql } from '#server/platform/database/sql.ts'
import { testServer } from '../testing/server.ts'
import { linkSources } from './link-sources.ts'
import { loadDemoFamilies } from '../testing/load-demo.ts'

const { deps, sandboxApi } = await testServer()
// No server runs while the demo is loaded. Here one does, and must not receive the webhooks.
for (const account of ['AU', 'UK']) await sandboxApi('stripe/webhook-endpoint', { account, url: null })

type Row = {
  id: string
  methodId: string
  mandateId: string | null
  customerId: string
  region: 'AU' | 'UK'
  status: string
  type: string
}
const rows = () =>
  deps.db.many<Row>(sql`
    select source.id, source.provider_payment_method_id as "methodId", source.provider_mandate_id as "mandateId",
      account.stripe_customer_id as "customerId", account.region, source.status, source.type
    from repayment_source source join account on account.id = source.account_id
    where source.type <> 'CustomerDeposit' order by source.id`)

it('sets up every demo payment method at the provider, quickly and once', async () => {
  await loadDemoFamilies(deps)
  const before = await rows()
  // CPU time, because elapsed time depends on what else the machine is doing.
  const started = process.cpuUsage()
  expect(await linkSources(deps)).toBe(before.length)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(3000)

  const after = await rows()
  expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status))
  for (const { methodId, mandateId, customerId, region, type } of after) {
    const method = await deps.providers.stripe[region].client.paymentMethods.retrieve(methodId)
    expect(method.customer).toBe(customerId)
    expect(mandateId !== null).toBe(type === 'BankAccount')
  }
  expect(await linkSources(deps)).toBe(0)
  expect(await rows()).toEqual(after)
})
