import { toDecimal } from '#domain/money.ts'
import { isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { download } from '../../../session/download.ts'
import { queryClient } from '../../../api/query-client.ts'
import { accessKey } from '../code/use-owner-code.ts'
import type { PaymentInput, PaymentCalls } from '../payer.ts'
import { returnAddress } from '../return-address.ts'
import { guestPageQuery } from './guest-page-query.ts'

/** No e-mail is sent: the page knows only the masked one, which proves nothing. */
export function guestCalls(requestId: string): PaymentCalls {
  return {
    pay: (payable, paidWith, attemptId) => {
      const page = queryClient.getQueryData(guestPageQuery(requestId).queryKey)
      if (!page) throw new Error('Nothing can be paid before it is known what')
      const { accountInfo, institutionInfo } = page
      return call('POST /api/portal/guest/payments', {
        clientRequestId: attemptId,
        body: {
          ...('sourceId' in paidWith
            ? { repaymentSourceId: paidWith.sourceId }
            : { token: paidWith.cardToken }),
          amount: toDecimal(payable.amount),
          total: toDecimal(payable.total),
          ...changeOf(payable),
          larkwellId: institutionInfo.larkwellId,
          shortId: accountInfo.accountShortId,
          repaymentRequestId: requestId,
        },
      }).catch((error: unknown) => {
        // The page takes them for unlocked, and is wrong.
        if (isRefused(error) && error.code === 'code_needed')
          void queryClient.resetQueries({ queryKey: accessKey(requestId) })
        throw error
      })
    },
    findOutcome: (attemptId) =>
      call('GET /api/portal/guest/payment-outcome', {
        query: { request: requestId },
        clientRequestId: attemptId,
      }),
    callOff: (attemptId) =>
      call('POST /api/portal/guest/payment-cancellation', {
        clientRequestId: attemptId,
        body: { repaymentRequestId: requestId },
      }),
    openSession: (input, attemptId) =>
      call('POST /api/portal/guest/stripe-checkout-session', {
        clientRequestId: attemptId,
        body: {
          repaymentRequestId: requestId,
          amount: toDecimal(input.amount),
          returnUrl: returnAddress(),
          ...changeOf(input),
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
    codes: {
      readAccess: () => call('GET /api/portal/guest/saved-method-access', { query: { request: requestId } }),
      send: (contact) =>
        call('POST /api/portal/guest/saved-method-code', {
          body: { repaymentRequestId: requestId, contact },
        }),
      enter: (code) =>
        call('POST /api/portal/guest/saved-method-access', { body: { repaymentRequestId: requestId, code } }),
    },
    downloadReceipt: (paymentId) =>
      download(
        'GET /api/portal/guest/receipt',
        { query: { request: requestId, payment: paymentId } },
        { fallbackName: 'receipt.pdf' },
      ),
  }
}

function changeOf({ reason, description }: PaymentInput) {
  return { paymentAmountChangeReason: reason, paymentAmountChangeReasonDescription: description }
}
