/** Plans, their states and the words for their rhythm. */
export const planStatuses = ['None', 'Draft', 'Saved', 'ManualReview', 'Current', 'Completed'] as const
export type PlanStatus = (typeof planStatuses)[number]

export const renewalStatuses = [
  'New',
  'Renewing',
  'Graduating',
  'Closed',
  'Offboarding',
  'NoFeeSchedule',
  'NoRenewalDate',
] as const
export type RenewalStatus = (typeof renewalStatuses)[number]

export const frequencies = [
  'Week',
  'Fortnight',
  'Month',
  'Quarter',
  'Term',
  'Trimester',
  'TwicePerYear',
  'Semester',
  'Year',
] as const
export type Frequency = (typeof frequencies)[number]

/** Customers choose among three; staff may set the others. */
export const offeredFrequencies = ['Week', 'Fortnight', 'Month'] as const satisfies readonly Frequency[]
export type OfferedFrequency = (typeof offeredFrequencies)[number]
export const defaultFrequency: OfferedFrequency = 'Fortnight'

export const feeVarianceTypes = [
  'BursaryConcession',
  'FamilyArrangement',
  'FeeScheduleOption',
  'OutstandingFees',
  'Scholarship',
  'StaffDiscount',
  'OtherArrangement',
] as const
export type FeeVarianceType = (typeof feeVarianceTypes)[number]
