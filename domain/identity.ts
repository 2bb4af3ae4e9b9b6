import type { Transitions } from './transitions.ts'

/** Identity documents a customer may offer, and what a check can say. */
export const identityDocumentTypes = ['DriversLicense', 'Passport'] as const
export type IdentityDocumentType = (typeof identityDocumentTypes)[number]

export const licenceStates = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const
export type LicenceState = (typeof licenceStates)[number]

export const identityOutcomes = ['Pass', 'Fail'] as const
export type IdentityOutcome = (typeof identityOutcomes)[number]

/** What a customer may upload when the automatic check failed. */
export const identityUploadExtensions = ['pdf', 'png', 'jpg', 'jpeg'] as const
export const identityUploadMaxBytes = 10 * 1024 * 1024

/** How far a check has come: decided at once by the issuer, or later by our staff. */
export const identityCheckStatuses = ['Waiting', ...identityOutcomes] as const
export type IdentityCheckStatus = (typeof identityCheckStatuses)[number]

export const identityCheckTransitions: Transitions<IdentityCheckStatus> = {
  Waiting: ['Pass', 'Fail'],
  Pass: [],
  Fail: [],
}
