import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sql } from '#server/platform/database/sql.ts'
import { testServer } from '../testing/server.ts'
import { addStaff, approveAs } from '../testing/staff.ts'
import { linkPayments } from './link-payments.ts'
import { linkSources } from './link-sources.ts'
import { loadDemoFamilies } from '../testing/load-demo.ts'

const server = await testServer()
const { deps, call, sandboxApi } = server
const { db } = deps
// No server runs while the demo is loaded. Here one does, and must not receive the webhooks.
for (const account of ['AU', 'UK']) await sandboxApi('stripe/webhook-endpoint', { account, url: null })

it('makes the last card payments of the demo at the provider, quickly and once, so that they can be refunded', async () => {
  await loadDemoFamilies(deps)
  await linkSources(deps)
  // CPU time, because elapsed time depends on what else the machine is doing.
  const started = process.cpuUsage()
  expect(await linkPayments(deps)).toBeGreaterThan(80)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(3000)
  expect(await linkPayments(deps)).toBe(0)

  const payment = await db.first<{ id: string; total: number; pi: string }>(sql`
    select payment.id, (amount_minor + surcharge_minor)::int as total, provider_payment_id as pi
    from payment
      join account_member member on member.account_id = payment.account_id
      join customer on customer.id = member.customer_id
    where customer.email = 'olivia@demo.example' and payment.status = 'Succeeded'
    order by paid_on desc limit 1`)
  const intent = await deps.providers.stripe.AU.client.paymentIntents.retrieve(payment!.pi)
  expect(intent).toMatchObject({ status: 'succeeded', amount: payment!.total })

  const [operations, admin] = [await addStaff(server, 'operations'), await addStaff(server, 'admin')]
  const ordered = await call(`POST /api/staff/payments/${payment!.id}/refunds`, {
    token: operations.token,
    body: { clientRequestId: randomUUID(), reason: 'Paid twice' },
  })
  expect(ordered.status).toBe(202)
  // It is more than one person may refund.
  await approveAs(server, admin, ordered.body.approval)
  const made = await deps.providers.stripe.AU.client.refunds.list({ payment_intent: payment!.pi })
  expect(made.data).toMatchObject([{ status: 'succeeded', amount: payment!.total }])
})
