import type { FamilyPayment } from '#contract/staff-family-records.ts'
import { auditSentence, auditTone } from '#domain/audit-words.ts'
import { bankSaid } from '#domain/payments.ts'
import type { FamilyPaymentRow } from './payments.store.ts'

type Step = FamilyPayment['steps'][number]

/** What the trail says again that the row itself says better. */
const saidByTheRow = new Set(['PaymentStarted', 'PaymentCreated', 'PaymentSent'])

const titles: Record<string, string> = {
  PaymentProcessing: 'On its way from the bank',
  PaymentUnknown: 'The provider gave no clear answer',
  PaymentAwaitsPayer: 'Waits for the payer to confirm it',
  PaymentSucceeded: 'Arrived',
  PaymentFailed: 'Failed',
  PaymentRefunded: 'Refunded',
  PaymentDisputed: 'Taken back by the payer’s bank',
}

/** From written down to settled, oldest first. */
export function stepsOf(payment: FamilyPaymentRow): Step[] {
  const { events, createdAt, sentAt, providerKey } = payment
  const startedBy = events.find(({ action }) => action === 'PaymentStarted')?.by
  const news = events.filter(({ action }) => !saidByTheRow.has(action))
  return [
    step('Written down', createdAt, writtenBy(payment, startedBy ?? null)),
    ...(sentAt ? [step('Sent to the provider', sentAt, providerKey ? `Key ${providerKey}` : '')] : []),
    ...news.map((event) => eventStep(event, payment)),
    ...(news.length === 0 && isOver(payment) ? [lastStep(payment)] : []),
  ]
}

const step = (title: string, at: Date, note: string, isFailure = false): Step => ({
  title,
  note,
  at: at.toISOString(),
  isFailure,
})

function writtenBy({ kind, offlineManner }: FamilyPaymentRow, startedBy: string | null): string {
  if (kind === 'Instalment') return 'By the plan'
  if (kind === 'Offline') return `By staff: ${offlineManner?.toLowerCase() ?? 'offline'}`
  if (kind === 'Deposit') return 'By the bank, with the BPAY reference of the family'
  return startedBy ? `By ${startedBy}` : kind === 'Guest' ? 'By somebody with the link' : ''
}

function eventStep(
  { action, at, reason, by }: FamilyPaymentRow['events'][number],
  payment: FamilyPaymentRow,
): Step {
  const title = titles[action] ?? capitalised(auditSentence(action, null))
  const isFailure = auditTone(action) === 'Failure'
  const note =
    action === 'PaymentFailed' ? whyFailed(payment) : [by, reason && `“${reason}”`].filter(Boolean).join(': ')
  return step(title, new Date(at), note, isFailure)
}

const isOver = ({ status }: FamilyPaymentRow) => !['Created', 'Sent'].includes(status)

/** A payment from before its steps were kept: all that is known is how it ended. */
function lastStep(payment: FamilyPaymentRow): Step {
  const { status, updatedAt } = payment
  const isFailure = status === 'Failed' || status === 'Disputed'
  return step(
    titles[`Payment${status}`] ?? status,
    updatedAt,
    status === 'Failed' ? whyFailed(payment) : '',
    isFailure,
  )
}

const whyFailed = ({ failureCode }: FamilyPaymentRow) => (failureCode ? bankSaid(failureCode) : '')

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
