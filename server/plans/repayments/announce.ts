import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { knownReason, type BankCalendar } from '#domain/calendar/holidays.ts'
import { collectedParts, collectionDays, paymentsOn, type NextPayment } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import { announcedUpTo } from '#domain/repayments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import {
  type NamedSource,
  type CollectedPlan,
  type AccountPayments,
  listPaymentFacts,
} from '../../people/accounts/plans.reads.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockHolidays } from '../holidays/known-holidays.ts'
import { workOnAccounts } from '../../platform/jobs/work-through.ts'
import type { Message } from '../../letters/messages/message.ts'
import { isUsable } from '../../books/payment-methods/paying-source.ts'
import { noticeEnds, queueNotices, type Notice } from './notices.ts'
import { markAnnounced, unannounced } from './repayments.store.ts'
import type { Announced, InstalmentKey } from './repayments.reads.ts'

const atOnce = 200

/** Announces to families the debits that are due soon. Returns the number announced. */
export async function announceDebits(deps: Deps, region: Region): Promise<number> {
  const today = dateIn(region, deps.clock())
  const upTo = announcedUpTo(today, bankCalendarOf(region))
  return workOnAccounts<InstalmentKey, Announced>(deps, {
    name: 'announce-debits',
    atOnce,
    due: unannounced({ region, upTo }),
    act: async (tx, due) => {
      await lockHolidays(tx)
      const announced = await markAnnounced(tx, today, due)
      const byAccount = Map.groupBy(announced, ({ accountId }) => accountId)
      const payments = await listPaymentFacts(tx, [...byAccount.keys()], upTo)
      const notices = payments.flatMap((facts) =>
        noticesOf(facts, byAccount.get(facts.accountId) ?? [], today),
      )
      await queueNotices(tx, deps, notices)
      return announced
    },
  })
}

/**
 * Creates one message for each day and method, with everything that is collected and the day from which it has moved.
 */
export function noticesOf(
  account: AccountPayments,
  announced: readonly Announced[],
  today: CalendarDate,
  movedFrom?: ReadonlyMap<CalendarDate, CalendarDate>,
): Notice[] {
  const facts = withoutQuotes(account)
  const dayOf = collectionDays({ ...facts, today })
  const days = facts.plans.flatMap((plan) =>
    plan.instalments
      .filter(({ seq }) => announced.some((key) => key.planId === plan.id && key.seq === seq))
      .map(dayOf),
  )
  const [about] = announced
  if (!about) return []
  const { accountId } = facts
  const isAbout = ({ parts }: NextPayment<CollectedPlan>) =>
    parts.some(({ plan, instalment }) =>
      announced.some((key) => key.planId === plan.id && key.seq === instalment.seq),
    )
  return [...new Set(days)].flatMap((on) =>
    paymentsOn(facts, { on, today })
      .filter(isAbout)
      .flatMap((payment) => {
        const from = movedFrom?.get(on)
        const message = messageOf(payment, about, {
          calendar: facts.calendar,
          today,
          from,
          holds: facts.holds,
        })
        if (!message) return []
        const instalments = payment.parts.map(({ plan, instalment: { seq }, amount, surcharge }) => ({
          accountId,
          planId: plan.id,
          seq,
          amount,
          surcharge,
          sourceId: payment.source?.id ?? null,
        }))
        return [{ message, instalments }]
      }),
  )
}

/** What is announced again costs what it costs by now. */
function withoutQuotes(facts: AccountPayments): AccountPayments {
  const plans = facts.plans.map((plan) => ({
    ...plan,
    instalments: plan.instalments.map((instalment) => ({ ...instalment, quote: null })),
  }))
  return { ...facts, plans }
}

function messageOf(
  payment: NextPayment<CollectedPlan, NamedSource>,
  { payer, bpay, accountId, shortId, schoolName, frequency }: Announced,
  {
    calendar,
    today,
    from,
    holds,
  }: { calendar: BankCalendar; today: CalendarDate; from: CalendarDate | undefined; holds: number },
): Message | undefined {
  const { source, amount, on } = payment
  if (!payer) return undefined
  const { region } = calendar
  const parts = collectedParts(payment)
  const movedFrom = from && { movedFrom: { day: from, reason: knownReason(from, calendar) ?? null } }
  const about = { firstName: payer.firstName, region, shortId, schoolName, amount, parts, ...movedFrom }
  const to = { recipient: payer.email, customerId: payer.id, accountId, once: keyOf(payment, holds) }
  if (source?.type === 'CustomerDeposit') {
    if (!bpay) return undefined
    return { ...to, kind: 'UpcomingDeposit', facts: { ...about, dueOn: on, ...bpay } }
  }
  // Where nothing can be debited there is nothing to announce: the due day brings a letter with the way to pay.
  if (!source || !isUsable(source, today)) return undefined
  return {
    ...to,
    kind: 'UpcomingDebit',
    sendBefore: noticeEnds(on, calendar),
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

/**
 * The key of an announcement: another day, amount, surcharge, chosen method or version of a plan is announced again, and so is
 * everything after a hold.
 */
function keyOf({ on, parts }: NextPayment<CollectedPlan>, holds: number): string {
  const each = parts.map(({ plan, instalment, amount, surcharge }) =>
    [
      plan.id,
      plan.version,
      instalment.seq,
      amount,
      surcharge,
      ...(instalment.sourceId ? [instalment.sourceId] : []),
      ...(instalment.methodChoices ? [`choice ${instalment.methodChoices}`] : []),
    ].join(':'),
  )
  return `upcoming:${on}:${each.join(',')}${holds === 0 ? '' : `:${holds}`}`
}
