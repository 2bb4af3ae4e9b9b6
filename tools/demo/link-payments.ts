import { cents, type Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { charge } from '#server/platform/providers/stripe/charges.ts'
import type { StripeAccount } from '#server/platform/providers/stripe/client.ts'
import { atOnce } from '../at-once.ts'

type LinkDeps = { db: Db; providers: { stripe: Record<Region, StripeAccount> } }

type Unlinked = {
  accountId: string
  id: string
  total: Cents
  currency: Currency
  region: Region
  customerId: string
  methodId: string
}

/** As many as the loader has. */
const connections = 4

/**
 * Makes the last card payment of every account at the payment provider, so that it can be refunded and disputed there.
 * Those before it stay in our books only: each would make the first start slower. Run after `linkSources`. Returns how
 * many were made.
 */
export async function linkPayments(deps: LinkDeps, onlyOf: string | null = null): Promise<number> {
  const unlinked = await listUnlinked(deps.db, onlyOf)
  await atOnce(connections, unlinked, (payment) => linkPayment(deps, payment))
  return unlinked.length
}

function listUnlinked(db: Db, onlyOf: string | null): Promise<Unlinked[]> {
  return db.many<Unlinked>(sql`
    select last.account_id as "accountId", last.id, (last.amount_minor + last.surcharge_minor)::int as total,
      last.currency, account.region, account.stripe_customer_id as "customerId",
      source.provider_payment_method_id as "methodId"
    from account
      cross join lateral (
        select * from payment
        where payment.account_id = account.id and payment.status = 'Succeeded' and payment.provider_payment_id is not null
        order by payment.paid_on desc, payment.id limit 1
      ) last
      join repayment_source source on source.account_id = last.account_id and source.id = last.source_id
    where last.provider_payment_id like 'pi_demo_%' and source.type = 'PaymentCard' and source.status = 'Usable'
      and account.stripe_customer_id is not null and (${onlyOf}::uuid is null or account.id = ${onlyOf})
    order by account.id`)
}

async function linkPayment({ db, providers }: LinkDeps, payment: Unlinked): Promise<void> {
  const { accountId, id, total, currency, region, customerId, methodId } = payment
  const outcome = await charge(providers.stripe[region], {
    paymentId: id,
    accountId,
    key: `demo:${id}`,
    total: cents(total),
    currency,
    customerId,
    paymentMethodId: methodId,
    mandateId: null,
    isPayerPresent: false,
  })
  if (outcome.kind === 'Unknown') throw outcome.cause
  // A card that has expired since it paid is refused, and its payment stays as it was.
  if (outcome.kind !== 'Succeeded') return
  await db.run(sql`
    update payment set provider_payment_id = ${outcome.providerPaymentId}
    where account_id = ${accountId} and id = ${id}`)
}
