import type { DepositMatch } from '#contract/staff-money.ts'

/** The family that a deposit is to be given to. */
export type Chosen = Pick<DepositMatch, 'accountId' | 'shortId' | 'familyName'>
