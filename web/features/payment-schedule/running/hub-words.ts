import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { daysOfPayment, type MoveFacts } from '#domain/plan/changes/move.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { movesLeftWords } from '../../plan-changes/move/move-words.ts'
import { allOf, capitalised, numberWord } from '../../plan-changes/words.ts'

/** A way to change a plan, with what it comes to or why it is not open. */
export type Way = { isOpen: boolean; words: string }

type Terms = { moves: MoveFacts; planYear: number; region: Region }

const open = (words: string): Way => ({ isOpen: true, words })
const closed = (words: string): Way => ({ isOpen: false, words })

const notOffered = closed('Your school does not offer this.')

const whyNotWords: Record<NonNullable<FlexiblePlan['whyNot']>, string> = {
  Blocked: 'Please contact us first.',
  Arrears: 'Possible once the payment that failed is made.',
  Held: 'Not while your payments are on hold.',
  Temporary: 'Not while you have a temporary plan.',
  Asked: 'We are looking at your request first.',
}

export function waysToChange(flexible: FlexiblePlan, terms: Terms): Record<'move' | 'skip' | 'extra', Way> {
  const year = tuitionYearName(terms.planYear, terms.region)
  return { move: moveWay(flexible, terms, year), skip: skipWay(flexible, year), extra: extraWay(flexible) }
}

function moveWay({ rules, movesLeft, coming, whyNot }: FlexiblePlan, { moves }: Terms, year: string): Way {
  if (rules.movesPerYear === 0) return notOffered
  if (coming.length === 0) return closed('No payment is left to move.')
  if (whyNot === 'Held') return closed(whyNotWords.Held)
  if (whyNot === 'Blocked') return closed(whyNotWords.Blocked)
  if (movesLeft === 0) return closed(`You have used ${allOf(rules.movesPerYear, 'move')} for ${year}.`)
  const isPossible = moves.coming.some(({ dueOn }) => 'days' in daysOfPayment(moves, dueOn))
  return isPossible ? open(`${movesLeftWords(movesLeft)} in ${year}`) : closed('No payment can be moved now.')
}

function skipWay({ rules, skipsLeft, coming, whyNot }: FlexiblePlan, year: string): Way {
  if (rules.mostSkipped === 0 || (rules.skipsPerYear === 0 && !rules.reviewsMoreSkips)) return notOffered
  if (coming.length === 0) return closed('No payment is left to skip.')
  if (whyNot !== null) return closed(whyNotWords[whyNot])
  if (skipsLeft > 0) return open('And see what the rest becomes')
  if (!rules.reviewsMoreSkips)
    return closed(`You have used ${allOf(rules.skipsPerYear, 'skip')} for ${year}.`)
  if (rules.skipsPerYear === 0) return open('One of us looks at it first')
  return open(`${capitalised(numberWord(rules.skipsPerYear))} skipped; another needs our review`)
}

function extraWay({ rules, coming, whyNot }: FlexiblePlan): Way {
  if (!rules.mayPayExtra) return notOffered
  if (coming.length === 0) return closed('No payment is left to lower.')
  return whyNot === null ? open('Lower the rest, or finish earlier') : closed(whyNotWords[whyNot])
}
