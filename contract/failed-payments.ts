import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { accountParams, calendarDate, id, textVersion, uuid } from './wire.ts'

/** A payment of a plan that failed, by its plan and the day on which it was due. */
const failedPayment = { planId: uuid, dueOn: calendarDate }

export const failedPayments = endpoints({
  'POST /api/portal/customer/account/:accountId/move-failed-payment': {
    summary: 'Retries a failed payment on the day that the family chooses, and not before',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ ...failedPayment, to: calendarDate, textVersion }),
    reply: z.object({ changeId: id, triedOn: calendarDate }),
    refusals: ['not_found', 'plan_changed', 'payment_locked', 'no_moves_left', 'day_not_offered'],
  },
  'POST /api/portal/customer/account/:accountId/pay-with-method': {
    summary: 'Retries a failed payment with another method; all other payments keep theirs',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ ...failedPayment, sourceId: uuid }),
    reply: z.object({ triedOn: calendarDate }),
    refusals: ['not_found', 'plan_changed', 'payment_locked', 'change_not_allowed', 'source_unusable'],
  },
})
