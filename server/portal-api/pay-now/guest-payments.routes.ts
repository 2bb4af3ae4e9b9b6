import type { guestPayments } from '#contract/guest-payments.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readBreakdown, readGuestInvoice, readGuestPage } from './guest-page.ts'
import { payAsGuest } from './guest-payment.ts'
import { openGuestSession, recordGuestSession, verifyWallet } from './guest-sessions.ts'
import { publicKey, reply, replyOnce } from './pay-now.routes.ts'
import { callOffAsGuest, readGuestOutcome, readGuestReceipt } from './payment-outcome.ts'
import { readSavedMethodAccess, sendSavedMethodCode, unlockSavedMethods } from './saved-method-codes.ts'

export function guestPaymentsRoutes(deps: Deps): Handlers<typeof guestPayments> {
  return {
    'GET /api/portal/guest/payment-page-details': (call) => readGuestPage(deps, call.query.request, call),
    'GET /api/portal/guest/payment-page-breakdown': (call) => readBreakdown(deps, call.query.request, call),
    'GET /api/portal/guest/invoice': (call) => readGuestInvoice(deps, call.query.request, call),
    'POST /api/portal/guest/payments': async (call) => replyOnce(call, await payAsGuest(deps, call)),
    'GET /api/portal/guest/saved-method-access': (call) => readSavedMethodAccess(deps, call),
    'POST /api/portal/guest/saved-method-code': (call) => sendSavedMethodCode(deps, call),
    'POST /api/portal/guest/saved-method-access': (call) => unlockSavedMethods(deps, call),
    'GET /api/portal/guest/payment-outcome': async (call) => reply(call, await readGuestOutcome(deps, call)),
    'POST /api/portal/guest/payment-cancellation': async (call) =>
      reply(call, await callOffAsGuest(deps, call)),
    'GET /api/portal/guest/receipt': (call) => readGuestReceipt(deps, call),
    'GET /api/portal/guest/stripe-pub-key': async ({ region }) => publicKey(deps, region),
    'POST /api/portal/guest/stripe-checkout-session': (call) => openGuestSession(deps, call),
    'POST /api/portal/guest/stripe-payment-success': (call) => recordGuestSession(deps, call),
    'POST /api/portal/guest/stripe-express-checkout-verification': (call) => verifyWallet(deps, call),
  }
}
