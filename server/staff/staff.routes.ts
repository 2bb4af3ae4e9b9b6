import type { Deps } from '../deps.ts'
import { staffCustomersRoutes } from './customers.routes.ts'
import { staffAccountsRoutes } from './accounts.routes.ts'
import { staffHouseRoutes } from './house.routes.ts'
import { staffAccessRoutes } from './staff-access.routes.ts'
import { staffMoneyRoutes } from './money.routes.ts'
import { staffPayoutsRoutes } from './payouts.routes.ts'
import { staffReviewsRoutes } from './reviews.routes.ts'
import { staffSchoolsRoutes } from './schools.routes.ts'
import { staffSwitchesRoutes } from './switches.routes.ts'

/** All answers to the staff's contract. */
export function staffRoutes(deps: Deps) {
  return {
    ...staffAccessRoutes(deps),
    ...staffCustomersRoutes(deps),
    ...staffAccountsRoutes(deps),
    ...staffHouseRoutes(deps),
    ...staffMoneyRoutes(deps),
    ...staffPayoutsRoutes(deps),
    ...staffReviewsRoutes(deps),
    ...staffSchoolsRoutes(deps),
    ...staffSwitchesRoutes(deps),
  }
}
