import type { Transitions } from './transitions.ts'

/** Product types, account states and what the customer reads for them. */
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

/** The name a customer reads: five product types are all sold as Plus. */
export function productName(type: ProductType): string {
  return shownAsPlus.includes(type) ? 'Plus' : type
}

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

export const contributionStatuses = ['Active', 'Inactive', 'InviteSent'] as const
export type ContributionStatus = (typeof contributionStatuses)[number]

type ListedAccount = { status: AccountStatus; config: { isSetupIncomplete: boolean } }

/** An account is offered at once while it is active or still being set up; the rest wait behind a toggle. */
export function isListedFirst(account: ListedAccount): boolean {
  return account.status === 'Active' || account.config.isSetupIncomplete
}

/** "institution (shortId)", the label of an account wherever one is chosen. */
export function accountLabel(account: { institutionName: string; shortId: string }): string {
  return `${account.institutionName} (${account.shortId})`
}

/**
 * The steps of setting up an account, in their order. One that need not be taken is passed over, and one whose ground
 * has gone (a plan declined, a card lost) is taken again; staff may have to look between them. An account whose product
 * has changed is set up once more, from wherever it was.
 */
export const accountSetupTransitions: Transitions<AccountSetupStatus> = {
  SetUpPaymentSchedule: ['AddPaymentMethod', 'VerifyYourIdentity', 'ManualReview', 'StepsCompleted'],
  AddPaymentMethod: ['VerifyYourIdentity', 'ManualReview', 'StepsCompleted', 'SetUpPaymentSchedule'],
  VerifyYourIdentity: ['ManualReview', 'StepsCompleted', 'SetUpPaymentSchedule', 'AddPaymentMethod'],
  ManualReview: ['SetUpPaymentSchedule', 'AddPaymentMethod', 'VerifyYourIdentity', 'StepsCompleted'],
  StepsCompleted: ['NoFurtherSteps', 'SetUpPaymentSchedule'],
  NoFurtherSteps: ['SetUpPaymentSchedule'],
}
