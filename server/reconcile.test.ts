import { expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { sql } from './platform/database/sql.ts'
import { lookAtDuePayments } from './books/payments/look.ts'
import { charge, type ChargeRequest } from './platform/providers/stripe/charges.ts'
import { collectDue } from './plans/repayments/collect.ts'
import { followNotices } from './plans/repayments/notices.ts'
import { runRepayments } from './plans/repayments/run-repayments.ts'
import { reconcile, untilBooksAgree } from './app/reconcile.ts'
import { paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'

const server = await testServer()
const { deps } = server
// A restored database has not received later events.
await server.sandboxApi('stripe/webhook-endpoint', { account: 'AU', url: null })
const { addPlanFamily } = daysOf(server)

const differences = async () =>
  (await reconcile(deps)).violations.map(({ invariant }) => invariant.slice(0, 2))

it('after a restore, payments made since are settled or reported, and nobody is charged again', async () => {
  const family = await addPlanFamily()
  await family.comeToCollection()
  await followNotices(deps)
  // The database is restored to the moment when the debit was stored, but not sent.
  await collectDue(deps, 'AU')
  const stored = await deps.db.first<ChargeRequest>(sql`
    select id as "paymentId", account_id as "accountId", provider_key as key, amount_minor + surcharge_minor as total,
      currency, provider_customer_id as "customerId", provider_payment_method_id as "paymentMethodId",
      provider_mandate_id as "mandateId"
    from payment where account_id = ${family.accountId} and status = 'Created'`)
  if (!stored) throw new Error('No debit was stored')
  // Since then it was sent, and somebody else made a payment that the restored database does not have.
  await charge(deps.providers.stripe.AU, stored)
  const paymentId = '11111111-1111-4111-8111-111111111111'
  await charge(deps.providers.stripe.AU, { ...stored, paymentId, key: `${paymentId}:1`, total: cents(5_000) })
  const before = (await providerCharges(server)).length

  // As after a restore: PostgreSQL has begun another timeline.
  await deps.db.run(sql`update compared_history set id = '7000000000000000000:00000001'`)
  const stopping = new AbortController()
  let mayRunJobs: boolean | undefined
  const starting = untilBooksAgree(deps, stopping.signal, 500).then((agree) => (mayRunJobs = agree))
  expect(await differences()).toEqual(['I5'])
  const debit = { status: 'Succeeded', kind: 'Instalment' }
  expect((await paymentsOf(server, family.accountId)).at(-1)).toMatchObject(debit)

  const lost = (await providerCharges(server)).find(({ amount }) => amount === 5_000)
  await deps.providers.stripe.AU.client.refunds.create({ payment_intent: lost?.paymentIntent ?? '' })
  expect(mayRunJobs).toBeUndefined()
  expect(await differences()).toEqual([])
  // Whoever has found that they agree: every process then starts its jobs.
  expect(await starting).toBe(true)
  expect(await untilBooksAgree(deps, stopping.signal)).toBe(true)
  await runRepayments(deps)
  await lookAtDuePayments(deps)
  expect((await providerCharges(server)).length).toBe(before)
})
