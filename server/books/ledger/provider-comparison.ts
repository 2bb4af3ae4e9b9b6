import { regions, type Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import {
  chargesOfPayment,
  pagesOfCharges,
  type ListedCharge,
} from '../../platform/providers/stripe/charges.ts'
import type { StripeAccount } from '../../platform/providers/stripe/client.ts'
import {
  listDisputesOfPayment,
  listRefundsOfPayment,
  pagesOfReturnedPayments,
} from '../../platform/providers/stripe/returns.ts'
import type { Violation } from './invariants.store.ts'
import {
  findPaymentsOfCharges,
  listOldPaymentsWithReturns,
  listPaymentsToMatch,
  readLastCheck,
  type PaymentToMatch,
} from './provider-comparison.store.ts'

/** A charge at the payment provider, with the sums of its refunds and of its open and lost disputes. */
export type ProviderCharge = Pick<
  ListedCharge,
  'paymentIntent' | 'amount' | 'currency' | 'hasSucceeded' | 'isRefunded' | 'refunded'
> & { disputed: number }

const dayMs = 24 * 60 * 60_000
/** A month, and the debits that are still on their way at its end. */
const defaultDays = 35
/** The time between a payment's row and its charge, save for a few, which are read one by one. */
const slackMs = 60 * 60_000
const paymentsAtOnce = 500

export function defaultSince(now: Date): Date {
  return new Date(now.getTime() - defaultDays * dayMs)
}

/**
 * The moment since when a restored database may lack what the provider knows: before its last nightly check. No check
 * runs until the books agree, so the moment stays the same however often they are compared.
 */
export async function sinceLastCheck(db: Db, now: Date): Promise<Date> {
  const checkedAt = await readLastCheck(db)
  if (!checkedAt) return new Date(0)
  return new Date(Math.min(defaultSince(now).getTime(), checkedAt.getTime() - dayMs))
}

/**
 * Compares payments, charges, refunds and disputes since a moment, page by page, in both directions. What went back
 * since then is compared for older payments too.
 */
export async function compareWithProvider(
  db: Db,
  { accounts, since }: { accounts: Record<Region, StripeAccount>; since: Date },
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const region of regions) {
    const books = { db, account: accounts[region], since }
    found.push(...(await compareCharges(books)), ...(await compareOldReturns(books)))
  }
  // An old payment may be named by both sides.
  return [...new Map(found.map((violation) => [JSON.stringify(violation), violation])).values()]
}

type Books = { db: Db; account: StripeAccount; since: Date }

/** Reads both lists side by side, newest first. Only charges whose payment has not been read yet are held in memory. */
async function compareCharges({ db, account, since }: Books): Promise<Violation[]> {
  const found: Violation[] = []
  const pages = pagesOfCharges(account, new Date(Math.max(0, since.getTime() - slackMs)))
  const unmatched = new Map<string, ListedCharge[]>()
  let isReadBackTo = Infinity
  const readCharges = async (until: number) => {
    while (isReadBackTo >= until) {
      const { value: charges } = await pages.next()
      for (const charge of charges ?? [])
        if (charge.hasSucceeded)
          unmatched.set(charge.paymentIntent, [...(unmatched.get(charge.paymentIntent) ?? []), charge])
      isReadBackTo = charges?.at(-1)?.createdAt.getTime() ?? -Infinity
    }
  }
  const take = (intent: string) => {
    const charges = unmatched.get(intent)
    unmatched.delete(intent)
    return charges
  }
  let after: PaymentToMatch | undefined
  for (;;) {
    const payments = await listPaymentsToMatch(db, { ...account, since, after, limit: paymentsAtOnce })
    after = payments.at(-1)
    if (!after) break
    await readCharges(after.createdAt.getTime() - slackMs)
    const charges: ListedCharge[] = []
    for (const { providerPaymentId: intent, hasSucceeded } of payments) {
      if (intent === null) continue
      const listed = take(intent)
      if (listed) charges.push(...listed)
      else if (hasSucceeded) charges.push(...(await chargesOfPayment(account, intent)))
    }
    found.push(...matchCharges(payments, await withReturns(account, payments, charges)))
  }
  await readCharges(0)
  // The payment was recorded before that time, or it is missing.
  const intents = [...unmatched.keys()]
  while (intents.length > 0) {
    const some = intents.splice(0, paymentsAtOnce)
    const payments = await findPaymentsOfCharges(db, some)
    const charges = some.flatMap((intent) => take(intent) ?? [])
    found.push(...matchCharges(payments, await withReturns(account, payments, charges)))
  }
  return found
}

/** Refunds and disputes since then of payments before then, first the provider's, then ours. */
async function compareOldReturns({ db, account, since }: Books): Promise<Violation[]> {
  const found: Violation[] = []
  const compare = async (intents: string[], payments: PaymentToMatch[]) => {
    const charges: ListedCharge[] = []
    for (const intent of intents) charges.push(...(await chargesOfPayment(account, intent)))
    found.push(...matchCharges(payments, await withReturns(account, payments, charges)))
  }
  for await (const intents of pagesOfReturnedPayments(account, since)) {
    const payments = await findPaymentsOfCharges(db, intents)
    const isRecent = new Set(
      payments.flatMap(({ createdAt, providerPaymentId }) => (createdAt < since ? [] : [providerPaymentId])),
    )
    await compare(
      intents.filter((intent) => !isRecent.has(intent)),
      payments.filter(({ providerPaymentId }) => !isRecent.has(providerPaymentId)),
    )
  }
  let after: string | undefined
  for (;;) {
    const payments = await listOldPaymentsWithReturns(db, { ...account, since, after, limit: paymentsAtOnce })
    after = payments.at(-1)?.id
    if (after === undefined) return found
    await compare(
      payments.flatMap(({ providerPaymentId }) => providerPaymentId ?? []),
      payments,
    )
  }
}

/**
 * Adds the disputes to charges. Where a charge may differ from our payment its refunds are read one by one: its own sum
 * counts those that are still under way.
 */
export async function withReturns(
  account: StripeAccount,
  payments: readonly PaymentToMatch[],
  charges: readonly ListedCharge[],
): Promise<ProviderCharge[]> {
  const byIntent = new Map(payments.map((payment) => [payment.providerPaymentId, payment]))
  const complete: ProviderCharge[] = []
  for (const charge of charges) {
    const payment = byIntent.get(charge.paymentIntent)
    const isSame = charge.refunded === payment?.refunded && !charge.isDisputed && payment.disputed === 0
    complete.push({
      ...charge,
      ...(payment && !isSame ? await readReturns(account, payment) : { disputed: 0 }),
    })
  }
  return complete
}

async function readReturns(account: StripeAccount, { providerPaymentId }: PaymentToMatch) {
  const refunds = await listRefundsOfPayment(account, providerPaymentId ?? '')
  const disputes = await listDisputesOfPayment(account, providerPaymentId ?? '')
  const isTaken = ({ status }: { status: string }) => status === 'Open' || status === 'Lost'
  return {
    refunded: sumOf(refunds.filter(({ hasSucceeded }) => hasSucceeded)),
    disputed: sumOf(disputes.filter(isTaken)),
  }
}

function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Compares payments with the charges of the same time. */
export function matchCharges(
  payments: readonly Omit<PaymentToMatch, 'createdAt' | 'cursor'>[],
  charges: readonly ProviderCharge[],
): Violation[] {
  const taken = charges.filter(({ hasSucceeded }) => hasSucceeded)
  const chargesOf = Map.groupBy(taken, ({ paymentIntent }) => paymentIntent)
  const found: Violation[] = []
  for (const { id, providerPaymentId, total, currency, refunded, disputed } of payments.filter(
    ({ hasSucceeded }) => hasSucceeded,
  )) {
    const [charge, ...more] = chargesOf.get(providerPaymentId ?? '') ?? []
    if (!charge || more.length > 0 || charge.amount !== total || charge.currency !== currency.toLowerCase())
      found.push({ invariant: 'I4 a payment that succeeded has one charge of its amount', subject: id })
    else if (charge.refunded !== refunded || charge.disputed !== disputed)
      found.push({ invariant: 'I4 a payment has the refunds and disputes of its charge', subject: id })
  }
  const ours = new Map(payments.map((payment) => [payment.providerPaymentId, payment]))
  const foreign = taken
    // Money that was given back in full needs no payment: so a charge is settled whose payment a restore has lost.
    .filter(({ paymentIntent, isRefunded }) => {
      const payment = ours.get(paymentIntent)
      return payment ? !payment.hasSucceeded : !isRefunded
    })
    .map(({ paymentIntent }) => ({
      invariant: 'I5 no charge is without its payment',
      subject: paymentIntent,
    }))
  return [...found, ...foreign]
}
