import { staffAccess } from './staff-access.ts'
import { staffAccounts } from './staff-accounts.ts'
import { staffActions } from './staff-actions.ts'
import { staffApprovals } from './staff-approvals.ts'
import { staffCare } from './staff-care.ts'
import { staffCustomers } from './staff-customers.ts'
import { staffCompany } from './staff-company.ts'
import { staffFamily } from './staff-family.ts'
import { staffFamilyLedger } from './staff-family-ledger.ts'
import { staffFamilyNotes } from './staff-family-notes.ts'
import { staffFamilyPlans } from './staff-family-plans.ts'
import { staffFamilyRecords } from './staff-family-records.ts'
import { staffCannedReplies } from './staff-canned-replies.ts'
import { staffConversations } from './staff-conversations.ts'
import { staffDisputes } from './staff-disputes.ts'
import { staffFeeChanges } from './staff-fee-changes.ts'
import { staffFind } from './staff-find.ts'
import { staffHolidays } from './staff-holidays.ts'
import { staffIds } from './staff-ids.ts'
import { staffMoney } from './staff-money.ts'
import { staffPayments } from './staff-payments.ts'
import { staffPayouts } from './staff-payouts.ts'
import { staffPlanChanges } from './staff-plan-changes.ts'
import { staffQueue } from './staff-queue.ts'
import { staffReviews } from './staff-reviews.ts'
import { staffSchoolStanding } from './staff-school-standing.ts'
import { staffSchools } from './staff-schools.ts'
import { staffSwitches } from './staff-switches.ts'
import { staffTexts } from './staff-texts.ts'

/** The staff API. Separate from the portal's contract, because customers need not see it. */
export const staffContract = {
  ...staffAccess,
  ...staffApprovals,
  ...staffCustomers,
  ...staffAccounts,
  ...staffActions,
  ...staffCare,
  ...staffCompany,
  ...staffFamily,
  ...staffFamilyLedger,
  ...staffFamilyNotes,
  ...staffFamilyPlans,
  ...staffFamilyRecords,
  ...staffCannedReplies,
  ...staffConversations,
  ...staffDisputes,
  ...staffFeeChanges,
  ...staffFind,
  ...staffHolidays,
  ...staffIds,
  ...staffMoney,
  ...staffPayments,
  ...staffPayouts,
  ...staffPlanChanges,
  ...staffQueue,
  ...staffReviews,
  ...staffSchools,
  ...staffSchoolStanding,
  ...staffSwitches,
  ...staffTexts,
}
export type StaffContract = typeof staffContract
