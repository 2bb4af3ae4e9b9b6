import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { cents } from '#domain/money.ts'
import { readConfig } from '#server/platform/config.ts'
import { stripeAccounts } from '#server/platform/providers/stripe/client.ts'
import type { Account } from '#tools/demo/account.ts'
import { linkSources } from '#tools/demo/link-sources.ts'
import type { PaymentRequest } from '#tools/demo/requests.ts'
import type { Customer } from './customers.ts'
import { database } from './database.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

export type Asked = Customer & {
  /** The secret of the link. */
  requestId: string
  path: string
  shortId: string
}

/**
 * A family of the journey's own that is asked for 1,250.00 by a link, like the demo's guests. Its school decides about
 * region and surcharges; its payment methods, one debit card unless others are named, can really be charged.
 */
export async function newRequest(
  request: Partial<Omit<PaymentRequest, 'id'>> = {},
  account: Account = {},
): Promise<Asked> {
  const requestId = `journey-${randomUUID()}`
  const asked = { id: requestId, amountDue: cents(1_250_00), ...request }
  const family = await newFamily({ ...account, requests: [asked] })
  await linkMethods(family)
  const [found] = await rows<{ shortId: string }>('select short_id as "shortId" from account where id = $1', [
    family.accountId,
  ])
  return { ...family, requestId, path: `/pay-now?request=${requestId}`, shortId: found?.shortId ?? '' }
}

/** Makes the saved methods of a family ones that can really be charged. */
export async function linkMethods({ accountId }: Pick<Customer, 'accountId'>): Promise<void> {
  await linkSources({ db: database(), providers: { stripe: provider() } }, accountId)
}

/**
 * Every try to charge a family, as the provider has it, newest first; in cents. The card of a guest belongs to a
 * customer of its own there.
 */
export async function chargesOf({ accountId }: Pick<Customer, 'accountId'>): Promise<Stripe.Charge[]> {
  const payers = await rows<{ region: 'AU' | 'UK'; customer: string }>(
    `select region, stripe_customer_id as customer from account where id = $1 and stripe_customer_id is not null
     union
     select region, provider_customer_id from payment join account on account.id = account_id
     where account_id = $1 and provider_customer_id is not null`,
    [accountId],
  )
  const stripe = provider()
  const lists = await Promise.all(
    payers.map(({ region, customer }) => stripe[region].client.charges.list({ customer, limit: 100 })),
  )
  return lists.flatMap(({ data }) => data).toSorted((one, other) => other.created - one.created)
}

function provider() {
  const { sandbox, database } = addresses()
  return stripeAccounts(readConfig({ STRIPE_API_URL: sandbox, DATABASE_URL: database }))
}
