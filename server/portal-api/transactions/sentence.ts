import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import { referenceOf } from '../../books/payments/receipt.ts'
import { attemptNote } from './note.ts'
import { dayOf } from './pending.ts'
import type { PaymentOfTransaction, TransactionFacts } from './transaction-details.store.ts'

type Entry = NonNullable<TransactionFacts['entry']>

/** A sentence about what happened, when and by whom, as staff would say it on the phone. `reader` is who reads it. */
export function sentenceOf(facts: TransactionFacts, reader: string): string {
  const { entry, payment, region } = facts
  if (!entry) return payment ? aboutAttempt(payment, facts, reader) : ''
  const sentence = sentences[entry.kind]?.(entry, facts, reader)
  if (sentence) return sentence
  const change = entry.amount < 0 ? 'went down' : 'went up'
  const sum = money(Math.abs(entry.amount), region)
  return `Your balance ${change} by ${sum} on ${formatDate(entry.date)}${entry.description ? `: ${entry.description}.` : '.'}`
}

type SentenceOf = (entry: Entry, facts: TransactionFacts, reader: string) => string | undefined

const sentences: Partial<Record<Entry['kind'], SentenceOf>> = {
  Repayment: ({ date }, { payment }, reader) =>
    payment
      ? `${waysOfPaying[payment.kind](payment, reader)} on ${formatDate(payment.paidOn ?? date)}.`
      : undefined,

  PaymentToSchool: (entry, facts) => {
    const { payment, schoolPayment } = facts
    const school = entry.school ?? 'the school'
    const origin = payment ? `, from ${thePayment(payment)}` : ''
    const left = `${absoluteAmount(entry, facts)} left your balance on ${formatDate(entry.date)}`
    if (!schoolPayment) return `${left}${origin}, for fees that we had already paid to ${school}.`
    return `${left} for ${school}${origin}. ${schoolPaymentSentence(schoolPayment)}`
  },

  Fee: (entry, facts) =>
    facts.payment
      ? `A fee of ${absoluteAmount(entry, facts)} was charged on ${formatDate(entry.date)}, because your bank sent ${thePayment(facts.payment)} back.`
      : undefined,

  Refund: ({ date, amount }, { payment, refund, region }) =>
    payment && refund
      ? `${money(refund.amount, region)} of ${thePayment(payment)} went back to ${withinSentence(payment.methodName ?? 'the payer')} on ${formatDate(date)}${
          refund.amount + amount > 0
            ? `, of which ${money(refund.amount + amount, region)} is card surcharge`
            : ''
        }.`
      : undefined,

  Dispute: ({ date }, { payment, dispute, region }) =>
    payment && dispute
      ? `The payer's bank took back ${money(dispute.amount, region)} of ${thePayment(payment)} on ${formatDate(date)}.${standings[dispute.status] ?? ''}`
      : undefined,

  Adjustment: ({ date }, { payment, dispute, region }) =>
    payment && dispute
      ? `The payer's bank decided on ${formatDate(date)} that ${money(dispute.amount, region)} of ${thePayment(payment)}, which it had taken back, stays with the payer. Your balance did not change on that day: the money had left it when the dispute was opened.`
      : undefined,

  Withdrawal: (entry, facts) =>
    facts.withdrawal
      ? withdrawalSentences[facts.withdrawal.status](entry, facts, facts.withdrawal)
      : undefined,

  Reversal: ({ date }, { payment, refund, dispute, withdrawal, region }) => {
    if (payment && refund)
      return `The refund of ${thePayment(payment)} could not be paid out, so ${money(refund.amount, region)} came back to us on ${formatDate(date)}.`
    if (payment && dispute)
      return `The dispute about ${thePayment(payment)} is over, and the money came back on ${formatDate(date)}.`
    if (withdrawal)
      return `The withdrawal of ${money(withdrawal.amount, region)} that was asked for on ${formatDate(dateIn(region, new Date(withdrawal.askedAt)))} was not paid out, and the money is in your balance again since ${formatDate(date)}.`
    return undefined
  },
}

function schoolPaymentSentence({
  status,
  paidOn,
  wasReturned,
}: NonNullable<TransactionFacts['schoolPayment']>): string {
  const sentence = {
    Due: `It is due to be paid to the school${wasReturned ? ' again' : ''}.`,
    OnItsWay: 'It is on its way to the school.',
    Paid: `It was paid to the school${paidOn ? ` on ${formatDate(paidOn)}` : ''}.`,
  }[status]
  return wasReturned ? `The bank sent it back to us once. ${sentence}` : sentence
}

/** The standing of a dispute since the money was taken back. */
const standings: Partial<Record<NonNullable<TransactionFacts['dispute']>['status'], string>> = {
  Open: ' It has yet to decide about the dispute. Nobody asks you for the money until then.',
  Won: ' The dispute is over, and the money has come back since.',
  Lost: ' It has decided since that the money stays with the payer.',
}

type Withdrawal = NonNullable<TransactionFacts['withdrawal']>
type WithdrawalSentenceOf = (entry: Entry, facts: TransactionFacts, withdrawal: Withdrawal) => string

const setAside = (entry: Entry, facts: TransactionFacts) =>
  `${absoluteAmount(entry, facts)} was set aside on ${formatDate(entry.date)}`
const cameBack: WithdrawalSentenceOf = (entry, facts, { bankAccount }) =>
  `${setAside(entry, facts)} for a withdrawal to ${withinSentence(bankAccount)}. It was not paid out, and the money is in your balance again.`

/** The sentences for money that was set aside, by its outcome. */
const withdrawalSentences: Record<WithdrawalStatus, WithdrawalSentenceOf> = {
  Unconfirmed: (entry, facts, { bankAccount }) =>
    `${setAside(entry, facts)} for a withdrawal to ${withinSentence(bankAccount)}. It waits for you to confirm it with your code.`,
  Pending: (entry, facts, { bankAccount }) =>
    `${setAside(entry, facts)}. It will be paid out to ${withinSentence(bankAccount)} once our team has approved it.`,
  Approved: (entry, facts, { bankAccount }) =>
    `${setAside(entry, facts)}. It is approved and will be paid out to ${withinSentence(bankAccount)}.`,
  Paid: (entry, facts, { bankAccount, paidOn }) =>
    `${absoluteAmount(entry, facts)} was paid out to ${withinSentence(bankAccount)}${paidOn ? ` on ${formatDate(paidOn)}` : ''}. You asked for it on ${formatDate(entry.date)}.`,
  Declined: cameBack,
  Cancelled: cameBack,
}

const manners = { Cheque: 'by cheque', Transfer: 'by bank transfer', Cash: 'in cash' }

const waysOfPaying: Record<
  PaymentOfTransaction['kind'],
  (payment: PaymentOfTransaction, reader: string) => string
> = {
  Instalment: (payment) => `Collected for your payment plan${from(payment)}`,
  Early: (payment, reader) => `Paid ahead of your payment plan${by(payment, reader)}${from(payment)}`,
  Guest: (payment, reader) => `Paid through a payment link${by(payment, reader)}${from(payment)}`,
  Deposit: () => 'Paid by BPAY',
  Offline: ({ offlineManner }) =>
    `Paid ${offlineManner ? manners[offlineManner] : 'directly to us'} and recorded by our team`,
}

function aboutAttempt(payment: PaymentOfTransaction, { region }: TransactionFacts, reader: string): string {
  const day = formatDate(dayOf({ ...payment, region }))
  const method = waysOfPaying[payment.kind](payment, reader).replace(/^(Paid|Collected)/, (verb) =>
    verb === 'Paid' ? 'A payment made' : 'A payment taken',
  )
  if (payment.status === 'Failed') return `${method} on ${day} did not go through. ${attemptNote(payment)}`
  return `${method} on ${day}. It is still on its way and not in your balance yet.`
}

function by({ startedBy }: PaymentOfTransaction, reader: string): string {
  if (!startedBy?.name) return ''
  return startedBy.customerId === reader ? ' by you' : ` by ${startedBy.name}`
}

const from = ({ methodName }: PaymentOfTransaction) =>
  methodName ? `, with ${withinSentence(methodName)},` : ''

function thePayment(payment: PaymentOfTransaction): string {
  const on = payment.paidOn ? ` of ${formatDate(payment.paidOn)}` : ''
  return `the payment${on} (reference ${referenceOf(payment)})`
}

const absoluteAmount = ({ amount }: Entry, { region }: TransactionFacts) => money(Math.abs(amount), region)

function money(amount: number | Cents, region: TransactionFacts['region']): string {
  return formatCurrency(toDecimal(cents(amount)), region)
}
