import { extraOutcomes, type ExtraOutcome } from '#domain/plan/changes/extra.ts'

export type ExtraDraft = {
  /** As typed; null until somebody has typed. */
  amount: string | null
  outcome: string
}

export const freshExtraDraft: ExtraDraft = { amount: null, outcome: 'Lower' }

export const outcomeOf = ({ outcome }: ExtraDraft): ExtraOutcome =>
  extraOutcomes.find((each) => each === outcome) ?? 'Lower'
