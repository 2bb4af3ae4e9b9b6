import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { calendarDate, daysBetween, formatDate } from '#domain/calendar/calendar.ts'
import { tuitionYearName, tuitionYearStart } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { dayAndMonth } from '../../plan/day-words.ts'
import { allOf, listed } from '../words.ts'

type Year = { planYear: number; region: Region }

export function movesLeftWords(count: number): string {
  return `${count} ${count === 1 ? 'move' : 'moves'} left`
}

export function timesAYear(count: number): string {
  if (count === 1) return 'Once'
  return count === 2 ? 'Twice' : `${count} times`
}

/** Each school year has its plan, and each plan its own count. */
export function newCountOn({ planYear, region }: Year): string {
  return formatDate(tuitionYearStart(planYear + 1, region))
}

export function startsAgain(year: Year): string {
  return `The count starts again on ${newCountOn(year)}.`
}

export function usedUpTitle({ movesPerYear }: FlexiblePlan['rules'], { planYear, region }: Year): string {
  return `You have used ${allOf(movesPerYear, 'move')} for ${tuitionYearName(planYear, region)}`
}

/** "You moved the payment of 24 July by 7 days and the payment of 4 September by 10 days." */
export function movesUsed(changes: FlexiblePlan['changes']): string {
  const moves = changes
    .filter(({ status, details }) => status === 'Made' && details.kind === 'Move')
    .toReversed()
  if (moves.length === 0) return ''
  const each = moves.map(({ details }) => {
    if (details.kind !== 'Move') return ''
    return `the payment of ${dayAndMonth(details.from)} by ${daysLater(details.from, details.to)}`
  })
  const isAllYours = moves.every(({ by }) => by === 'You')
  return isAllYours ? `You moved ${listed(each)}.` : `Moved so far: ${listed(each)}.`
}

export function daysLater(from: string, to: string): string {
  const days = daysBetween(calendarDate(from), calendarDate(to))
  return days === 1 ? '1 day' : `${days} days`
}
