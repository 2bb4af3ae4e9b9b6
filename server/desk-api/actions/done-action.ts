import type { EffectSentence } from '#contract/staff-actions.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Figures } from './figures.ts'
import type { UndoCall } from './staff-actions.store.ts'

/** An action that was carried out for real or as a preview. */
export type Done = {
  accountId: string
  before: Figures
  after: Figures
  params: Record<string, string>
  body: Record<string, unknown>
  reply: unknown
  now: Date
}

/**
 * The call that undoes an action: with the action's own path and without a body, unless they are named. Without `until`
 * it is offered for the hours of the setting.
 */
export type Undo = Pick<UndoCall, 'call'> & Partial<UndoCall> & { until?: Date; words?: string }
export type OfferedUndo = UndoCall & { until: Date; words?: string }

/** The texts of an action. What the family's figures show is not repeated here. */
export type ActionWords = {
  /** Figures that are shown even if they stay as they are. */
  shows?: readonly string[]
  sentences?: (done: Done) => EffectSentence[]
  /** What was done, as one sentence. */
  said: (done: Done) => string
  undo?: (done: Done, tx: Transaction) => Undo | null | Promise<Undo | null>
  /** Why it cannot be undone, or what to do instead; absent where there is nothing else to say. */
  final?: string
}
