import { toDecimal } from '#domain/money.ts'
import { call } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { AmountWish, PaymentCalls } from '../payer.ts'
import { returnAddress } from '../return-address.ts'
import { guestPageQuery } from './guest-page-query.ts'

/** None of them carries the token of a session, not even where one is open. */
export function guestCalls(requestId: string): PaymentCalls {
  return {
    pay: (wish, paidWith, attemptId) => {
      const page = queryClient.getQueryData(guestPageQuery(requestId).queryKey)
      if (!page) throw new Error('Nothing can be paid before it is known what')
      const { accountInfo, institutionInfo } = page
      return call('POST /api/portal/guest/payments', {
        clientRequestId: attemptId,
        body: {
          ...('sourceId' in paidWith
            ? { repaymentSourceId: paidWith.sourceId }
            : { token: paidWith.cardToken }),
          amount: toDecimal(wish.amount),
          ...changeOf(wish),
          larkwellId: institutionInfo.larkwellId,
          shortId: accountInfo.accountShortId,
          email: accountInfo.email,
          repaymentRequestId: requestId,
        },
      })
    },
    findOutcome: (attemptId) =>
      call('GET /api/portal/guest/payment-outcome', {
        query: { request: requestId },
        clientRequestId: attemptId,
      }),
    openSession: (wish, attemptId) =>
      call('POST /api/portal/guest/stripe-checkout-session', {
        clientRequestId: attemptId,
        body: {
          repaymentRequestId: requestId,
          amount: toDecimal(wish.amount),
          returnUrl: returnAddress(),
          ...changeOf(wish),
        },
      }),
    verifyWallet: ({ amount }, { expressPaymentType }, attemptId) =>
      call('POST /api/portal/guest/stripe-express-checkout-verification', {
        clientRequestId: attemptId,
        body: {
          repaymentRequestId: requestId,
          amount: toDecimal(amount),
          event: { expressPaymentType, amount: toDecimal(amount) },
        },
      }),
    recordSession: (checkoutSessionId, attemptId) =>
      call('POST /api/portal/guest/stripe-payment-success', {
        clientRequestId: attemptId,
        body: { repaymentRequestId: requestId, checkoutSessionId },
      }),
    downloadReceipt: (paymentId) =>
      download(
        'GET /api/portal/guest/receipt',
        { query: { request: requestId, payment: paymentId } },
        { fallbackName: 'receipt.pdf' },
      ),
  }
}

function changeOf({ reason, description }: AmountWish) {
  return { paymentAmountChangeReason: reason, paymentAmountChangeReasonDescription: description }
}
