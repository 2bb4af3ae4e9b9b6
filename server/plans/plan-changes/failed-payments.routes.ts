import type { failedPayments } from '#contract/failed-payments.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { planActorOf } from '../payment-schedule/save-plan.ts'
import { moveFailedPayment } from './move-failed-payment.ts'
import { payWithMethod } from './pay-with-method.ts'

export function failedPaymentsRoutes(deps: Deps): Handlers<typeof failedPayments> {
  return {
    'POST /api/portal/customer/account/:accountId/move-failed-payment': ({ accountId, body, ...call }) =>
      moveFailedPayment(
        deps,
        { ...body, accountId, dueOn: calendarDate(body.dueOn), to: calendarDate(body.to) },
        planActorOf(call),
      ),
    'POST /api/portal/customer/account/:accountId/pay-with-method': ({ accountId, body, ...call }) =>
      payWithMethod(deps, { ...body, accountId, dueOn: calendarDate(body.dueOn) }, planActorOf(call)),
  }
}
