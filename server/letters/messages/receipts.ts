import { formatDate, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import { declineText, type DeclineReason } from '#domain/payments.ts'
import { partName, type CollectedPart } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import type { Definitions } from './definition.ts'
import { receiptFileName } from './receipt-file-name.ts'
import { issuerName } from '../../platform/settings/legal-entity.ts'
import type { Note, Row } from './letter.ts'
import { paidLabel } from './paid-label.ts'
import { accountRows, day, money, payPage } from './wording.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { AboutPayment, PaidByLink, ReceiptDetails } from './facts.ts'
import { payment, reference, requestId } from './sample-parts.ts'

/** The facts of each of these letters. */
export type ReceiptFacts = {
  Receipt: AboutPayment & {
    paidOn: CalendarDate
    surcharge: Cents
    basisPoints: number
    methodName: string | null
    reference: string
    paymentId: string
    /** Added when it is first sent. */
    details?: ReceiptDetails
  }
  /** A bank debit that the payer asked for is with the bank; its receipt follows when the money has come. */
  DebitSubmitted: AboutPayment & {
    submittedOn: CalendarDate
    methodName: string | null
    reference: string
  }
  /** A payment that did not go through; when it is tried again, if it is. */
  PaymentFailed: AboutPayment &
    PaidByLink & {
      reason: DeclineReason
      methodType?: RepaymentSourceType | null
      reference: string
      retryOn: CalendarDate | null
      /** The part of the amount that is for paying by card. */
      includedSurcharge?: Cents
      /** Everything collected on the day of the new try, if that is another sum than this payment. */
      onThatDay?: { total: Cents; parts: CollectedPart[] }
      /** Set while the family's payments are on hold: it is not tried again for now. */
      isHeld?: boolean
    }
  /** Has the remaining amount of the payment's request, if that is open. */
  RefundSent: AboutPayment & {
    reference: string
    surcharge?: Cents
    left?: Cents
    requestId?: string
    /** What it had paid and is to be paid again, without a request of its own, and what is not. */
    askedAgain?: Cents
    waived?: Cents
  }
}

export const receiptKinds: Definitions<ReceiptFacts> = {
  /** Goes to the account's members, even if someone else paid. */
  Receipt: {
    sample: {
      ...payment,
      paidOn: calendarDate('2026-03-20'),
      surcharge: cents(4_36),
      basisPoints: 100,
      methodName: 'Visa ending 4242',
      reference,
      paymentId: '9f3c21ab-0000-4000-8000-000000000000',
      details: {
        payerName: 'Amelia Hart',
        students: ['Oliver Hart'],
        pays: [],
        instalment: '3 of 24, due 20 March 2026',
        period: 'School year 2026',
        credit: null,
        stillToPay: { amount: cents(200_00), dueOn: calendarDate('2026-04-17') },
      },
    },
    write(facts, { legalEntity }) {
      const { region, schoolName, amount, surcharge, methodName, reference, details } = facts
      const paidOn = formatDate(facts.paidOn)
      // The sum charged, as in the announcement and on the bank statement.
      const total = money(cents(amount + surcharge), region)
      const sums: Row[] =
        surcharge > 0
          ? [
              { label: 'Amount', value: money(amount, region) },
              {
                label: `Surcharge (${surchargePercentage(facts.basisPoints)})`,
                value: money(surcharge, region),
              },
              { label: 'Total', value: total, isTotal: true },
            ]
          : [{ label: 'Amount', value: money(amount, region), isTotal: true }]
      return {
        subject: `Your payment of ${total} to ${schoolName}`,
        preheader: `Received on ${paidOn}. Reference ${reference}.`,
        title: 'Payment received',
        paragraphs: [`Thank you. We have received a payment to ${schoolName}.`],
        rows: [
          ...accountRows(facts),
          ...(details ? detailRows(details, region) : []),
          { label: 'Date', value: paidOn },
          ...(methodName === null ? [] : [{ label: 'Paid with', value: methodName }]),
          { label: 'Reference', value: reference },
          { label: 'Issued by', value: issuerName(region, legalEntity[region]) },
          ...sums,
        ],
        ...(details?.stillToPay && { note: stillToPayNote(details.stillToPay, facts) }),
        ...(details?.credit && { note: creditNote(details.credit, region) }),
        closing: [
          details
            ? 'Your receipt is attached as a PDF. Please keep it for your records.'
            : 'Please keep this message as your receipt.',
        ],
      }
    },
    async attach({ details, ...facts }, company) {
      if (!details) return []
      // The PDF library is large, so it is loaded when it is first needed and not at start-up.
      const { receiptPdf } = await import('./receipt-document.ts')
      const bytes = await receiptPdf({ ...facts, ...details, refunded: cents(0) }, company)
      return [{ fileName: receiptFileName(facts), contentType: 'application/pdf', bytes }]
    },
  },

  DebitSubmitted: {
    sample: {
      ...payment,
      submittedOn: calendarDate('2026-03-20'),
      methodName: 'Bank account ending 2345',
      reference,
    },
    write(facts) {
      const { region, schoolName, methodName } = facts
      const amount = money(facts.amount, region)
      return {
        subject: `Your payment of ${amount} to ${schoolName} is on its way`,
        preheader: 'Your bank has our request. The money usually arrives within three business days.',
        title: 'Your payment is on its way',
        paragraphs: [
          `Thank you. We have asked your bank for your payment to ${schoolName}. The money usually arrives within three business days.`,
          'It counts as paid already: you are not asked for it again while it is on its way.',
        ],
        rows: [
          ...accountRows(facts),
          { label: 'Submitted', value: formatDate(facts.submittedOn) },
          ...(methodName === null ? [] : [{ label: 'From', value: methodName }]),
          { label: 'Reference', value: facts.reference },
          { label: 'Amount', value: amount, isTotal: true },
        ],
        note: {
          tone: 'info',
          title: 'What happens next',
          lines: [
            'Please make sure that the money is in your account.',
            'When it has arrived we send you the receipt. If your bank sends it back, we write to you at once.',
          ],
        },
      }
    },
  },

  PaymentFailed: {
    sample: { ...payment, reason: 'insufficient_funds', reference, retryOn: calendarDate('2026-03-25') },
    write(facts, context) {
      const { region, schoolName, retryOn, includedSurcharge: surcharge = cents(0) } = facts
      const amount = money(facts.amount, region)
      return {
        subject: `Your payment of ${amount} to ${schoolName} did not go through`,
        preheader: retryOn
          ? `We will try again on ${day(retryOn)}.`
          : facts.isHeld
            ? 'Nothing was taken. Your payments are on hold.'
            : 'Nothing was taken. You can pay again.',
        title: 'Your payment did not go through',
        paragraphs: [
          `Your payment to ${schoolName} could not be taken. ${declineText(facts.reason, facts.methodType)}`,
          'Nothing was taken from your account.',
        ],
        rows: [
          ...accountRows(facts),
          { label: 'Reference', value: facts.reference },
          ...surchargeRows(facts.amount, surcharge, region),
          { label: surcharge > 0 ? 'Total' : 'Amount', value: amount, isTotal: true },
        ],
        note: facts.isHeld
          ? {
              tone: 'info',
              title: 'What happens next',
              lines: [
                'Your payments are on hold, so we do not try again for now. We write to you before we collect anything.',
              ],
            }
          : retryOn
            ? {
                tone: 'info',
                title: 'What happens next',
                lines: [
                  `We will try again on ${day(retryOn)}. Please make sure that the money is there, or choose another payment method before that day.`,
                  ...(facts.onThatDay ? [sumOfDay(facts.onThatDay, region)] : []),
                ],
              }
            : {
                tone: 'caution',
                title: 'What happens next',
                lines: [
                  facts.requestId === undefined
                    ? 'We will not try again automatically. You can pay in the portal at any time.'
                    : 'We will not try again automatically. You can pay on the same page as before, without logging in.',
                ],
              },
        button: facts.isHeld
          ? { label: 'See your payments', url: `${context.portalOrigin}/payment-schedule` }
          : retryOn
            ? { label: 'Check payment methods', url: `${context.portalOrigin}/manage-payments` }
            : { label: 'Pay now', url: payPage(facts, context) },
      }
    },
  },

  RefundSent: {
    sample: { ...payment, reference, surcharge: cents(4_31), left: cents(431_94), requestId },
    write(facts, { payUrl }) {
      const { region, schoolName, surcharge = cents(0), left, askedAgain = 0, waived = 0 } = facts
      const amount = money(facts.amount, region)
      return {
        subject: `Your refund of ${amount}`,
        preheader: `On its way to you. Reference ${facts.reference}.`,
        title: 'Your refund is on its way',
        paragraphs: [`We have sent ${amount} back to you. Your bank may need a few days to show it.`],
        rows: [
          ...accountRows(facts),
          { label: 'Reference', value: facts.reference },
          ...surchargeRows(facts.amount, surcharge, region),
          { label: 'Refund', value: amount, isTotal: true },
        ],
        ...(left !== undefined && {
          note: {
            tone: 'caution' as const,
            title: 'Your payment request is open again',
            lines: [
              `${money(left, region)} of what ${schoolName} asked you for is to be paid again. If you did not expect this, please contact us before you pay.`,
            ],
          },
          ...(payUrl !== null && { button: { label: `Pay ${money(left, region)}`, url: payUrl } }),
        }),
        ...(askedAgain > 0 && {
          note: {
            tone: 'caution' as const,
            title: `${money(cents(askedAgain), region)} is to be paid again`,
            lines: [
              `The payment that we have given back was for ${schoolName}, and ${money(cents(askedAgain), region)} of it is still owed. If that is due already, we email you a link to pay it; otherwise we collect it on its day.`,
            ],
          },
        }),
        closing: [
          [
            'It goes back to the card or account that paid.',
            ...(waived > 0 ? [`You do not have to pay ${money(cents(waived), region)} of it again.`] : []),
            ...(left === undefined && askedAgain === 0 ? ['There is nothing for you to do.'] : []),
          ].join(' '),
        ],
      }
    },
  },
}

/** The two parts of a sum that includes a surcharge. */
function surchargeRows(total: Cents, surcharge: Cents, region: Region): Row[] {
  if (surcharge === 0) return []
  return [
    { label: 'Amount', value: money(cents(total - surcharge), region) },
    { label: 'Card surcharge', value: money(surcharge, region) },
  ]
}

/** The rows for student, instalment and period, as far as the payment has them. */
function detailRows(details: ReceiptDetails, region: Region): Row[] {
  const { payerName, students, instalment, pays, period } = details
  const rows: [string, string | null][] = [
    ['Payer', payerName],
    [students.length === 1 ? 'Student' : 'Students', students.join(', ') || null],
    ['Instalment', instalment],
    ...pays.map((paid): [string, string] => [paidLabel(paid), money(paid.amount, region)]),
    ['Period', period],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

function creditNote(amount: Cents, region: Region): Note {
  return {
    tone: 'info',
    title: `${money(amount, region)} is credit on your account`,
    lines: [
      'Nothing else was owing, so this part of the payment is yours. You can withdraw it or leave it for later fees.',
    ],
  }
}

function stillToPayNote(
  { amount, dueOn }: NonNullable<ReceiptDetails['stillToPay']>,
  { region, schoolName, paidOn }: { region: Region; schoolName: string; paidOn: CalendarDate },
): Note {
  const until =
    dueOn < paidOn ? `It has been due since ${day(dueOn)}: please pay it` : `Please pay it by ${day(dueOn)},`
  return {
    tone: 'info',
    title: `${money(amount, region)} is still to pay`,
    lines: [`This is what is left of what ${schoolName} asked for. ${until} with the same link as before.`],
  }
}

/** "On that day we will take $1,634.00 in all: …", with surcharges in the sum, as it is charged. */
function sumOfDay(
  { total, parts }: NonNullable<ReceiptFacts['PaymentFailed']['onThatDay']>,
  region: Region,
): string {
  const each = parts.map((part) => `${lowerFirst(partName(part, region))} (${money(part.amount, region)})`)
  const extra = total - sumOf(parts)
  const listed = [...each, ...(extra > 0 ? [`card surcharges (${money(cents(extra), region)})`] : [])]
  return `On that day we will take ${money(total, region)}${listed.length > 1 ? ' in all' : ''}: ${inAList(listed)}.`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const inAList = (items: readonly string[]) => new Intl.ListFormat('en-AU').format(items)
