import type { Region } from '../region.ts'
import type { Transitions } from '../transitions.ts'

/** The kinds of payment method, as the region, the portal and a stored source name them. */
export const regionalPaymentMethods = [
  'AuBankAccount',
  'UkBankAccount',
  'AuCustomerDeposit',
  'PaymentCard',
] as const
export type RegionalPaymentMethod = (typeof regionalPaymentMethods)[number]

export const repaymentSourceTypes = ['BankAccount', 'CustomerDeposit', 'PaymentCard'] as const
export type RepaymentSourceType = (typeof repaymentSourceTypes)[number]

/** The portal's methods have the same names as the stored source types. */
export const portalPaymentMethods = repaymentSourceTypes
export type PortalPaymentMethod = RepaymentSourceType

/** The methods that a customer can add, in the order in which they are offered. */
export const methodKinds = ['Card', 'AuBankAccount', 'Bpay', 'UkBankAccount'] as const
export type MethodKind = (typeof methodKinds)[number]

const methodNeeds: Record<
  MethodKind,
  { regional: RegionalPaymentMethod; portal: PortalPaymentMethod; regions: readonly Region[] }
> = {
  Card: { regional: 'PaymentCard', portal: 'PaymentCard', regions: ['AU', 'UK'] },
  AuBankAccount: { regional: 'AuBankAccount', portal: 'BankAccount', regions: ['AU'] },
  Bpay: { regional: 'AuCustomerDeposit', portal: 'CustomerDeposit', regions: ['AU'] },
  UkBankAccount: { regional: 'UkBankAccount', portal: 'BankAccount', regions: ['UK'] },
}

type Offer = {
  region: Region
  regionalMethods: readonly RegionalPaymentMethod[]
  portalMethods: readonly PortalPaymentMethod[]
  /** Whether the account has a BPAY reference. */
  hasBpay: boolean
}

/** The methods that an account may add: those in both lists that exist in its region. */
export function methodsOffered({ region, regionalMethods, portalMethods, hasBpay }: Offer): MethodKind[] {
  return methodKinds.filter((kind) => {
    const needs = methodNeeds[kind]
    return (
      regionalMethods.includes(needs.regional) &&
      portalMethods.includes(needs.portal) &&
      needs.regions.includes(region) &&
      (kind !== 'Bpay' || hasBpay)
    )
  })
}

/** The title field of a bank's direct-entry record is 32 characters wide. */
export const holderNameMaxLength = 32

/** How the banks of a region number their branches (by BSB or by sort code) and accounts. */
export const bankNumberRules = {
  AU: { bsb: /^\d{3}-?\d{3}$/, accountNumber: /^\d{5,9}$/ },
  UK: { bsb: /^\d{2}-?\d{2}-?\d{2}$/, accountNumber: /^\d{8}$/ },
} as const satisfies Record<Region, { bsb: RegExp; accountNumber: RegExp }>

/** The errors of a bank account's numbers, by field. */
export function bankNumberProblems(
  region: Region,
  { bsb, accountNumber }: { bsb: string; accountNumber: string },
): { bsb?: string; accountNumber?: string } {
  const rules = bankNumberRules[region]
  return {
    ...(!rules.bsb.test(bsb) && { bsb: bankNumberFaults[region].bsb }),
    ...(!rules.accountNumber.test(accountNumber) && {
      accountNumber: bankNumberFaults[region].accountNumber,
    }),
  }
}

const bankNumberFaults = {
  AU: { bsb: 'A BSB has 6 digits, like 062-000', accountNumber: 'An account number has 5 to 9 digits' },
  UK: { bsb: 'A sort code has 6 digits, like 20-00-00', accountNumber: 'An account number has 8 digits' },
} satisfies Record<Region, { bsb: string; accountNumber: string }>

export const surchargeAbsorptions = ['None', 'VisaAndMastercard', 'All'] as const
export type SurchargeAbsorption = (typeof surchargeAbsorptions)[number]

/** Current or imminent problems of a saved payment method. */
export const sourceProblems = ['CardExpiring', 'CardExpired', 'MandateEnded', 'Refused'] as const
export type SourceProblem = (typeof sourceProblems)[number]

/** "Expires 04/27" of "2027-04" */
export function expiryText(expiry: string, isOver: boolean): string {
  const [year = '', month = ''] = expiry.split('-')
  return `${isOver ? 'Expired' : 'Expires'} ${month}/${year.slice(2)}`
}

/** The statuses of a saved payment method. */
export const sourceStatuses = ['Usable', 'Unusable', 'Removed'] as const
export type SourceStatus = (typeof sourceStatuses)[number]

export const sourceTransitions: Transitions<SourceStatus> = {
  // The card expired, or the bank ended the mandate.
  Usable: ['Unusable', 'Removed'],
  // The bank sent a new card, or the mandate was taken up again.
  Unusable: ['Usable', 'Removed'],
  Removed: [],
}

/** The method that a plan is collected from: the preferred one, or the default where none is preferred. */
export function payingSource<Source extends { isPreferred: boolean; isDefault: boolean }>(
  sources: readonly Source[],
): Source | undefined {
  return sources.find(({ isPreferred }) => isPreferred) ?? sources.find(({ isDefault }) => isDefault)
}

/** The method that pays on a day: a change that waits until then has been carried out by that day. */
export function payingSourceOn<
  Source extends { isPreferred: boolean; isDefault: boolean; activeFrom: string | null },
>(sources: readonly Source[], on: string): Source | undefined {
  const changed = sources.find(({ activeFrom }) => activeFrom !== null && activeFrom <= on)
  return changed ?? payingSource(sources)
}

/**
 * The method that pays an instalment on a day: the one that the family has chosen for it alone, as long as it is there,
 * or the one that pays all others.
 */
export function payingSourceFor<
  Source extends { id?: string; isPreferred: boolean; isDefault: boolean; activeFrom: string | null },
>(
  sources: readonly Source[],
  { sourceId = null }: { sourceId?: string | null },
  on: string,
): Source | undefined {
  const chosen = sourceId === null ? undefined : sources.find(({ id }) => id === sourceId)
  return chosen ?? payingSourceOn(sources, on)
}

/** "bank account ending 6789" within a sentence; the names of cards and of BPAY stay as they are. */
export function withinSentence(displayName: string): string {
  return displayName.replace(/^Bank account/, 'bank account')
}
