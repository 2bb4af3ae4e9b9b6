import type { Transitions } from './transitions.ts'

/** Product types, account states and their customer-facing names. */
export const productTypes = [
  'Assessment',
  'Pay',
  'PayPlus',
  'PlusFunded',
  'PlusServiced',
  'PayIntegrated',
  'Passthrough',
  'Extend',
  'Go',
] as const
export type ProductType = (typeof productTypes)[number]

const shownAsPlus: readonly ProductType[] = [
  'PlusFunded',
  'PayPlus',
  'PayIntegrated',
  'PlusServiced',
  'Passthrough',
]

/** The product name shown to customers. Five product types are all sold as Plus. */
export function productName(type: ProductType): string {
  return shownAsPlus.includes(type) ? 'Plus' : type
}

/** Customers who pay as they go, or over a longer time under another contract, have no plan for the year. */
export const needsPlan = (product: ProductType) => product !== 'Pay' && product !== 'Extend'

/** Families with these products have no balance with us: their payments go to the school. */
export const productsWithoutBalance: readonly ProductType[] = ['PayPlus', 'Passthrough']

export const accountStatuses = ['Active', 'Inactive'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const accountSetupStatuses = [
  'SetUpPaymentSchedule',
  'AddPaymentMethod',
  'VerifyYourIdentity',
  'ManualReview',
  'StepsCompleted',
  'NoFurtherSteps',
] as const
export type AccountSetupStatus = (typeof accountSetupStatuses)[number]

/**
 * What a closed account begins with when it is opened again: nothing, the cancelled payments whose day is still to come,
 * or also those whose day has passed.
 */
export const reopenings = ['Nothing', 'Coming', 'All'] as const
export type Reopening = (typeof reopenings)[number]

export const contributionStatuses = ['Active', 'Inactive', 'InviteSent'] as const
export type ContributionStatus = (typeof contributionStatuses)[number]

type ListedAccount = { status: AccountStatus; config: { isSetupIncomplete: boolean } }

/** Active accounts and those being set up are listed at once; the others are behind a toggle. */
export function isListedFirst(account: ListedAccount): boolean {
  return account.status === 'Active' || account.config.isSetupIncomplete
}

/** "institution (shortId)", the label of an account in every list. */
export function accountLabel(account: { institutionName: string; shortId: string }): string {
  return `${account.institutionName} (${account.shortId})`
}

/**
 * The set-up steps of an account, in order. Steps that are not needed are skipped. A step is repeated when its result
 * is lost (a declined plan, a removed card). Staff may review in between. When the product changes, set-up starts
 * again.
 */
export const accountSetupTransitions: Transitions<AccountSetupStatus> = {
  SetUpPaymentSchedule: ['AddPaymentMethod', 'VerifyYourIdentity', 'ManualReview', 'StepsCompleted'],
  AddPaymentMethod: ['VerifyYourIdentity', 'ManualReview', 'StepsCompleted', 'SetUpPaymentSchedule'],
  VerifyYourIdentity: ['ManualReview', 'StepsCompleted', 'SetUpPaymentSchedule', 'AddPaymentMethod'],
  ManualReview: ['SetUpPaymentSchedule', 'AddPaymentMethod', 'VerifyYourIdentity', 'StepsCompleted'],
  StepsCompleted: ['NoFurtherSteps', 'SetUpPaymentSchedule'],
  NoFurtherSteps: ['SetUpPaymentSchedule'],
}
