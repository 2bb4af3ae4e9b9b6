import type { DepositMatch } from '#contract/staff-money.ts'
import { familyName } from '#domain/family-name.ts'

/** The family that a deposit is to be given to, by the name that staff call it. */
export type Chosen = { accountId: string; shortId: string; name: string }

export const chosenOf = ({ accountId, shortId, familyName: lastName }: DepositMatch): Chosen => ({
  accountId,
  shortId,
  name: familyName(lastName),
})
