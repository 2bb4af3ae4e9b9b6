import { withinSentence } from '../payment-methods/payment-methods.ts'
import { formatDate, type CalendarDate } from '../calendar/calendar.ts'
import {
  addedUp,
  counted,
  inWords,
  minus,
  type Explanation,
  type ExplanationGroup,
  type ExplanationLine,
} from './explanations.ts'
import { cents, sumOf, type Cents } from '../money.ts'
import { tuitionYearName } from '../plan/payment-schedule.ts'
import type { Region } from '../region.ts'
import { schoolPaymentWords, type SchoolPaymentStatus } from '../remittances.ts'

/** The ways a family's balance moves, in display order: money in, then money out. */
export const balanceMoves = [
  'CarriedOver',
  'FromSchool',
  'Correction',
  'Instalment',
  'Additional',
  'Link',
  'Deposit',
  'Offline',
  'Payment',
  'WithdrawalReturned',
  'RefundReturned',
  'DisputeWon',
  'Reversed',
  'ToSchool',
  'Refund',
  'Dispute',
  'Withdrawal',
  'Fee',
] as const
export type BalanceMove = (typeof balanceMoves)[number]

export type MovedLine = {
  entryId: string
  date: CalendarDate
  amount: Cents
  description: string | null
  /** The payment method, or the bank account of a withdrawal. */
  methodName: string | null
  /** The plan's instalment it pays. */
  instalment: { seq: number; year: number } | null
  /** The date of the payment it refers to. */
  paidOn: CalendarDate | null
  /** How far money for a school has come. */
  schoolPayment?: { status: SchoolPaymentStatus; paidOn: CalendarDate | null } | null
}

export type MovedGroup = {
  move: BalanceMove
  /** Only for money that is for a school. */
  schoolName: string | null
  count: number
  amount: Cents
  /** The newest of them. */
  lines: MovedLine[]
}

/** A family's balance, explained by money in and money out. */
export function explainBalance({
  region,
  balance,
  groups,
}: {
  region: Region
  balance: Cents
  groups: readonly MovedGroup[]
}): Explanation {
  const inOrder = groups.toSorted(
    (a, b) =>
      balanceMoves.indexOf(a.move) - balanceMoves.indexOf(b.move) ||
      (a.schoolName ?? '').localeCompare(b.schoolName ?? '', 'en-AU'),
  )
  return addedUp({
    figure: 'balance',
    amount: balance,
    sentence: balanceSentence(balance, region),
    groups: inOrder.map((group) => toGroup(group, region)),
    change: null,
  })
}

function balanceSentence(balance: Cents, region: Region): string {
  if (balance > 0) return `You are ${inWords(balance, region)} in credit.`
  if (balance < 0) return `You owe ${inWords(minus(balance), region)}.`
  return 'As much has gone out as has come in.'
}

function toGroup({ move, schoolName, count, amount, lines }: MovedGroup, region: Region): ExplanationGroup {
  const shown = lines.map((line): ExplanationLine => ({
    date: line.date,
    sentence: lineSentences[move](line, region),
    amount: line.amount,
    transactionId: line.entryId,
  }))
  const left = cents(amount - sumOf(lines))
  const earlier = count > lines.length ? { count: count - lines.length, amount: left } : null
  return {
    sentence: groupSentences[move](count, schoolName ?? 'your school'),
    amount,
    count,
    lines: shown,
    earlier,
  }
}

const groupSentences: Record<BalanceMove, (count: number, school: string) => string> = {
  CarriedOver: () => 'Carried over from before',
  FromSchool: (count) => `Your school gave you ${counted(count, 'credit')}`,
  Correction: (count) => `We corrected your balance ${count === 1 ? 'once' : `${count} times`}`,
  Instalment: (count) => `You paid ${counted(count, 'instalment')}`,
  Additional: (count) => `You made ${counted(count, 'additional payment')}`,
  Link: (count) => `${counted(count, 'payment')} came by link`,
  Deposit: (count) => `You made ${counted(count, 'BPAY payment')}`,
  Offline: (count) => `We received ${counted(count, 'payment')} by cheque, transfer or cash`,
  Payment: (count) => `You made ${counted(count, 'payment')}`,
  WithdrawalReturned: (count) => `${counted(count, 'withdrawal')} came back to you`,
  RefundReturned: (count) => `${counted(count, 'refund')} came back to us`,
  DisputeWon: (count) => `Your bank upheld ${counted(count, 'payment')}`,
  Reversed: (count) => `We took back ${counted(count, 'entry', 'entries')}`,
  ToSchool: (count, school) => `${counted(count, 'payment')} left your balance for ${school}`,
  Refund: (count) => `We gave you ${counted(count, 'refund')}`,
  Dispute: (count) => `Your bank took back ${counted(count, 'payment')}`,
  Withdrawal: (count) => `You asked for ${counted(count, 'withdrawal')}`,
  Fee: (count) => `We charged ${counted(count, 'fee')}`,
}

const lineSentences: Record<BalanceMove, (line: MovedLine, region: Region) => string> = {
  CarriedOver: ({ description }) => description ?? 'Carried over',
  FromSchool: ({ description }) => description ?? 'Credit from your school',
  Correction: ({ description }) => description ?? 'Correction',
  Instalment: ({ instalment, methodName }, region) =>
    by(
      instalment
        ? `Payment ${instalment.seq} of your ${tuitionYearName(instalment.year, region)} plan`
        : 'Instalment',
      methodName,
    ),
  Additional: ({ methodName }) => by('Additional payment', methodName),
  Link: () => 'Payment by link',
  Deposit: () => 'BPAY payment',
  Offline: ({ description }) => description ?? 'Payment',
  Payment: ({ description }) => description ?? 'Payment',
  WithdrawalReturned: ({ description }) => description ?? 'Withdrawal returned',
  RefundReturned: ({ paidOn }) => `The refund${ofPayment(paidOn)} did not reach you`,
  DisputeWon: ({ paidOn }) => `Your payment${ofDay(paidOn)} came back from your bank`,
  Reversed: ({ description }) => description ?? 'Taken back',
  ToSchool: ({ paidOn, description, schoolPayment }) => {
    const what = paidOn ? `Your payment of ${formatDate(paidOn)}` : (description ?? 'Payment to school')
    if (!schoolPayment) return what
    const words = `${schoolPaymentWords[schoolPayment.status].toLowerCase()} to the school`
    return `${what}, ${words}${schoolPayment.paidOn ? ` on ${formatDate(schoolPayment.paidOn)}` : ''}`
  },
  Refund: ({ paidOn }) => `Refund${ofPayment(paidOn)}`,
  Dispute: ({ paidOn }) => `Your bank took back your payment${ofDay(paidOn)}`,
  Withdrawal: ({ methodName }) => (methodName ? `Withdrawal to ${withinSentence(methodName)}` : 'Withdrawal'),
  Fee: ({ description }) => description ?? 'Fee',
}

const by = (what: string, methodName: string | null) => (methodName ? `${what}, by ${methodName}` : what)
const ofDay = (date: CalendarDate | null) => (date ? ` of ${formatDate(date)}` : '')
const ofPayment = (paidOn: CalendarDate | null) => (paidOn ? ` of your payment of ${formatDate(paidOn)}` : '')
