import type { ExtraRequest } from '#contract/pay-now.ts'
import { toDecimal } from '#domain/money.ts'
import { call } from '../../../session/client.ts'
import { download } from '../../../session/download.ts'
import type { PaymentCalls } from '../payer.ts'
import { returnAddress } from '../return-address.ts'

/** With `extra`, the payment changes a running plan. */
export function earlyCalls(accountId: string, extra?: ExtraRequest): PaymentCalls {
  const params = { accountId }
  return {
    pay: ({ amount, total, schoolId, due }, paidWith, attemptId) => {
      if (!('sourceId' in paidWith)) throw new Error('A card of a parent is saved before it pays')
      return call('POST /api/portal/customer/account/:accountId/payments', {
        params,
        clientRequestId: attemptId,
        body: {
          repaymentSourceId: paidWith.sourceId,
          amount: toDecimal(amount),
          total: toDecimal(total),
          instId: schoolId,
          ...(due !== undefined && { due }),
          ...(extra && { extra }),
        },
      })
    },
    findOutcome: (attemptId) =>
      call('GET /api/portal/customer/account/:accountId/payment-outcome', {
        params,
        clientRequestId: attemptId,
      }),
    callOff: (attemptId) =>
      call('POST /api/portal/customer/account/:accountId/payment-cancellation', {
        params,
        clientRequestId: attemptId,
      }),
    openSession: ({ amount, schoolId }, attemptId) =>
      call('POST /api/portal/customer/account/:accountId/stripe-checkout-session', {
        params,
        clientRequestId: attemptId,
        body: { accountId, amount: toDecimal(amount), instId: schoolId, returnUrl: returnAddress() },
      }),
    verifyWallet: ({ amount, schoolId }, { checkoutSessionId, expressPaymentType }, attemptId) =>
      call('POST /api/portal/customer/account/:accountId/stripe-express-checkout-verification', {
        params,
        clientRequestId: attemptId,
        body: {
          checkoutSessionId,
          amount: toDecimal(amount),
          instId: schoolId,
          event: { expressPaymentType, amount: toDecimal(amount) },
        },
      }),
    recordSession: (checkoutSessionId, attemptId) =>
      call('POST /api/portal/customer/account/:accountId/stripe-payment-success', {
        params,
        clientRequestId: attemptId,
        body: { checkoutSessionId },
      }),
    downloadReceipt: (paymentId) =>
      download(
        'GET /api/portal/customer/account/:accountId/payments/:paymentId/receipt',
        { params: { accountId, paymentId } },
        { fallbackName: 'receipt.pdf' },
      ),
  }
}
