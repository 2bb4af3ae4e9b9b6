import type { failedPayments } from '#contract/failed-payments.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/http.ts'
import { moveFailedPayment } from './move-failed-payment.ts'
import { payWithMethod } from './pay-with-method.ts'

export function failedPaymentsRoutes(deps: Deps): Handlers<typeof failedPayments> {
  return {
    'POST /api/portal/customer/account/:accountId/move-failed-payment': ({
      accountId,
      body,
      caller,
      requestId,
    }) => {
      const { customerId, impersonatorEmail } = caller
      return moveFailedPayment(
        deps,
        { ...body, accountId, dueOn: calendarDate(body.dueOn), to: calendarDate(body.to) },
        { customerId, impersonatorEmail, requestId },
      )
    },
    'POST /api/portal/customer/account/:accountId/pay-with-method': ({
      accountId,
      body,
      caller,
      requestId,
    }) => {
      const { customerId, impersonatorEmail } = caller
      return payWithMethod(
        deps,
        { ...body, accountId, dueOn: calendarDate(body.dueOn) },
        { customerId, impersonatorEmail, requestId },
      )
    },
  }
}
