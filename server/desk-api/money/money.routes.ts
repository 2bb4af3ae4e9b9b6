import type { staffMoney, StaffRemittance } from '#contract/staff-money.ts'
import type { StaffPayment, StaffPaymentRequest, StaffRefund } from '#contract/staff-payment-requests.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { confirmedStatuses } from '#domain/withdrawals.ts'
import type { Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import type { Handlers } from '../../platform/http/http.ts'
import {
  findRequests,
  readRequest,
  type ListedRequest,
} from '../../books/payment-requests/payment-requests.ts'
import { readRemittance } from '../../books/remittances/remittances.ts'
import { recordPaid, recordReturned, recordSent } from '../../books/remittances/remittance-steps.ts'
import { listRemittances, type Remittance } from '../../books/remittances/remittances.reads.ts'
import { findPriorApproval } from '../approvals/approvals.ts'
import { askForApproval } from '../approvals/ask.ts'
import { amountOf } from './amount-of.ts'
import { depositsRoutes } from './deposits.routes.ts'
import { readMoneyWaiting } from './money-waiting.ts'
import { recordOfflinePayment, type OfflinePayment } from './offline-payments.ts'
import { requestPayment, resendLink, withdrawPaymentRequest } from './payment-requests.ts'
import { orderRefund, type RefundInput } from '../../books/refunds/refunds.ts'
import { findOpenRequest, type RefundOrder } from '../../books/refunds/refunds.reads.ts'
import { reverseOfflinePayment } from './reverse-offline.ts'
import { remittanceFile } from './remittance-file.ts'
import { listPayments, type ListedPayment } from './payments.store.ts'
import { listWithdrawals } from './withdrawals.store.ts'
import { actorOf, companyId, recordRows, recordView } from '../../people/audit/staff-audit.ts'
import { finishWithdrawal } from '../../books/withdrawals/decide-withdrawal.ts'

/** The default. */
const defaultLimit = 100

export function staffMoneyRoutes(deps: Deps): Handlers<typeof staffMoney> {
  const readRequestReply = async (id: string) => requestReply(await readRequest(deps, id))
  return {
    'GET /api/staff/money': () => readMoneyWaiting(deps),
    'GET /api/staff/payment-requests': async (call) => {
      const { status, account, schoolId, after, limit = defaultLimit } = call.query
      const rows = await findRequests(deps.db, {
        id: null,
        status: status ?? null,
        shortId: account ?? null,
        schoolId: schoolId ?? null,
        after: after ?? null,
        limit,
      })
      await recordRows(deps, call, 'PaymentRequestsListed', rows)
      return rows.map(requestReply)
    },
    'GET /api/staff/payment-requests/:requestId': async (call) => {
      const request = await readRequest(deps, call.params.requestId)
      await recordRows(deps, call, 'PaymentRequestShown', [request])
      return {
        ...requestReply(request),
        payments: request.payments.map((payment) => onTheWire(payment, 'amount', 'surcharge')),
      }
    },
    'POST /api/staff/payment-requests': async (call) => {
      const { accountId, schoolId, dueOn, expiresOn, periodName, showsBreakdown, invoiceId, isTold } =
        call.body
      const { id } = await requestPayment(deps, actorOf(call), {
        accountId,
        institutionId: schoolId ?? null,
        amountDue: amountOf(call.body.amount),
        dueOn: calendarDate(dueOn),
        periodName: periodName ?? null,
        showsBreakdown: showsBreakdown ?? false,
        invoiceId: invoiceId ?? null,
        // The request expires after the end of the last day in every time zone of both countries.
        expiresAt:
          expiresOn === undefined ? null : new Date(`${addDays(calendarDate(expiresOn), 1)}T00:00:00Z`),
        isTold: isTold ?? true,
      })
      return readRequestReply(id)
    },
    'POST /api/staff/payment-requests/:requestId/cancel': async (call) => {
      await withdrawPaymentRequest(deps, actorOf(call), call.params.requestId)
      return readRequestReply(call.params.requestId)
    },
    'POST /api/staff/payment-requests/:requestId/resend': (call) =>
      resendLink(deps, actorOf(call), call.params.requestId),
    'GET /api/staff/payments': async (call) => {
      const { account, limit = defaultLimit } = call.query
      const rows = await listPayments(deps.db, { shortId: account, limit })
      await recordRows(deps, call, 'PaymentsListed', rows)
      return rows.map(paymentReply)
    },
    'POST /api/staff/payments/:paymentId/refunds': async (call) => {
      const { amount, outcome = 'AskAgain', clientRequestId } = call.body
      const payload: RefundInput = {
        paymentId: call.params.paymentId,
        amount: amount === undefined ? null : amountOf(amount),
        outcome,
        clientRequestId,
      }
      const request = { kind: 'Refund', key: clientRequestId, isRequestId: true, payload } as const
      await findPriorApproval(deps.db, request)
      const order = await orderRefund(deps, actorOf(call), payload)
      if (order === 'NeedsApproval')
        return { refund: null, approval: await askForApproval(deps, call, request) }
      if (order.status === 'Unknown') call.setAccepted()
      const openRequest = await findOpenRequest(deps.db, order, deps.clock())
      return { refund: refundReply(order, openRequest), approval: null }
    },
    'POST /api/staff/offline-payments': async (call) => {
      const { accountId, schoolId, requestId, amount, receivedOn, manner, reference } = call.body
      const payload: OfflinePayment = {
        accountId,
        institutionId: schoolId ?? null,
        requestId: requestId ?? null,
        amount: amountOf(amount),
        receivedOn: calendarDate(receivedOn),
        manner,
        reference,
      }
      const payment = await recordOfflinePayment(deps, actorOf(call), payload)
      if (payment === 'NeedsApproval') {
        const content = { ...payload, reference: reference.toLowerCase() }
        const key = `${accountId}:${manner}:${content.reference}`
        return askForApproval(deps, call, { kind: 'OfflinePayment', key, payload, content })
      }
      return paymentReply({ ...payment, methodName: `${manner} ${reference}` })
    },
    'POST /api/staff/offline-payments/:paymentId/reverse': async (call) => {
      const { paymentId } = call.params
      const payment = await reverseOfflinePayment(deps, actorOf(call), paymentId)
      return payment === 'NeedsApproval'
        ? askForApproval(deps, call, { kind: 'OfflineReversal', key: paymentId, payload: { paymentId } })
        : paymentReply(payment)
    },
    'GET /api/staff/withdrawals': async (call) => {
      const { status, payout, limit = defaultLimit } = call.query
      const rows = await listWithdrawals(deps.db, {
        statuses: status === undefined ? confirmedStatuses : [status],
        payout: payout ?? null,
        limit,
      })
      await recordRows(deps, call, 'WithdrawalsListed', rows)
      return rows.map((withdrawal) => onTheWire(withdrawal, 'amount'))
    },
    'POST /api/staff/withdrawals/:withdrawalId/paid': async (call) => {
      await finishWithdrawal(deps, actorOf(call), call.params.withdrawalId, 'Paid')
    },
    'POST /api/staff/withdrawals/:withdrawalId/decline': async (call) => {
      const { withdrawalId } = call.params
      const declined = await finishWithdrawal(deps, actorOf(call), withdrawalId, 'Declined')
      if (declined !== 'NeedsApproval') return { approval: null }
      const request = { kind: 'WithdrawalReturn', key: withdrawalId, payload: { withdrawalId } } as const
      return { approval: await askForApproval(deps, call, request) }
    },
    ...depositsRoutes(deps),
    'GET /api/staff/remittances': async ({ query }) => {
      const { schoolId, from, to, limit = defaultLimit } = query
      const rows = await listRemittances(deps.db, {
        institutionId: schoolId ?? null,
        from: from === undefined ? null : calendarDate(from),
        to: to === undefined ? null : calendarDate(to),
        limit,
      })
      return rows.map(remittanceReply)
    },
    'POST /api/staff/remittances/release': (call) => {
      const { region, through } = call.body
      return askForApproval(deps, call, {
        kind: 'RemittanceRelease',
        key: `${region}:${through}`,
        payload: { region, through: calendarDate(through) },
      })
    },
    'POST /api/staff/remittances/:remittanceId/sent': (call) =>
      recordSent(deps, actorOf(call), call.params.remittanceId),
    'POST /api/staff/remittances/:remittanceId/paid': (call) =>
      recordPaid(deps, actorOf(call), {
        id: call.params.remittanceId,
        paidOn: calendarDate(call.body.paidOn),
      }),
    'POST /api/staff/remittances/:remittanceId/returned': (call) =>
      recordReturned(deps, actorOf(call), call.params.remittanceId),
    'GET /api/staff/remittances/:remittanceId': async (call) => {
      const { lines, ...remittance } = await readRemittance(deps, call.params.remittanceId)
      await recordView(deps, call, { subjectIds: [companyId], action: 'RemittanceShown' })
      return {
        ...remittanceReply(remittance),
        lines: lines.map((line) => onTheWire(line, 'amount')),
      }
    },
    'GET /api/staff/remittances/:remittanceId/file': async (call) => {
      const remittance = await readRemittance(deps, call.params.remittanceId)
      if (!remittance.releasedAt) throw new Refusal('remittance_not_released')
      await recordView(deps, call, { subjectIds: [companyId], action: 'RemittanceFileTaken' })
      return remittanceFile(remittance)
    },
  }
}

const requestReply = (request: ListedRequest): StaffPaymentRequest =>
  onTheWire(request, 'amountDue', 'amountPaid', 'amountPending')

const paymentReply = (payment: ListedPayment): StaffPayment =>
  onTheWire(payment, 'amount', 'surcharge', 'refunded', 'disputed')

const refundReply = (order: RefundOrder, request: { id: string; left: Cents } | undefined): StaffRefund => ({
  ...onTheWire(order, 'amount'),
  openRequest: request ? onTheWire(request, 'left') : null,
})

const remittanceReply = ({ institutionId, ...remittance }: Remittance): StaffRemittance => ({
  ...onTheWire(remittance, 'amount'),
  schoolId: institutionId,
})
