import type { ChangeDetails } from './plan-change.ts'

/** The reasons why a failed or overdue payment cannot be retried on a new day. */
export const whyNotTriedReasons = ['OnItsWay', 'Disputed', 'WentBack', 'NoMethod', 'NoDay'] as const
export type WhyNotTried = (typeof whyNotTriedReasons)[number]

export type TryFacts = {
  /** Whether a debit of it, or a payment by the family, is in progress. */
  isPaying: boolean
  isDisputed: boolean
  /** Whether its plan runs and its last debit was refused. */
  mayBeTried: boolean
  /** Whether its money had arrived and the bank reversed it. */
  wentBack: boolean
  /** The numbers of suitable methods and of possible days. */
  methods: number
  days: number
}

/** The reason against a retry, if any. Staff may not retry either what would take money twice or would only fail again. */
export function whyNotTried(facts: TryFacts): WhyNotTried | null {
  if (facts.isPaying) return 'OnItsWay'
  if (facts.isDisputed) return 'Disputed'
  if (!facts.mayBeTried || facts.wentBack) return 'WentBack'
  if (facts.methods === 0) return 'NoMethod'
  return facts.days === 0 ? 'NoDay' : null
}

/** The texts for staff, with what they can do instead. */
export const whyNotTriedWords: Record<WhyNotTried, string> = {
  OnItsWay: 'A debit of it, or a payment of the family, is on its way. Wait for the answer of the bank.',
  Disputed: 'The bank has yet to decide about it. Nothing is taken while it is disputed.',
  WentBack:
    'Its money had come and went back, so it is not debited again. Send the family the link to pay, or offer an arrangement.',
  NoMethod:
    'The family has no method that could pay it. Send the link to pay, or ask the family to add another method.',
  NoDay: 'There is no day left after a notice that the school allows. Send the family the link to pay.',
}

type MoveOfFailed = Extract<ChangeDetails, { kind: 'Move' }> & {
  failed: NonNullable<Extract<ChangeDetails, { kind: 'Move' }>['failed']>
}

/** Whether a change gave a new day to a payment that had failed. */
export function isMoveOfFailed(details: ChangeDetails): details is MoveOfFailed {
  return details.kind === 'Move' && details.failed !== undefined
}
