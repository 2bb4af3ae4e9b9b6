import { cents, type Cents } from '#domain/money.ts'
import type { CollectedPart } from '#domain/plan/next-payment.ts'
import { frequencyWord, type Frequency } from '#domain/plan/payment-schedule.ts'
import { declineText, type DeclineReason } from '#domain/payments.ts'
import type { Definitions } from './definition.ts'
import { directDebitGuarantee } from './direct-debit-guarantee.ts'
import { fitName } from './text-message.ts'
import { accountRows, day, linkIn, money, partRows } from './wording.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { AboutPayment, MovedFrom } from './facts.ts'
import { family, payment, requestId } from './sample-parts.ts'

/** The facts of each of these letters. */
export type UpcomingFacts = {
  /** The notice before every debit: amount, day, frequency, reference and sender. */
  UpcomingDebit: AboutPayment & {
    collectOn: CalendarDate
    frequency: Frequency
    methodName: string
    /** Bank debits name the mandate as it stands on the customer's statement. */
    mandateReference: string | null
    surcharge: Cents
    /** The instalments that it consists of. Messages stored before they were kept have none. */
    parts?: CollectedPart[]
    movedFrom?: MovedFrom
  }
  /** The notice for families that pay by BPAY themselves. */
  UpcomingDeposit: AboutPayment & {
    dueOn: CalendarDate
    billerCode: string
    reference: string
    parts?: CollectedPart[]
    movedFrom?: MovedFrom
  }
  UpcomingText: { region: Region; schoolName: string; amount: Cents; collectOn: CalendarDate }
  PaymentRequest: AboutPayment & { dueOn: CalendarDate; periodName: string | null; requestId: string }
  /**
   * No more tries: the family must act. The message covers all arrears, with their parts, the oldest first, and the
   * fees for returned debits. The link of the payment request is added when it is sent.
   */
  PaymentOverdue: AboutPayment & {
    reason: DeclineReason | null
    methodType?: RepaymentSourceType | null
    dueOn: CalendarDate
    requestId: string
    parts?: { dueOn: CalendarDate; amount: Cents }[]
    fee?: Cents
    /** The number of earlier reminders. */
    reminders?: number
  }
  PaymentOverdueText: { region: Region; schoolName: string; amount: Cents; requestId: string }
}

/** The sentence for a family that was told another day before. */
function movedSentence(movedFrom: MovedFrom | undefined, instead: string): string[] {
  if (!movedFrom) return []
  const { reason } = movedFrom
  const because =
    reason === null
      ? 'Because of a bank holiday we cannot keep to that day'
      : `The banks are closed that day (${reason})`
  return [`We told you that this payment would be on ${day(movedFrom.day)}. ${because}. ${instead}`]
}

/** Each instalment is a debit of its own, and a bank statement shows them one by one. */
function separateDebits(parts: readonly CollectedPart[] = []): string[] {
  return parts.length > 1
    ? [`Your bank statement shows it as ${parts.length} debits, one for each instalment below.`]
    : []
}

export const upcomingKinds: Definitions<UpcomingFacts> = {
  /** The Direct Debit scheme requires a notice with amount, date, frequency, reference and collector. */
  UpcomingDebit: {
    sample: {
      ...payment,
      region: 'UK',
      firstName: 'Harriet',
      shortId: 'LW30977',
      schoolName: 'Oakfield School',
      amount: cents(512_40),
      collectOn: calendarDate('2026-10-05'),
      frequency: 'Month',
      methodName: 'Bank account ending 2345',
      mandateReference: 'LARK-7F2K9Q',
      surcharge: cents(0),
      parts: [{ dueOn: calendarDate('2026-10-05'), amount: cents(512_40), isRetry: false }],
    },
    write(facts, { brand, portalOrigin }) {
      const { region, surcharge, mandateReference, methodName, schoolName } = facts
      const isBankDebit = mandateReference !== null
      const total = money(cents(facts.amount + surcharge), region)
      const collectOn = day(facts.collectOn)
      return {
        subject: `Your next payment: ${total} on ${collectOn}`,
        preheader: `${methodName}, for ${schoolName}. There is nothing for you to do.`,
        title: isBankDebit ? 'Your next direct debit' : 'Your next payment',
        paragraphs: [
          ...movedSentence(facts.movedFrom, `We will take it on ${collectOn} instead.`),
          `On ${collectOn} we will take your next payment to ${schoolName}, as agreed in your plan. There is nothing for you to do; please make sure that the money is there on that day.`,
          ...separateDebits(facts.parts),
        ],
        panel: { label: 'Upcoming payment', figure: total, detail: collectOn },
        rows: [
          ...accountRows(facts),
          { label: 'How often', value: frequencyWord(facts.frequency) },
          { label: 'From', value: methodName },
          ...(isBankDebit ? [{ label: 'Direct debit reference', value: mandateReference }] : []),
          { label: 'Collected by', value: brand },
          ...partRows(facts.parts ?? [], facts.collectOn, region),
          ...(surcharge > 0
            ? [
                { label: 'Amount', value: money(facts.amount, region) },
                { label: 'Card surcharge', value: money(surcharge, region) },
              ]
            : []),
          { label: 'Total', value: total, isTotal: true as const },
        ],
        ...(isBankDebit && region === 'UK' ? { aside: directDebitGuarantee } : {}),
        button: { label: 'See your payments', url: `${portalOrigin}/payment-schedule` },
        closing: [
          'If the date or the amount is not what you expect, please tell us before that day. To pay from elsewhere, choose another payment method in the portal.',
        ],
      }
    },
  },

  UpcomingDeposit: {
    sample: {
      ...payment,
      dueOn: calendarDate('2026-03-20'),
      billerCode: '284711',
      reference: '3104 2041 8827',
    },
    write(facts, { portalOrigin }) {
      const amount = money(facts.amount, facts.region)
      const dueOn = day(facts.dueOn)
      return {
        subject: `Please pay ${amount} by ${dueOn}`,
        preheader: `By BPAY: biller code ${facts.billerCode}, reference ${facts.reference}.`,
        title: 'Your next payment is due soon',
        paragraphs: [
          ...movedSentence(facts.movedFrom, `You now have until ${dueOn}.`),
          `Your next payment to ${facts.schoolName} is due on ${dueOn}. You pay by BPAY, so please send it from your online banking with the details below.`,
        ],
        panel: { label: 'Amount due', figure: amount, detail: `By ${dueOn}` },
        rows: [
          ...accountRows(facts),
          { label: 'Biller code', value: facts.billerCode },
          { label: 'Reference', value: facts.reference },
          ...partRows(facts.parts ?? [], facts.dueOn, facts.region),
        ],
        button: { label: 'See your payments', url: `${portalOrigin}/payment-schedule` },
        closing: [
          'A payment sent by BPAY needs a business day or two to arrive. If you have sent it already, there is nothing more to do.',
        ],
      }
    },
  },

  UpcomingText: {
    sample: {
      region: 'AU',
      schoolName: family.schoolName,
      amount: payment.amount,
      collectOn: calendarDate('2026-03-20'),
    },
    channel: 'sms',
    write: ({ amount, region, schoolName, collectOn }, { brand }) =>
      fitName(
        `${brand}: your next payment of ${money(amount, region)} to `,
        schoolName,
        ` is on ${day(collectOn)}. Please have the money ready.`,
      ),
  },

  PaymentRequest: {
    sample: { ...payment, dueOn: calendarDate('2026-04-17'), periodName: 'Term 2 2026', requestId },
    write(facts, context) {
      const { schoolName, periodName } = facts
      const amount = money(facts.amount, facts.region)
      const dueOn = day(facts.dueOn)
      return {
        subject: `Please pay ${amount} to ${schoolName}`,
        preheader: `Due on ${dueOn}. You can pay in a minute, without logging in.`,
        title: 'You have a payment to make',
        paragraphs: [
          `${schoolName} asks you for a payment${periodName === null ? '' : ` for ${periodName}`}.`,
        ],
        panel: { label: 'Amount due', figure: amount, detail: `By ${dueOn}` },
        rows: [
          ...accountRows(facts),
          ...(periodName === null ? [] : [{ label: 'For', value: periodName }]),
          { label: 'Due date', value: dueOn },
        ],
        button: { label: `Pay ${amount}`, url: linkIn(context) },
        closing: ['The link is personal: please do not pass it on. You do not need to log in.'],
      }
    },
  },

  PaymentOverdue: {
    sample: {
      ...payment,
      reason: 'card_declined',
      dueOn: calendarDate('2026-03-20'),
      requestId,
      parts: [{ dueOn: calendarDate('2026-03-20'), amount: payment.amount }],
    },
    write(facts, context) {
      const { schoolName, reason, parts = [], fee = 0, region } = facts
      const amount = money(facts.amount, region)
      const dueOn = day(facts.dueOn)
      const isOne = parts.length < 2
      const sum = isOne ? 'Your payment' : `${parts.length} of your payments`
      return {
        subject: `${facts.reminders ? 'Reminder: ' : ''}${isOne ? `Your payment of ${amount} to ${schoolName} is overdue` : `${amount} to ${schoolName} is overdue`}`,
        preheader: `${isOne ? 'It was' : 'The oldest was'} due on ${dueOn}. One click opens the page to pay${isOne ? ' it' : ' all of it, or a part'}.`,
        title: isOne ? 'A payment is overdue' : 'Payments are overdue',
        paragraphs: [
          isOne
            ? `${sum} to ${schoolName} was due on ${dueOn} and has not reached us.`
            : `${sum} to ${schoolName} are overdue, the oldest since ${dueOn}. You can pay all of it at once, or a part: a part pays what was due first.`,
          ...(reason === null
            ? []
            : [
                `When we last tried to take ${isOne ? 'it' : 'one of them'}, it failed: ${declineText(reason, facts.methodType)}`,
              ]),
        ],
        panel: { label: 'Amount overdue', figure: amount, detail: `Due since ${dueOn}` },
        rows: [
          ...accountRows(facts),
          ...(isOne && fee === 0 ? [] : parts).map((part) => ({
            label: `Due on ${day(part.dueOn)}`,
            value: money(part.amount, region),
          })),
          ...(fee > 0 ? [{ label: 'Fee for a returned debit', value: money(cents(fee), region) }] : []),
        ],
        button: { label: isOne ? `Pay ${amount}` : `Pay all ${amount}`, url: linkIn(context) },
        aside: {
          tone: 'caution',
          title: 'What happens next',
          lines: [
            `We will not try to take ${isOne ? 'this payment' : 'these payments'} again automatically. ${isOne ? 'It stays open until you pay it' : 'They stay open until you pay them'}: one click opens a page with the amount filled in.`,
            'If you cannot pay it now, please talk to us. We would rather find a way with you than send reminders.',
          ],
        },
        closing: ['If you have paid in the meantime, please ignore this message.'],
      }
    },
  },

  PaymentOverdueText: {
    sample: { region: 'AU', schoolName: family.schoolName, amount: payment.amount, requestId },
    channel: 'sms',
    write: ({ amount, region, schoolName }, context) =>
      fitName(
        `${context.brand}: ${money(amount, region)} to `,
        schoolName,
        ` is overdue. Pay: ${linkIn(context)}`,
      ),
  },
}
