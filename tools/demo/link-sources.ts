import type { Region } from '#domain/region.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { ensureStripeCustomer } from '#server/books/card-entry/stripe-customer.ts'
import type { StripeAccount } from '#server/platform/providers/stripe/client.ts'
import { atOnce } from '../at-once.ts'

type LinkDeps = { db: Db; providers: { stripe: Record<Region, StripeAccount> } }
type Unlinked = { accountId: string; id: string; testName: string }

/** As many as the loader has: more work at once would only wait for one, until its time runs out. */
const connections = 4

/**
 * Sets up the payment methods of demo families at the payment provider; until then they are only names of test methods.
 * Skips methods that are linked already, and all other accounts if one is named. Returns how many were linked.
 */
export async function linkSources(deps: LinkDeps, onlyOf: string | null = null): Promise<number> {
  const unlinked = await listUnlinked(deps.db, onlyOf)
  const accounts = Map.groupBy(unlinked, ({ accountId }) => accountId)
  await atOnce(connections, accounts, ([accountId, sources]) => linkAccount(deps, accountId, sources))
  return unlinked.length
}

function listUnlinked(db: Db, onlyOf: string | null): Promise<Unlinked[]> {
  return db.many<Unlinked>(sql`
    select account_id as "accountId", id, provider_payment_method_id as "testName"
    from repayment_source
    where provider_payment_method_id ~ '^pm_(card|bacsDebit|auBecsDebit)_' and status <> 'Removed'
      and (${onlyOf}::uuid is null or account_id = ${onlyOf})
    order by account_id, created_at`)
}

async function linkAccount(deps: LinkDeps, accountId: string, sources: Unlinked[]): Promise<void> {
  const { customerId, region } = await ensureStripeCustomer(deps, accountId)
  for (const source of sources) await linkSource(deps, deps.providers.stripe[region], customerId, source)
}

async function linkSource(
  { db }: LinkDeps,
  { client }: StripeAccount,
  customerId: string,
  { accountId, id, testName }: Unlinked,
): Promise<void> {
  const isCard = testName.startsWith('pm_card_')
  const intent = await client.setupIntents.create(
    {
      customer: customerId,
      payment_method: testName,
      confirm: true,
      usage: 'off_session',
      allowed_payment_method_types: [typeOf(testName)],
      expand: ['payment_method'],
      ...(!isCard && {
        mandate_data: {
          customer_acceptance: {
            type: 'online',
            online: { ip_address: '203.0.113.24', user_agent: 'Demo family' },
          },
        },
      }),
    },
    { idempotencyKey: `demo:${id}` },
  )
  const method = intent.payment_method
  if (!method || typeof method === 'string') throw new Error(`${testName} was not set up`)
  const mandateId = typeof intent.mandate === 'string' ? intent.mandate : (intent.mandate?.id ?? null)
  const kept = method.card ?? method.au_becs_debit ?? method.bacs_debit
  await db.run(sql`
    update repayment_source set provider_payment_method_id = ${method.id}, provider_mandate_id = ${mandateId},
      fingerprint = ${kept?.fingerprint}
    where account_id = ${accountId} and id = ${id}`)
}

function typeOf(testName: string): 'card' | 'bacs_debit' | 'au_becs_debit' {
  if (testName.startsWith('pm_card_')) return 'card'
  return testName.startsWith('pm_bacsDebit_') ? 'bacs_debit' : 'au_becs_debit'
}
