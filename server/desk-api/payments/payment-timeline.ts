import type { PaymentStep } from '#contract/staff-payments.ts'
import { addDays, dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { disputeReasonText } from '#domain/disputes.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { bankSaid } from '#domain/payments.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import type { RemittanceState } from '#domain/remittances.ts'
import type { PaymentRow } from '../../books/payments/payments.reads.ts'
import type { DisputeInFull } from '../disputes/disputes.reads.ts'
import type { PageFacts } from './payment-page.store.ts'

export type TimelineFacts = {
  payment: PaymentRow
  facts: PageFacts
  dispute: DisputeInFull | undefined
  /** "payment 18 of 22 of 2026, due 2 October 2026" */
  instalment: string | null
  /** The member of staff who has begun to prepare the evidence. */
  draftBy: string | null
  now: Date
}

/** Card networks take two to three months after the evidence. */
const decisionDays = 75

/** The steps of a payment, from its first record to those still to come. */
export function timelineOf(timeline: TimelineFacts): PaymentStep[] {
  return [
    ...first(timeline),
    ...sent(timeline),
    ...answered(timeline),
    ...passedOn(timeline),
    ...refunds(timeline),
    ...disputed(timeline),
    ...toCome(timeline),
  ]
}

type Steps = (timeline: TimelineFacts) => PaymentStep[]

const step = (
  state: PaymentStep['state'],
  title: string,
  detail: string | null,
  at: string | Date | null,
): PaymentStep => ({ state, title, detail, at: at === null ? null : new Date(at).toISOString() })

const event = ({ facts }: TimelineFacts, ...actions: string[]) =>
  facts.events.find(({ action }) => actions.includes(action))

const money = (amount: number, { payment }: TimelineFacts) =>
  formatCurrency(toDecimal(cents(amount)), payment.region)

const kindTexts: Record<PaymentRow['kind'], string> = {
  Instalment: 'By the plan',
  Early: 'By the family, ahead of its plan',
  Guest: 'By a payment link',
  Deposit: 'From a file of the bank',
  Offline: 'By our team',
}

const first: Steps = (timeline) => {
  const { payment, facts, instalment } = timeline
  const by = event(timeline, 'PaymentStarted')?.by
  const detail = [
    instalment ? `${kindTexts[payment.kind]}, ${instalment}` : kindTexts[payment.kind],
    by && `by ${by}`,
    facts.offline && [facts.offline.manner, facts.offline.reference].filter(Boolean).join(' '),
  ]
  return [step('Done', 'Written down', detail.filter(Boolean).join(', '), payment.createdAt)]
}

const sent: Steps = ({ payment }) =>
  payment.sentAt
    ? [
        step(
          'Done',
          'Sent to the provider',
          payment.providerKey && `Key ${payment.providerKey}`,
          payment.sentAt,
        ),
      ]
    : []

const answered: Steps = (timeline) => {
  const { payment, facts } = timeline
  const steps: PaymentStep[] = []
  const processing = event(timeline, 'PaymentProcessing')
  if (processing) steps.push(step('Done', 'On its way from the bank', null, processing.at))
  const confirmation = event(timeline, 'PaymentAwaitsPayer')
  if (confirmation)
    steps.push(step('Done', 'The payer’s bank asked them to confirm it', null, confirmation.at))
  const failed = event(timeline, 'PaymentFailed')
  if (payment.failureCode) {
    steps.push(step('Failed', 'Failed', bankSaid(payment.failureCode), failed?.at ?? null))
  }
  const succeeded = event(timeline, 'PaymentSucceeded', 'OfflinePaymentRecorded', 'DepositMatched')
  if (payment.paidOn !== null) {
    const surcharge =
      payment.surcharge > 0
        ? `with a surcharge of ${money(payment.surcharge, timeline)} (${surchargePercentage(payment.basisPoints)})`
        : payment.region === 'UK'
          ? 'no surcharge: United Kingdom'
          : 'no surcharge'
    const detail = [payment.methodName, surcharge].filter(Boolean).join(', ')
    const at = succeeded?.at ?? facts.tries.find(({ id }) => id === payment.id)?.answeredAt ?? null
    steps.push(step('Done', 'Arrived', detail, at))
  }
  return steps
}

const passedOn: Steps = (timeline) =>
  timeline.facts.remittances.map(({ on, at, schoolName, total, count, state, paidOn }) => {
    const detail = `In the remittance of ${formatDate(on)}, ${money(total, timeline)} from ${count} ${count === 1 ? 'payment' : 'payments'}`
    return step(
      state === 'Returned' ? 'Failed' : 'Done',
      remittanceTitles[state](schoolName, paidOn),
      detail,
      at,
    )
  })

const remittanceTitles: Record<RemittanceState, (school: string, paidOn: CalendarDate | null) => string> = {
  Due: (school) => `Due to ${school}`,
  Released: (school) => `Due to ${school}, released`,
  Sent: (school) => `On its way to ${school}`,
  Paid: (school, paidOn) => `Paid to ${school}${paidOn ? ` on ${formatDate(paidOn)}` : ''}`,
  Returned: () => 'Sent back by the bank',
}

const refunds: Steps = (timeline) =>
  timeline.facts.refunds.map(({ amount, status, by, at }) => {
    const title = `${money(amount, timeline)} ${status === 'Done' ? 'refunded' : 'to be refunded'}`
    const detail = [refundWords[status], by && `by ${by}`].filter(Boolean).join(', ')
    return step(status === 'Failed' || status === 'Refused' ? 'Failed' : 'Done', title, detail || null, at)
  })

const refundWords: Record<string, string> = {
  Ordered: 'On its way to the provider',
  Unknown: 'The provider has not answered yet',
  Accepted: 'On its way to the bank',
  Failed: 'It came back to us',
  Refused: 'The provider would not',
}

const disputed: Steps = (timeline) => {
  const { dispute } = timeline
  if (!dispute) return []
  const { reason, amount, fee, openedAt, status, closedAt, evidenceSentAt, answer } = dispute
  const reasonText = reason === null ? '' : `“${disputeReasonText(reason)}.” `
  const isInquiry = status === 'Inquiry' || status === 'InquiryClosed'
  const taken = isInquiry
    ? 'The bank only asks: no money was taken'
    : `${money(amount, timeline)}${fee ? ` and the provider’s fee of ${money(fee, timeline)}` : ''} ${fee ? 'were' : 'was'} taken from us`
  const opened = step(
    'Failed',
    isInquiry ? 'The bank asks about it' : 'Disputed by the payer',
    `${reasonText}${taken}`,
    openedAt,
  )
  const evidence = evidenceSentAt
    ? [
        step(
          'Done',
          'Evidence sent to the bank',
          answer?.kind === 'Evidence' ? `By ${answer.by}` : 'At the provider',
          evidenceSentAt,
        ),
      ]
    : []
  const accepted =
    answer?.kind === 'Acceptance' && answer.status !== 'Refused'
      ? [step('Done', 'The loss was accepted', `By ${answer.by}`, answer.at)]
      : []
  const end = closedAt && ends[status]
  return [
    opened,
    ...evidence,
    ...accepted,
    ...(end ? [step(end.state, end.title, end.detail, closedAt)] : []),
  ]
}

const ends: Partial<Record<DisputeInFull['status'], Pick<PaymentStep, 'state' | 'title' | 'detail'>>> = {
  InquiryClosed: { state: 'Done', title: 'The bank has no more questions', detail: null },
  Won: { state: 'Done', title: 'Won', detail: 'The bank decided for us: the payment stands' },
  Lost: { state: 'Failed', title: 'Lost', detail: 'The money stays with the payer, and the family owes it' },
}

const toCome: Steps = (timeline) => {
  const { payment, facts, dispute } = timeline
  if (dispute && dispute.closedAt === null) return disputeToCome(timeline, dispute)
  if (payment.status === 'Created' || payment.status === 'Sent' || payment.status === 'Processing') {
    return [step('Now', 'We wait for the bank', null, null)]
  }
  if (payment.status === 'Unknown')
    return [step('Now', 'Nobody knows yet whether it was taken', lookWords(timeline), null)]
  if (payment.status !== 'Failed') return []
  const { instalment, request } = facts
  if (instalment?.status === 'Retrying' && instalment.retryOn) {
    return [step('Now', 'To be tried again', `On ${formatDate(instalment.retryOn)}, by itself`, null)]
  }
  if (request && ['Open', 'PartPaid'].includes(request.status)) {
    return [step('Now', 'Asked of the family by link', money(request.amount, timeline), request.askedAt)]
  }
  if (instalment?.status === 'Paid') return [step('Done', 'Paid another way since', null, null)]
  return instalment?.status === 'Overdue' ? [step('Now', 'Overdue', null, null)] : []
}

const lookWords = ({ payment }: TimelineFacts) =>
  payment.nextLookAt
    ? 'The provider is asked again by itself'
    : 'The provider is not asked any more: people must'

function disputeToCome(timeline: TimelineFacts, dispute: DisputeInFull): PaymentStep[] {
  const { draftBy, now, payment } = timeline
  const decidedBy: CalendarDate = addDays(dateIn(payment.region, dispute.openedAt), decisionDays)
  const decision = step(
    'Later',
    'The bank decides',
    `Mostly by ${formatDate(decidedBy)}. Won: the payment stands. Lost: the family owes it again`,
    null,
  )
  if (dispute.evidenceSentAt) return [{ ...decision, state: 'Now' }]
  if (dispute.answer?.status === 'Ordered') {
    return [
      step('Now', 'Our answer is on its way to the provider', 'It is sent again by itself', null),
      decision,
    ]
  }
  if (dispute.evidenceDueAt === null || dispute.evidenceDueAt <= now) {
    return [step('Now', 'No evidence was sent in time', null, dispute.evidenceDueAt), decision]
  }
  return [
    step(
      'Now',
      draftBy ? 'Evidence is being put together' : 'Evidence is missing',
      draftBy && `By ${draftBy}`,
      null,
    ),
    decision,
  ]
}
