import type { Deps } from '../platform/deps.ts'
import { staffCustomersRoutes } from './accounts/customers.routes.ts'
import { staffAccountsRoutes } from './accounts/accounts.routes.ts'
import { staffActionsRoutes } from './actions/staff-actions.routes.ts'
import { staffCareRoutes } from './care/care.routes.ts'
import { staffCompanyRoutes } from './company/company.routes.ts'
import { staffAccessRoutes } from '../people/staff-access/staff-access.routes.ts'
import { staffIdsRoutes } from '../people/staff-access/short-ids.routes.ts'
import { staffApprovalsRoutes } from './approvals/approvals.routes.ts'
import { staffFamilyRoutes } from './family/family.routes.ts'
import { staffCannedRepliesRoutes, staffConversationsRoutes } from './conversations/conversations.routes.ts'
import { staffDisputesRoutes } from './disputes/disputes.routes.ts'
import { staffFeeChangesRoutes } from './fee-changes/fee-changes.routes.ts'
import { staffFindRoutes } from './find/find.routes.ts'
import { staffHolidaysRoutes } from './holidays/holidays.routes.ts'
import { staffMoneyRoutes } from './money/money.routes.ts'
import { staffPaymentsRoutes } from './payments/payments.routes.ts'
import { staffPayoutsRoutes } from './money/payouts.routes.ts'
import { staffPlanChangesRoutes } from './plan-changes/plan-changes.routes.ts'
import { staffQueueRoutes } from './queue/queue.routes.ts'
import { staffReviewsRoutes } from './reviews/reviews.routes.ts'
import { staffSchoolsRoutes } from './schools/schools.routes.ts'
import { staffSchoolStandingRoutes } from './schools/standing.routes.ts'
import { staffSwitchesRoutes } from './accounts/switches.routes.ts'
import { staffTextsRoutes } from './texts/texts.routes.ts'

/** The handlers of the whole staff contract. */
export function staffRoutes(deps: Deps) {
  return { ...plainRoutes(deps), ...staffActionsRoutes(deps, plainRoutes) }
}

/** All handlers except the actions, which call the others. */
function plainRoutes(deps: Deps) {
  return {
    ...staffAccessRoutes(deps),
    ...staffIdsRoutes(deps),
    ...staffApprovalsRoutes(deps),
    ...staffCustomersRoutes(deps),
    ...staffAccountsRoutes(deps),
    ...staffCareRoutes(deps),
    ...staffCompanyRoutes(deps),
    ...staffFamilyRoutes(deps),
    ...staffConversationsRoutes(deps),
    ...staffCannedRepliesRoutes(deps),
    ...staffDisputesRoutes(deps),
    ...staffFeeChangesRoutes(deps),
    ...staffFindRoutes(deps),
    ...staffHolidaysRoutes(deps),
    ...staffMoneyRoutes(deps),
    ...staffPaymentsRoutes(deps),
    ...staffPayoutsRoutes(deps),
    ...staffPlanChangesRoutes(deps),
    ...staffQueueRoutes(deps),
    ...staffReviewsRoutes(deps),
    ...staffSchoolsRoutes(deps),
    ...staffSchoolStandingRoutes(deps),
    ...staffSwitchesRoutes(deps),
    ...staffTextsRoutes(deps),
  }
}
