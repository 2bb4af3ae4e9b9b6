import type { FamilyCall } from '#contract/staff-actions.ts'
import { accountWords } from './account-words.ts'
import type { ActionWords } from './done-action.ts'
import { moneyWords } from './money-words.ts'
import { peopleWords } from './people-words.ts'
import { planWords } from './plan-words.ts'

/** An action without words does not compile. */
export const actionWords: Record<FamilyCall, ActionWords> = {
  ...moneyWords,
  ...planWords,
  ...peopleWords,
  ...accountWords,
}

/** "Leena", "Leena and Daniel", "Leena, Daniel and Ruth" */
export function namesInWords(names: readonly string[]): string {
  const [last, ...others] = names.toReversed()
  if (last === undefined) return ''
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}
