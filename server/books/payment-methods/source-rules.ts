import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { methodsOffered, payingSource, type MethodKind } from '#domain/payment-methods/payment-methods.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { depositMissedOn } from '#domain/repayments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Agreement } from './agreements.store.ts'
import { isUsable } from './paying-source.ts'
import type { MethodFacts, StoredSource } from './payment-methods.store.ts'

function isOffered(kind: MethodKind, { account }: MethodFacts): boolean {
  return methodsOffered({
    region: account.region,
    regionalMethods: account.allowedRegionalMethods,
    portalMethods: account.allowedPortalMethods,
    hasBpay: account.bpay !== null,
  }).includes(kind)
}

type Candidate = { kind: MethodKind; isAuthorised: boolean }

export function whyNotAdd(facts: MethodFacts, { kind, isAuthorised }: Candidate): RefusalCode | undefined {
  if (!facts.account.allowsSourceUpdates) return 'forbidden'
  if (!isOffered(kind, facts)) return 'method_not_allowed'
  if (kind === 'AuBankAccount' && facts.account.showsDirectDebitAuthorisation && !isAuthorised)
    return 'authorisation_required'
  return undefined
}

/** The text by which a bank account's holder authorises its debits on a day. */
export function authorisationOn(
  { authorisationTexts }: MethodFacts,
  today: CalendarDate,
): Agreement | undefined {
  return authorisationTexts.find(({ validFrom }) => validFrom <= today)
}

export function mayChangeRepayments({ account, allowsRepaymentChange }: MethodFacts): boolean {
  return allowsRepaymentChange && account.allowsSourceUpdates
}

/**
 * The default method cannot be made active by hand, unless the active one can no longer pay: otherwise a family whose
 * second card expired could not go back to the first.
 */
export function whyNotActivate(
  facts: MethodFacts,
  source: StoredSource,
  today: CalendarDate,
): RefusalCode | undefined {
  if (!mayChangeRepayments(facts)) return 'change_not_allowed'
  if (!isUsable(source, today)) return 'source_unusable'
  const active = payingSource(facts.sources)
  const isActiveUsable = active !== undefined && isUsable(active, today)
  return source.isDefault && isActiveUsable ? 'change_not_allowed' : undefined
}

export function whyNotRemove(facts: MethodFacts, source: StoredSource): RefusalCode | undefined {
  if (!facts.account.allowsSourceUpdates) return 'forbidden'
  if (facts.sources.length < 2) return 'last_source'
  const isFeeding =
    source.isPreferred ||
    source.id === payingSource(facts.sources)?.id ||
    source.id === facts.pendingChange?.sourceId
  if (isFeeding) return 'source_in_use'
  return source.hasPaymentUnderWay ? 'source_paying' : undefined
}

/**
 * The day from which a change made today applies; undefined if it applies at once. A collection after its cut-off still
 * uses the old method, so the change waits until the last such collection is over. If the old method can no longer pay,
 * there is nothing to wait for. A failed collection is tried again with the method that is active then, since it needs
 * a new one.
 */
export function changeEffectiveOn(facts: MethodFacts, today: CalendarDate): CalendarDate | undefined {
  const calendar = bankCalendarOf(facts.account.region)
  const active = payingSource(facts.sources)
  if (!active || !isUsable(active, today)) return undefined
  // A BPAY deposit may take days: the family must not be debited for the same payment in that time.
  const overOn = (on: CalendarDate) =>
    active.type === 'CustomerDeposit' ? depositMissedOn(on, calendar) : on
  const settled = facts.repayments
    .flatMap(({ waiting }) => waiting)
    .filter(({ on, isRetry }) => !isRetry && planEditCutOff(on, calendar) < today)
    .map(({ on }) => overOn(on))
    .toSorted()
    .at(-1)
  if (!settled) return undefined
  // One that is late is collected today at the earliest.
  return addDays(settled < today ? today : settled, 1)
}
