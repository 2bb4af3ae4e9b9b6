import { formatDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { declineTexts } from '#domain/payments.ts'
import { partName } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import type { Definitions, MessageContext } from './definition.ts'
import type { Row } from './letter.ts'
import type { MessageFacts } from './message.ts'
import { aboutAccount, accountRows, day, linkIn, money } from './wording.ts'

export const receiptKinds: Definitions<'Receipt' | 'PaymentFailed' | 'RefundSent' | 'PaymentReturned'> = {
  /** Goes to the account's members, even if someone else paid. */
  Receipt: {
    channel: 'email',
    write(facts) {
      const { firstName, region, schoolName, amount, surcharge, methodName, reference } = facts
      const paidOn = formatDate(facts.paidOn)
      // What was charged, as the announcement and the bank statement have it.
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
        firstName,
        paragraphs: [`Thank you. We have received a payment to ${schoolName}.`],
        rows: [
          ...accountRows(facts),
          { label: 'Date', value: paidOn },
          ...(methodName === null ? [] : [{ label: 'Paid with', value: methodName }]),
          { label: 'Reference', value: reference },
          ...sums,
        ],
        closing: ['Please keep this message as your receipt.'],
        reason: aboutAccount(facts),
      }
    },
  },

  PaymentFailed: {
    channel: 'email',
    write(facts, context) {
      const { region, schoolName, retryOn } = facts
      const amount = money(facts.amount, region)
      return {
        subject: `Your payment of ${amount} to ${schoolName} did not go through`,
        preheader: retryOn
          ? `We will try again on ${day(retryOn)}.`
          : 'Nothing was taken. You can pay again.',
        title: 'Your payment did not go through',
        firstName: facts.firstName,
        paragraphs: [
          `Your payment to ${schoolName} could not be taken. ${declineTexts[facts.reason]}`,
          'Nothing was taken from your account.',
        ],
        rows: [
          ...accountRows(facts),
          { label: 'Reference', value: facts.reference },
          { label: 'Amount', value: amount, isTotal: true },
        ],
        note: retryOn
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
        button: retryOn
          ? { label: 'Check payment methods', url: `${context.portalOrigin}/manage-payments` }
          : { label: 'Pay now', url: payPage(facts, context) },
        reason: aboutAccount(facts),
      }
    },
  },

  RefundSent: {
    channel: 'email',
    write(facts, { payUrl }) {
      const { region, schoolName, surcharge = cents(0), left } = facts
      const amount = money(facts.amount, region)
      const parts: Row[] =
        surcharge > 0
          ? [
              { label: 'Amount', value: money(cents(facts.amount - surcharge), region) },
              { label: 'Card surcharge', value: money(surcharge, region) },
            ]
          : []
      return {
        subject: `Your refund of ${amount}`,
        preheader: `On its way to you. Reference ${facts.reference}.`,
        title: 'Your refund is on its way',
        firstName: facts.firstName,
        paragraphs: [`We have sent ${amount} back to you. Your bank may need a few days to show it.`],
        rows: [
          ...accountRows(facts),
          { label: 'Reference', value: facts.reference },
          ...parts,
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
        closing: [
          `It goes back to the card or account that paid.${left === undefined ? ' There is nothing for you to do.' : ''}`,
        ],
        reason: aboutAccount(facts),
      }
    },
  },

  PaymentReturned: {
    channel: 'email',
    write(facts, context) {
      const amount = money(facts.amount, facts.region)
      return {
        subject: `A payment of ${amount} was returned to your bank`,
        preheader: 'The amount is owing again.',
        title: 'A payment was returned to your bank',
        firstName: facts.firstName,
        paragraphs: [`Your bank has taken back a payment to ${facts.schoolName}. The amount is owing again.`],
        rows: [
          ...accountRows(facts),
          { label: 'Reference', value: facts.reference },
          { label: 'Amount', value: amount, isTotal: true },
        ],
        button: { label: 'Pay now', url: payPage(facts, context) },
        closing: ['If this is a surprise to you, please contact us before you pay.'],
        reason: aboutAccount(facts),
      }
    },
  },
}

/** "On that day we will take $1,634.00 in all: …", with surcharges in the sum, as it is charged. */
function sumOfDay(
  { total, parts }: NonNullable<MessageFacts['PaymentFailed']['onThatDay']>,
  region: Region,
): string {
  const each = parts.map((part) => `${lowerFirst(partName(part))} (${money(part.amount, region)})`)
  const extra = total - parts.reduce((sum, { amount }) => sum + amount, 0)
  const listed = [...each, ...(extra > 0 ? [`card surcharges (${money(cents(extra), region)})`] : [])]
  return `On that day we will take ${money(total, region)} in all: ${inAList(listed)}.`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const inAList = (items: readonly string[]) => `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`

/** What was paid by link is paid again by that link: the portal would ask for another, second payment. */
function payPage({ requestId }: { requestId?: string }, context: MessageContext): string {
  return requestId === undefined ? `${context.portalOrigin}/pay-now` : linkIn(context)
}
