import type { planChanges } from '#contract/plan-changes.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { planActorOf } from '../payment-schedule/save-plan.ts'
import { chooseMethodOfPayment, readMethodsOfPayment } from './method-of-payment.ts'
import { movePayment } from './move-payment.ts'
import { skipPayments } from './skip-payments.ts'
import { switchExtraOutcome } from './switch-extra.ts'
import { undoChange } from './undo-change.ts'

export function planChangesRoutes(deps: Deps): Handlers<typeof planChanges> {
  return {
    'GET /api/portal/customer/account/:accountId/methods-of-payment': ({ accountId, query }) =>
      readMethodsOfPayment(deps, { ...query, accountId, dueOn: calendarDate(query.dueOn) }),
    'POST /api/portal/customer/account/:accountId/choose-method-of-payment': ({ accountId, body, ...call }) =>
      chooseMethodOfPayment(deps, { ...body, accountId, dueOn: calendarDate(body.dueOn) }, planActorOf(call)),
    'POST /api/portal/customer/account/:accountId/move-payment': ({ accountId, body, ...call }) =>
      movePayment(
        deps,
        { ...body, accountId, dueOn: calendarDate(body.dueOn), to: calendarDate(body.to) },
        planActorOf(call),
      ),
    'POST /api/portal/customer/account/:accountId/skip-payments': ({ accountId, body, ...call }) =>
      skipPayments(deps, { ...body, accountId, dueOn: body.dueOn.map(calendarDate) }, planActorOf(call)),
    'POST /api/portal/customer/account/:accountId/undo-plan-change': ({ accountId, body, ...call }) =>
      undoChange(deps, { ...body, accountId }, planActorOf(call)),
    'POST /api/portal/customer/account/:accountId/switch-extra-outcome': ({ accountId, body, ...call }) =>
      switchExtraOutcome(deps, { ...body, accountId }, planActorOf(call)),
  }
}
