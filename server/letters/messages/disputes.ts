import { formatDate, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Definitions, MessageContext } from './definition.ts'
import type { LetterWords, Row } from './letter.ts'
import { accountRows, money, payPage } from './wording.ts'
import type { AboutPayment, PaidByLink, DisputedPayment, OwedAgain } from './facts.ts'
import { payment, disputed } from './sample-parts.ts'

/** The facts of each of these letters. */
export type DisputeFacts = {
  /** A bank asks about a payment, or has taken it back until it decides. */
  DisputeOpened: AboutPayment &
    PaidByLink &
    DisputedPayment & { reference: string; openedOn: CalendarDate; isInquiry: boolean }
  /** The bank has decided for or against the payment, or has dropped its inquiry. */
  DisputeDecided: AboutPayment &
    PaidByLink &
    DisputedPayment &
    OwedAgain & { reference: string; outcome: 'Won' | 'Lost' | 'Dropped' }
  /** A bank has returned a debit for good. Older stored messages have fewer facts. */
  PaymentReturned: AboutPayment & PaidByLink & { reference: string } & Partial<DisputedPayment & OwedAgain>
}

export const disputeKinds: Definitions<DisputeFacts> = {
  DisputeOpened: {
    sample: { ...disputed, openedOn: calendarDate('2026-04-21'), isInquiry: false },
    write: (facts, context) => (facts.isInquiry ? inquiry(facts, context) : opened(facts, context)),
  },

  DisputeDecided: {
    sample: { ...disputed, outcome: 'Lost', owing: payment.amount, dueOn: calendarDate('2026-03-20') },
    write(facts, context) {
      if (facts.outcome === 'Lost') return lost(facts, context)
      return facts.outcome === 'Won' ? won(facts, context) : dropped(facts, context)
    },
  },

  PaymentReturned: {
    sample: { ...disputed, owing: payment.amount, dueOn: calendarDate('2026-03-20') },
    write(facts, context) {
      const amount = money(facts.amount, facts.region)
      const by = facts.region === 'UK' ? ' under the Direct Debit Guarantee' : ''
      const owing = facts.owing ?? facts.amount
      return {
        subject: `A payment of ${amount} was returned to your bank`,
        preheader: owing > 0 ? 'The amount is owing again.' : 'Nothing is owing because of it.',
        title: 'A payment was returned to your bank',
        paragraphs: [
          `Your bank has taken back ${thePayment(facts)}. You or your bank claimed it back${by}, so it does not count as paid.`,
          owedAgain({ ...facts, owing, dueOn: facts.dueOn ?? null }),
        ],
        rows: rowsOf(facts),
        ...(owing > 0 && {
          note: {
            tone: 'caution',
            title: 'What happens next',
            lines: [
              'We do not collect it again by ourselves. Please pay it now, or with the link that we send you.',
              'Your other payments go on as planned. If you want to pay in another way from now on, choose another payment method in the portal.',
            ],
          },
        }),
        button: owing > 0 ? { label: 'Pay now', url: payPage(facts, context) } : transactions(context),
        closing: ['If this is a surprise to you, please contact us before you pay.'],
      }
    },
  },
}

function inquiry(facts: DisputeFacts['DisputeOpened'], context: MessageContext): LetterWords {
  return {
    subject: `Your bank has a question about your payment of ${money(facts.amount, facts.region)}`,
    preheader: 'Nothing was taken back. The payment counts as paid.',
    title: 'Your bank has a question about a payment',
    paragraphs: [
      `On ${formatDate(facts.openedOn)} your bank asked us about ${thePayment(facts)}.`,
      'Nothing was taken back, and the payment counts as paid.',
    ],
    rows: rowsOf(facts),
    note: {
      tone: 'info',
      title: 'What happens next',
      lines: [
        'We answer your bank. If that settles its question, nothing changes.',
        'If your bank makes it a dispute, it takes the money back until it has decided. We write to you then.',
      ],
    },
    button: transactions(context),
    aside: {
      tone: 'info',
      title: 'What you can do now',
      lines: ['If you know this payment, please tell your bank so. Then it need not ask any further.'],
    },
  }
}

function opened(facts: DisputeFacts['DisputeOpened'], context: MessageContext): LetterWords {
  return {
    subject: `Your bank is looking into your payment of ${money(facts.amount, facts.region)}`,
    preheader: 'The money was taken back until your bank has decided. There is nothing to pay meanwhile.',
    title: 'Your bank is looking into a payment',
    paragraphs: [
      `On ${formatDate(facts.openedOn)} ${thePayment(facts)} was disputed with your bank. Your bank took the money back and keeps it until it has decided.`,
      'What was taken back does not count as paid until then, and your balance is lower. We do not ask you for it while your bank decides.',
    ],
    rows: rowsOf(facts),
    note: {
      tone: 'info',
      title: 'What happens next',
      lines: [
        'Your bank usually decides within three months. We send it what we know about the payment, and write to you as soon as it has decided.',
        'If it decides for the payment, the payment counts again and there is nothing to pay. If it decides against it, the amount is owing again, and we ask you for it then.',
      ],
    },
    // A payer by link may have no log-in.
    button:
      facts.requestId === undefined
        ? transactions(context)
        : { label: 'See your payment request', url: payPage(facts, context) },
    aside: {
      tone: 'info',
      title: 'What you can do now',
      lines: [
        'If you did not mean to dispute this payment, ask your bank to withdraw the dispute.',
        'If you do not know why it is disputed, please contact us.',
      ],
    },
  }
}

function won(facts: DisputeFacts['DisputeDecided'], context: MessageContext): LetterWords {
  return {
    subject: `Your payment of ${money(facts.amount, facts.region)} counts again`,
    preheader: 'The dispute with your bank is over. There is nothing for you to do.',
    title: 'Your payment counts again',
    paragraphs: [
      `The dispute about ${thePayment(facts)} is over: your bank decided for the payment, or the dispute was withdrawn.`,
      'The money is back in your account with us, and there is nothing for you to do.',
      'If you have paid the amount another way in the meantime, this payment pays what else is overdue, and the rest is credit.',
    ],
    rows: rowsOf(facts),
    button: transactions(context),
  }
}

function lost(facts: DisputeFacts['DisputeDecided'], context: MessageContext): LetterWords {
  const { owing } = facts
  return {
    subject: `Your bank has decided against your payment of ${money(facts.amount, facts.region)}`,
    preheader:
      owing > 0 ? `${money(owing, facts.region)} is owing again.` : 'Nothing is owing because of it.',
    title: 'Your bank has decided against a payment',
    paragraphs: [
      `The dispute about ${thePayment(facts)} is over. Your bank decided that the money stays with you, so the payment does not count.`,
      owedAgain(facts),
    ],
    rows: rowsOf(facts),
    ...(owing > 0 && {
      note: {
        tone: 'caution',
        title: 'What happens next',
        lines: [
          'We do not collect it by ourselves. Please pay it now, or with the link that we send you.',
          'Your other payments go on as planned.',
        ],
      },
    }),
    button: owing > 0 ? { label: 'Pay now', url: payPage(facts, context) } : transactions(context),
    closing: ['If you find it hard to pay, please contact us.'],
  }
}

function dropped(facts: DisputeFacts['DisputeDecided'], context: MessageContext): LetterWords {
  return {
    subject: `Your bank has no more questions about your payment of ${money(facts.amount, facts.region)}`,
    preheader: 'Nothing was taken back. There is nothing for you to do.',
    title: 'Your bank has no more questions',
    paragraphs: [
      `Your bank had asked us about ${thePayment(facts)}. It has let the question rest.`,
      'Your payment counts as before. Nothing was taken back, and there is nothing for you to do.',
    ],
    rows: rowsOf(facts),
    button: transactions(context),
  }
}

type Disputed = Pick<DisputeFacts['PaymentReturned'], 'amount' | 'region' | 'schoolName' | 'paidOn'>

/** "your payment of $436.25 to Wattle Grove College on 20 March 2026" */
function thePayment({ amount, region, schoolName, paidOn }: Disputed): string {
  const on = paidOn ? ` on ${formatDate(paidOn)}` : ''
  return `your payment of ${money(amount, region)} to ${schoolName}${on}`
}

function owedAgain({
  owing,
  dueOn,
  region,
}: Pick<DisputeFacts['DisputeDecided'], 'owing' | 'dueOn' | 'region'>): string {
  if (owing <= 0)
    return 'Nothing is owing because of it: you have paid it another way in the meantime, or it was credit.'
  const due = dueOn ? ` It was due on ${formatDate(dueOn)}.` : ''
  return `${money(cents(owing), region)} is owing again.${due}`
}

function rowsOf(facts: DisputeFacts['PaymentReturned']): Row[] {
  return [
    ...accountRows(facts),
    ...(facts.paidOn ? [{ label: 'Paid on', value: formatDate(facts.paidOn) }] : []),
    ...(facts.methodName ? [{ label: 'Paid with', value: facts.methodName }] : []),
    { label: 'Reference', value: facts.reference },
    { label: 'Amount', value: money(facts.amount, facts.region), isTotal: true },
  ]
}

const transactions = ({ portalOrigin }: MessageContext) => ({
  label: 'See your transactions',
  url: `${portalOrigin}/transactions`,
})
