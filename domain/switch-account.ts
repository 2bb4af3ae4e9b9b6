import type { Transitions } from './transitions.ts'

/** The steps of a change to instalments, and the details it asks for. */
export const productChangeStatuses = [
  'VerifyYourDetails',
  'Processing',
  'VerifyYourIdentity',
  'Completed',
] as const
export type ProductChangeStatus = (typeof productChangeStatuses)[number]

export const addressStatuses = ['Current', 'Previous'] as const
export type AddressStatus = (typeof addressStatuses)[number]

export const minimumAgeYears = 21
export const agreementTextMinLength = 5
/** Someone who moved in more recently than this is asked for the address before. */
export const addressHistoryYears = 3

export const productChangeTransitions: Transitions<ProductChangeStatus> = {
  VerifyYourDetails: ['Processing', 'VerifyYourIdentity'],
  VerifyYourIdentity: ['Processing'],
  // Staff may find the proof of identity wanting.
  Processing: ['VerifyYourIdentity', 'Completed'],
  Completed: [],
}
