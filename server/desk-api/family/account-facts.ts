import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { dateIn, formatDateCompact } from '#domain/calendar/calendar.ts'
import type { SurchargeAbsorption } from '#domain/payment-methods/payment-methods.ts'
import { tuitionYearName, type PlanStatus, type RenewalStatus } from '#domain/plan/payment-schedule.ts'
import type { FamilyPlan } from './family.store.ts'

const setupSteps: Record<AccountSetupStatus, string> = {
  SetUpPaymentSchedule: 'Has to make a plan',
  AddPaymentMethod: 'Has to add a payment method',
  VerifyYourIdentity: 'Has to prove who they are',
  ManualReview: 'Waits for our review',
  StepsCompleted: 'All steps done',
  NoFurtherSteps: 'Done',
}

const renewals: Record<RenewalStatus, string> = {
  New: 'New, renews next year',
  Renewing: 'Renewing',
  Graduating: 'Last student graduates',
  Closed: 'Not renewed, closed',
  Offboarding: 'Leaves after this year',
  NoFeeSchedule: 'Waits for the school’s fees',
  NoRenewalDate: 'Waits for a renewal date',
}

const planStates: Record<PlanStatus, string> = {
  None: 'missing',
  Draft: 'a draft',
  Saved: 'saved',
  ManualReview: 'in review',
  Current: 'running',
  Completed: 'completed',
}

const absorptions: Record<SurchargeAbsorption, string> = {
  None: 'School absorbs none',
  VisaAndMastercard: 'School absorbs that of Visa and Mastercard',
  All: 'School absorbs all',
}

/** Further facts of an account, as texts, for the list beside the family. */
export function accountFacts(
  account: StaffAccount,
  absorbs: SurchargeAbsorption,
  plans: readonly FamilyPlan[],
): StaffFamily['facts'] {
  const { region, bpay } = account
  const day = (at: string) => formatDateCompact(dateIn(region, new Date(at)))
  const [, ...others] = plans
  const other = others
    .filter(({ status }) => status !== 'Completed')
    .map(
      ({ tuitionYear, status }) =>
        `plan for ${tuitionYearName(tuitionYear, region)} is ${planStates[status]}`,
    )
  const setup = account.isSetupIncomplete
    ? setupSteps[account.setupStatus]
    : `Done ${account.setupCompletedAt ? day(account.setupCompletedAt) : ''}`.trim()
  return [
    ...(bpay
      ? [{ label: 'BPAY', value: [bpay.billerCode, bpay.reference].filter(Boolean).join(' · ') }]
      : []),
    { label: 'Set-up', value: setup },
    { label: 'Renewal', value: [renewals[account.renewalStatus], ...other].join(', ') },
    { label: 'May change', value: mayChange(account) },
    // Surcharges for cards are illegal in the United Kingdom.
    ...(region === 'AU' ? [{ label: 'Surcharge', value: absorptions[absorbs] }] : []),
    ...ownRules(account),
    ...(account.productChangeStatus ? [{ label: 'Instalments', value: account.productChangeStatus }] : []),
  ]
}

function mayChange({ canEditOrAddPlan, allowsScheduleUpdates, allowsSourceUpdates }: StaffAccount): string {
  const isPlanFree = canEditOrAddPlan && allowsScheduleUpdates
  if (isPlanFree && allowsSourceUpdates) return 'Its plan and its methods'
  if (isPlanFree) return 'Its plan, not its methods'
  if (allowsSourceUpdates) return 'Its methods, not its plan'
  return 'Nothing: staff have to step in'
}

function ownRules(account: StaffAccount): StaffFamily['facts'] {
  const { allowedPortalMethods, allowedRegionalMethods, showsDirectDebitAuthorisation } = account
  const rules = [
    ...(allowedPortalMethods ? [`methods: ${allowedPortalMethods.join(', ') || 'none'}`] : []),
    ...(allowedRegionalMethods ? [`regional methods: ${allowedRegionalMethods.join(', ') || 'none'}`] : []),
    ...(showsDirectDebitAuthorisation === null
      ? []
      : [`authorisation ${showsDirectDebitAuthorisation ? 'shown' : 'not shown'}`]),
  ]
  return rules.length > 0 ? [{ label: 'Own rules', value: rules.join('; ') }] : []
}
