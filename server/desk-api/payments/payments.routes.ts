import type { staffPayments } from '#contract/staff-payments.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readPaymentPage, readPaymentReceipt } from './payment-page.ts'

export function staffPaymentsRoutes(deps: Deps): Handlers<typeof staffPayments> {
  return {
    'GET /api/staff/payments/:paymentId': (call) => readPaymentPage(deps, call, call.params.paymentId),
    'GET /api/staff/payments/:paymentId/receipt': (call) =>
      readPaymentReceipt(deps, call, call.params.paymentId),
  }
}
