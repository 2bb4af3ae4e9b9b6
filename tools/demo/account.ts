import type { AccountSetupStatus, AccountStatus, ProductType } from '#domain/accounts.ts'
import type { Cents } from '#domain/money.ts'
import type { PortalPaymentMethod, RegionalPaymentMethod } from '#domain/payment-methods/payment-methods.ts'
import type { RenewalStatus } from '#domain/plan/payment-schedule.ts'
import { regionFacts } from '#domain/region.ts'
import { renewalStatusOf } from '#domain/plan/renewals.ts'
import { bpayReference } from './bpay.ts'
import { addDocuments, type Documents } from './documents.ts'
import type { Enrolled } from './fees.ts'
import { addStudents, type Student } from './students.ts'
import { digitsOf, idOf } from './ids.ts'
import { addIdentityChecks, type IdentityCheck } from './identity.ts'
import type { Entry } from './entries.ts'
import { addMoney, type ExtraPayment } from './ledger.ts'
import { daysAgo, happenedOn, momentIn, type Moment } from './moment.ts'
import type { OpenAccount } from './open-account.ts'
import { addPlans } from './plan-rows.ts'
import { planFor, type Plan, type PlannedPlan } from './plan.ts'
import { addProductChange, type ProductChange } from './product-changes.ts'
import { addRequests, type PaymentRequest } from './requests.ts'
import { renewalsOf, schoolId, schools, type SchoolName } from './schools.ts'
import { addSources, type PendingChange } from './source-rows.ts'
import { ukVisaDebit, visaDebit, type Source } from './sources.ts'
import { addWithdrawals, type Withdrawals } from './withdrawals.ts'

/** An account of a demo family. Defaults are those of most families. */
export type Account = {
  school?: SchoolName
  productType?: ProductType
  status?: AccountStatus
  setupStatus?: AccountSetupStatus
  isSetupIncomplete?: boolean
  checksSetupStatus?: boolean
  /** If it does not follow from everything else. */
  renewalStatus?: RenewalStatus
  /** This year is the family's last, and the school knows. */
  isLeaving?: boolean
  canEditOrAddPlan?: boolean
  allowsScheduleUpdates?: boolean
  allowsSourceUpdates?: boolean
  allowsRepaymentChange?: boolean
  /** Instead of the school's own lists. */
  regionalMethods?: RegionalPaymentMethod[]
  portalMethods?: PortalPaymentMethod[]
  showsDirectDebitAuthorisation?: boolean
  /** A reference without or with a certain amount. Australian accounts have one. */
  bpay?: boolean | { amount: Cents }
  students?: Student[]
  plans?: Plan[]
  sources?: Source[]
  pendingChange?: PendingChange
  productChange?: ProductChange
  payments?: ExtraPayment[]
  /** Ledger entries that belong to no payment. */
  entries?: (moment: Moment) => Entry[]
  /** Years of payments and of what went to schools, in their order of time. */
  history?: (moment: Moment) => Entry[]
  /** The family's balance at the end: a payment, what goes to the school or a correction makes up the difference. */
  balance?: Cents
  requests?: PaymentRequest[]
  documents?: Documents
  withdrawals?: Withdrawals
  identityChecks?: IdentityCheck[]
  createdDaysAgo?: number
}

export type AccountIds = {
  id: string
  shortId: string
  enrolmentIds: string[]
  planIds: string[]
  sourceIds: string[]
  requestIds: string[]
}

type Owner = { id: string; email: string; firstName: string; lastName: string }

/** Shared by all families of a load. */
export type Setting = Pick<OpenAccount, 'rows' | 'files' | 'surchargeRates' | 'agreements'> & { now: Date }

export function addAccount(setting: Setting, account: Account, index: number, owner: Owner): AccountIds {
  const { rows, files, now, surchargeRates, agreements } = setting
  const school = schools[account.school ?? 'Wattle Grove College']
  const moment = momentIn(school.region, now)
  const accountId = idOf(owner.email, 'account', index)
  const opened: OpenAccount = {
    rows,
    files,
    accountId,
    customerId: owner.id,
    holderName: `${owner.firstName} ${owner.lastName}`.slice(0, 32),
    school,
    moment,
    createdDaysAgo: createdDaysAgo(account),
    surchargeRates,
    agreements,
    id: (...words) => idOf(owner.email, 'account', index, ...words),
  }
  const shortId = `LW${digitsOf(5, owner.email, 'short id', index)}`
  rows.account_member.push({ account_id: accountId, customer_id: owner.id })
  const enrolled = addStudents(opened, account.students ?? [{}], owner.lastName)
  const described = account.plans ?? [plansByStatus[account.status ?? 'Active']]
  const plans = described.map((plan, index) =>
    planFor(plan, { id: opened.id('plan', index), school, enrolled, moment }),
  )
  rows.account.push({
    ...accountRow(opened, account, shortId),
    renewal_status: account.renewalStatus ?? renewalStatusIn(opened, account, { enrolled, plans }),
  })
  const sources = account.sources ?? [school.region === 'AU' ? visaDebit() : ukVisaDebit()]
  addPlans(opened, plans, enrolled)
  const sourceIds = addSources(opened, sources, account.pendingChange)
  if (account.productChange) addProductChange(opened, account.productChange, account.identityChecks ?? [])
  const requestIds = addRequests(opened, account.requests ?? [])
  addDocuments(opened, account.documents ?? {})
  addIdentityChecks(opened, account.identityChecks ?? [])
  addWithdrawals(opened, account.withdrawals)
  addMoney(opened, { ...account, productType: productTypeOf(account), plans, sources, sourceIds })
  return {
    id: accountId,
    shortId,
    enrolmentIds: enrolled.map(({ enrolmentId }) => enrolmentId),
    planIds: plans.map(({ id }) => id),
    sourceIds,
    requestIds,
  }
}

export function createdDaysAgo(account: Account): number {
  return account.createdDaysAgo ?? (account.isSetupIncomplete ? 8 : 500)
}

const productTypeOf = ({ productType }: Account): ProductType => productType ?? 'PayPlus'

/** A closed account has paid its plan. */
const plansByStatus: Record<AccountStatus, Plan> = {
  Active: { status: 'Current' },
  Inactive: { status: 'Completed', year: 'Last' },
}

function accountRow(opened: OpenAccount, account: Account, shortId: string) {
  const { accountId, school, moment } = opened
  const isSetupIncomplete = account.isSetupIncomplete ?? false
  const bpay = account.bpay ?? school.region === 'AU'
  return {
    id: accountId,
    short_id: shortId,
    region: school.region,
    currency: regionFacts[school.region].currency,
    product_type: productTypeOf(account),
    status: account.status ?? 'Active',
    institution_id: schoolId(school.name),
    setup_status: account.setupStatus ?? 'NoFurtherSteps',
    is_setup_incomplete: isSetupIncomplete,
    checks_setup_status: account.checksSetupStatus ?? false,
    setup_completed_at: isSetupIncomplete ? null : setUpOn(opened, account),
    leaves_after: account.isLeaving ? moment.tuitionYear : null,
    can_edit_or_add_plan: account.canEditOrAddPlan ?? true,
    allows_schedule_updates: account.allowsScheduleUpdates ?? true,
    allows_source_updates: account.allowsSourceUpdates ?? true,
    allows_repayment_change: account.allowsRepaymentChange ?? true,
    allowed_regional_methods: account.regionalMethods ?? null,
    allowed_portal_methods: account.portalMethods ?? null,
    shows_direct_debit_authorisation: account.showsDirectDebitAuthorisation ?? null,
    bpay_reference: bpay ? bpayReference(accountId) : null,
    bpay_amount_minor: typeof bpay === 'object' ? bpay.amount : null,
    stripe_customer_id: null,
    created_at: happenedOn(daysAgo(moment, opened.createdDaysAgo), moment),
  }
}

/** As the server would decide. */
function renewalStatusIn(
  { school, moment }: OpenAccount,
  account: Account,
  { enrolled, plans }: { enrolled: Enrolled[]; plans: PlannedPlan[] },
): RenewalStatus {
  return renewalStatusOf({
    today: moment.today,
    region: moment.region,
    renewalStatus: 'New',
    accountStatus: account.status ?? 'Active',
    isSetupIncomplete: account.isSetupIncomplete ?? false,
    plans,
    students: enrolled.map(({ startYear, startLevel }) => ({ startYear, startYearLevel: startLevel })),
    leavesAfter: account.isLeaving ? moment.tuitionYear : null,
    school: renewalsOf(school, moment),
  })
}

/** Set up yesterday where the portal still congratulates, otherwise soon after the start. */
function setUpOn({ moment, createdDaysAgo }: OpenAccount, { setupStatus }: Account): string {
  return happenedOn(daysAgo(moment, setupStatus === 'StepsCompleted' ? 1 : createdDaysAgo - 5), moment)
}
