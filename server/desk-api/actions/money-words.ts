import type { StaffPaymentRequest, StaffRefund } from '#contract/staff-payment-requests.ts'
import { formatDate, formatDateCompact, formatMoment } from '#domain/calendar/calendar.ts'
import { parseAmount } from '#domain/money.ts'
import type { ActionWords, Done } from './done-action.ts'
import { moneyIn } from './figures.ts'

const sumOf = ({ body, before }: Done) =>
  moneyIn(before.region)(parseAmount(body['amount'] as number | string) ?? 0)

const requestOf = ({ params, before }: Done) =>
  before.account.requests.find(({ id }) => id === params['requestId'])

function requestInWords(done: Done): string {
  const request = requestOf(done)
  return request ? `The request of ${moneyIn(done.before.region)(request.amountDue)}` : 'The request'
}

/** What is left of a payment that money goes back from. */
const paymentOf = ({ params, before }: Done) =>
  before.account.payments.find(({ id }) => id === params['paymentId'])

function owes({ after, before }: Done): string | null {
  const { balance } = after.account
  return balance < 0 && balance < before.account.balance ? moneyIn(after.region)(0 - balance) : null
}

export const moneyWords = {
  'POST /api/staff/payment-requests': {
    shows: ['requested', 'balance'],
    sentences: ({ body, reply, after }) => {
      const { expiresAt } = reply as StaffPaymentRequest
      return [
        {
          mark: 'calendar',
          text: `Due on ${formatDate(String(body['dueOn']))}. It can be paid until ${formatMoment(new Date(expiresAt), after.region)}.`,
        },
        ...(body['isTold'] === false
          ? [{ mark: 'info' as const, text: 'No email is sent: contact the family yourself.' }]
          : []),
      ]
    },
    said: (done) => `${sumOf(done)} requested.`,
    undo: ({ reply }) => {
      const { id, expiresAt } = reply as StaffPaymentRequest
      return {
        call: 'POST /api/staff/payment-requests/:requestId/cancel',
        params: { requestId: id },
        until: new Date(expiresAt),
        words: 'Can be cancelled until it is paid. The link then says so.',
      }
    },
  },
  'POST /api/staff/payment-requests/:requestId/cancel': {
    shows: ['requested'],
    sentences: () => [{ mark: 'receipt', text: 'Its link stops working immediately and says why.' }],
    said: (done) => `${requestInWords(done)} is cancelled.`,
    final: 'Cannot be undone. Ask for the payment again instead.',
  },
  'POST /api/staff/payment-requests/:requestId/resend': {
    shows: ['requested'],
    said: (done) => `${requestInWords(done)} is sent again.`,
    final: 'An email cannot be recalled.',
  },
  'POST /api/staff/payments/:paymentId/refunds': {
    shows: ['balance'],
    sentences: (done) => {
      const payment = paymentOf(done)
      const debt = owes(done)
      return [
        ...(payment && payment.surcharge > 0
          ? [
              {
                mark: 'check' as const,
                text: 'The amount includes a proportional refund of the card surcharge.',
              },
            ]
          : []),
        ...(done.body['outcome'] === 'Waive'
          ? [{ mark: 'info' as const, text: 'The family is not asked again for what the payment paid.' }]
          : []),
        { mark: 'clock', text: 'Card refunds take a few business days, bank refunds up to ten.' },
        ...(debt === null ? [] : [{ mark: 'info' as const, text: `The family would owe ${debt}.` }]),
      ]
    },
    said: (done) => {
      const { refund } = done.reply as { refund: StaffRefund | null }
      const sum = refund ? moneyIn(done.before.region)(parseAmount(refund.amount) ?? 0) : sumOf(done)
      return `Refund of ${sum} ordered.`
    },
    final: 'Cannot be undone. Request a new payment instead.',
  },
  'POST /api/staff/offline-payments': {
    shows: ['overdue', 'balance'],
    sentences: ({ body }) => [
      { mark: 'receipt', text: 'The family gets a receipt, as for any other payment.' },
      {
        mark: 'check',
        text: `${String(body['manner'])} ${String(body['reference'])} is new. Each reference can be used once.`,
      },
    ],
    said: (done) =>
      `${sumOf(done)} recorded, received on ${formatDateCompact(String(done.body['receivedOn']))}.`,
    undo: ({ reply }) => ({
      call: 'POST /api/staff/offline-payments/:paymentId/reverse',
      params: { paymentId: (reply as { id: string }).id },
    }),
  },
  'POST /api/staff/offline-payments/:paymentId/reverse': {
    shows: ['overdue', 'balance'],
    sentences: () => [
      { mark: 'info', text: 'A new entry reverses it. Both entries stay visible to the family.' },
    ],
    said: () => 'Recorded payment reversed.',
    final: 'Cannot be undone. Record the payment again instead.',
  },
  'POST /api/staff/accounts/:accountId/adjustments': {
    shows: ['overdue', 'balance'],
    sentences: ({ body }) => {
      const { type, only, description } = body as { type: string; only?: string; description: string }
      if (type === 'WriteOff' || type === 'Goodwill')
        return [
          {
            mark: 'receipt',
            text: `The family reads “${description}” and is not asked for the amount again.`,
          },
          {
            mark: 'info',
            text:
              only === 'Fees'
                ? 'Only fees for returned debits are waived, the oldest first.'
                : 'What is overdue is waived first, the oldest first, then the debt of the balance.',
          },
        ]
      return [
        { mark: 'receipt', text: `The family reads “${description}” in its transactions.` },
        {
          mark: 'info',
          text: type === 'Debit' ? 'Recorded as Larkwell income.' : 'Recorded as a Larkwell expense.',
        },
      ]
    },
    said: (done) => `Adjustment of ${sumOf(done)} requested.`,
    final: 'Once approved, only another adjustment corrects it.',
  },
  'POST /api/staff/accounts/:accountId/bank-accounts': {
    sentences: () => [
      {
        mark: 'lock',
        text: 'The family can choose it for withdrawals once a second person has approved it.',
      },
    ],
    said: () => 'Bank account submitted.',
    final: 'Once approved, it can be removed.',
  },
  'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove': {
    sentences: () => [{ mark: 'lock', text: 'Withdrawals can no longer go to it.' }],
    said: () => 'Bank account removed.',
    final: 'Cannot be undone. Adding it again needs a second approval.',
  },
} satisfies Record<string, ActionWords>
