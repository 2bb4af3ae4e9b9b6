import type { paymentSchedule } from '#contract/payment-schedule.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { calculate, estimate, readDurations, readMaterial, readSchedule } from './payment-schedule.ts'
import { uploadLetter } from '../payment-schedule/discount-letters.ts'
import { planActorOf, savePlan } from '../payment-schedule/save-plan.ts'
import { readEnrolments, readFeeSchedule, readSelectableFees } from '../payment-schedule/school-fees.ts'

export function paymentScheduleRoutes(deps: Deps): Handlers<typeof paymentSchedule> {
  return {
    'GET /api/portal/customer/account/:accountId/payment-schedule': ({ accountId, query, caller }) =>
      readSchedule(deps, { accountId, customerId: caller.customerId }, query.year),
    'GET /api/portal/customer/account/:accountId/plan-material': ({ accountId, query, caller }) =>
      readMaterial(deps, { accountId, customerId: caller.customerId }, query.year),
    'GET /api/portal/customer/account/:accountId/calculate-estimate': ({ accountId, caller }) =>
      estimate(deps, { accountId, customerId: caller.customerId }),
    'POST /api/portal/customer/account/:accountId/calculate-plan': ({ accountId, body }) =>
      calculate(deps, accountId, body),
    'POST /api/portal/customer/account/:accountId/save-plan': (call) =>
      savePlan(deps, call.accountId, call.body, planActorOf(call)),
    'POST /api/portal/customer/account/:accountId/discount-letters': (call) =>
      uploadLetter(deps, call.accountId, call.file, planActorOf(call)),
    'GET /api/portal/customer/account/:accountId/year/:year/date/:date/repayment-duration-options': ({
      accountId,
      params,
    }) => readDurations(deps, accountId, params),
    'GET /api/portal/customer/account/:accountId/enrolments': ({ accountId }) =>
      readEnrolments(deps, accountId),
    'GET /api/portal/customer/account/:accountId/fee-schedule/:feeScheduleId': ({ accountId, params }) =>
      readFeeSchedule(deps, accountId, params.feeScheduleId),
    'GET /api/portal/customer/selectable-fees/institution/:institutionId/year/:year': ({ caller, params }) =>
      readSelectableFees(deps, caller.accountIds, params),
  }
}
