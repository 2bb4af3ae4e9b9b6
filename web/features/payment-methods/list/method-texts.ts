import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { Repayment, RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { activeMethod } from '#domain/payment-methods/method-actions.ts'
import { expiryText } from '#domain/payment-methods/payment-methods.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'

/** "Amelia Hart · Expires 08/28 · 1% surcharge" */
export function methodLine(method: SavedMethod, region: Region): string {
  const isBacs = region === 'UK' && method.type === 'BankAccount'
  return [method.holderName, expiry(method), isBacs && 'Bacs Direct Debit', surchargeRate(method)]
    .filter(Boolean)
    .join(' · ')
}

export function expiry({ expiryDate, trouble }: SavedMethod): string | null {
  return expiryDate === null ? null : expiryText(expiryDate, trouble === 'CardExpired')
}

function surchargeRate({ surchargePercentage }: SavedMethod): string {
  return surchargePercentage === '0%' ? 'No surcharge' : `${surchargePercentage} surcharge`
}

type Plans = Pick<RepaymentDetails, 'repayments'>

/** What a rate comes to in money; undefined where it comes to nothing. */
export function costSentence({ surcharge }: SavedMethod, plans: Plans, region: Region): string | undefined {
  const { nextPayment, remainingPayments } = surcharge
  if (remainingPayments === 0) return undefined
  const left = plans.repayments.reduce((sum, { remainingPayments: count }) => sum + count, 0)
  const next = nextPayment > 0 && `${formatMoney(nextPayment, region)} to your next payment`
  const all = left > 1 && `${formatMoney(remainingPayments, region)} over the ${left} payments left`
  return `Adds ${[next, all].filter(Boolean).join(', ')}.`
}

/** What happens to the payments when another method becomes the active one. */
export function moveSentences(method: SavedMethod, details: RepaymentDetails, region: Region): string[] {
  const { repayments } = details
  const moves = repayments.flatMap((each) => moveSentence(method, each, region))
  const stays = repayments.flatMap((each) => staySentence(details, each, region))
  const waiting = repayments.find(({ isPending }) => isPending)?.source
  const waitingName = details.repaymentSources.find(({ id }) => id === waiting?.id)?.displayName
  return [
    ...(moves.length > 0 ? moves : [laterSentence(method)]),
    ...stays,
    ...(waitingName ? [`The change to ${waitingName} will not take place.`] : []),
    surchargeSentence(method, { hasStaying: stays.length > 0, hasMoving: moves.length > 0 }, details, region),
  ]
}

function moveSentence(method: SavedMethod, { frequency, firstToMove }: Repayment, region: Region): string[] {
  if (!firstToMove) return []
  const rhythm = frequencyWord(frequency).toLowerCase()
  const first = `beginning with ${formatMoney(firstToMove.amount, region)} on ${formatDate(firstToMove.date)}`
  return [
    isPaidByHand(method)
      ? `You will pay your ${rhythm} instalments yourself by BPAY, ${first}.`
      : `Your ${rhythm} payments will be taken from ${withinSentence(method.displayName)}, ${first}.`,
  ]
}

/** The next payment is no longer to be changed once its cut-off is over. */
function staySentence(
  details: RepaymentDetails,
  { nextRepaymentDate, firstToMove, amount, withBank }: Repayment,
  region: Region,
): string[] {
  const active = activeMethod(details)
  if (!active) return []
  const stays = (sum: number, date: string, why: string) =>
    `Your payment of ${formatMoney(sum, region)} on ${formatDate(date)} stays with ${withinSentence(active.displayName)}: ${why}.`
  const isNextStaying =
    nextRepaymentDate !== null &&
    nextRepaymentDate !== firstToMove?.date &&
    nextRepaymentDate !== withBank?.date
  return [
    ...(withBank ? [stays(withBank.amount, withBank.date, 'it is with your bank already')] : []),
    ...(isNextStaying ? [stays(amount, nextRepaymentDate, 'it is too late to change it')] : []),
  ]
}

function laterSentence(method: SavedMethod): string {
  return isPaidByHand(method)
    ? 'You will make your payments yourself by BPAY.'
    : `Your payments will be taken from ${withinSentence(method.displayName)}.`
}

/** The sums on the wire count the next payment in, so they say nothing true where that one stays. */
function surchargeSentence(
  method: SavedMethod,
  { hasStaying, hasMoving }: { hasStaying: boolean; hasMoving: boolean },
  details: RepaymentDetails,
  region: Region,
): string {
  if (method.surchargePercentage === '0%') return 'No surcharge applies.'
  const rate = `A surcharge of ${method.surchargePercentage} applies to each payment.`
  const cost = hasStaying || !hasMoving ? undefined : costSentence(method, details, region)
  return cost ? `${rate} ${cost.replace('Adds', 'It adds')}` : rate
}

/** Nobody takes it: the family pays from its own bank. */
function isPaidByHand({ type }: SavedMethod): boolean {
  return type === 'CustomerDeposit'
}

/** What the customer is asked before a method goes. */
export function removalSentence(method: SavedMethod, details: RepaymentDetails): string {
  const name = isPaidByHand(method) ? method.displayName : `Your ${withinSentence(method.displayName)}`
  const kept = activeMethod(details)?.displayName
  const payer = details.repayments.length > 0 ? 'Your plan' : 'Your account'
  const what = `${name} will be removed from this account.`
  return kept ? `${what} ${payer} will keep using ${withinSentence(kept)}.` : what
}
