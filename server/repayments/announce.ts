import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { collectedParts, collectionDays, paymentOn, type NextPayment } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import { announcedUpTo } from '#domain/repayments.ts'
import {
  listPaymentFacts,
  type AccountPayments,
  type CollectedPlan,
  type NamedSource,
} from '../accounts/plans.ts'
import type { Deps } from '../deps.ts'
import type { Message } from '../messages/message.ts'
import { putAllInOutbox } from '../outbox/outbox.ts'
import { isUsable } from '../payment-methods/paying-source.ts'
import { claimAnnouncements, planForToday, type Announced } from './repayments.store.ts'

const chunk = 1000

/** Announces to families the debits that are due soon. Returns how many. */
export async function announceDebits(deps: Deps, region: Region): Promise<number> {
  const today = dateIn(region, deps.clock())
  const upTo = announcedUpTo(today, region)
  let all = 0
  for (;;) {
    const count = await deps.db.transaction(async (tx) => {
      await planForToday(tx)
      const announced = await claimAnnouncements(tx, { region, today, upTo, limit: chunk })
      const byAccount = Map.groupBy(announced, ({ accountId }) => accountId)
      const payments = await listPaymentFacts(tx, [...byAccount.keys()], upTo)
      const messages = payments.flatMap((facts) =>
        messagesOf(facts, byAccount.get(facts.accountId) ?? [], today),
      )
      await putAllInOutbox(tx, deps, messages)
      return announced.length
    })
    all += count
    if (count < chunk) return all
  }
}

/** One message for each day, with all that is collected on it. */
function messagesOf(facts: AccountPayments, announced: readonly Announced[], today: CalendarDate): Message[] {
  const dayOf = collectionDays({ ...facts, today })
  const days = facts.plans.flatMap((plan) =>
    plan.instalments
      .filter(({ seq }) => announced.some((key) => key.planId === plan.id && key.seq === seq))
      .map(dayOf),
  )
  const [about] = announced
  if (!about) return []
  return [...new Set(days)].flatMap((on) => {
    const payment = paymentOn(facts, { on, today })
    return (payment && messageOf(payment, about, { region: facts.region, today })) ?? []
  })
}

function messageOf(
  payment: NextPayment<CollectedPlan, NamedSource>,
  { payer, bpay, accountId, shortId, schoolName, frequency }: Announced,
  { region, today }: { region: Region; today: CalendarDate },
): Message | undefined {
  const { source, amount, on } = payment
  if (!payer) return undefined
  const parts = collectedParts(payment)
  const about = { firstName: payer.firstName, region, shortId, schoolName, amount, parts }
  const to = { recipient: payer.email, customerId: payer.id, accountId, once: keyOf(payment) }
  if (source?.type === 'CustomerDeposit') {
    if (!bpay) return undefined
    return { ...to, kind: 'UpcomingDeposit', facts: { ...about, dueOn: on, ...bpay } }
  }
  // Where nothing can be debited there is nothing to announce: the due day brings a letter with the way to pay.
  if (!source || !isUsable(source, today)) return undefined
  return {
    ...to,
    kind: 'UpcomingDebit',
    facts: {
      ...about,
      collectOn: on,
      frequency,
      methodName: source.displayName,
      mandateReference: source.type === 'BankAccount' ? source.mandateReference : null,
      surcharge: payment.surcharge,
    },
  }
}

/** What was announced: another day, amount or version of a plan is announced again. */
function keyOf({ on, parts }: NextPayment<CollectedPlan>): string {
  const each = parts.map(({ plan, instalment, amount }) =>
    [plan.id, plan.version, instalment.seq, amount].join(':'),
  )
  return `upcoming:${on}:${each.join(',')}`
}
