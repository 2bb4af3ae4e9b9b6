import type { Region } from '../region.ts'
import { addDays, daysBetween, type CalendarDate } from '../calendar/calendar.ts'
import { lastStartDate } from './payment-schedule.ts'

/**
 * Why a plan does not start on its first day: the family has not saved it, staff have not decided on it, or a family
 * that goes on has none for the next year.
 */
export const unfinishedReasons = ['NotSaved', 'InReview', 'NoPlan'] as const
export type UnfinishedReason = (typeof unfinishedReasons)[number]

export type UnfinishedPlan = {
  year: number
  reason: UnfinishedReason
  /** The first day of the plan; without a plan, that of the school year. */
  startsOn: CalendarDate
  /** Staff let the family change its plans. */
  mayEdit: boolean
}

/** The days on which a family is reminded, relative to the first day. Only two reminders concern plans that staff must finish. */
const reminderDays: Record<UnfinishedReason, readonly number[]> = {
  NotSaved: [-7, 1, 8, 15, 22],
  InReview: [-7, 1],
  NoPlan: [-7, 1, 8, 15, 22],
}

/** The number of days that a reminder may be late, and in which it is not repeated. */
const week = 7

const everyDay = Object.values(reminderDays).flat()

/** The range of first days of the plans that may need a reminder today. */
export function remindedStarts(today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(today, -Math.max(...everyDay) - week), to: addDays(today, -Math.min(...everyDay)) }
}

/** The minimum age in days of a plan before its first reminder. */
const knownForDays = 3

/**
 * Which reminder is due, by its number. Where jobs did not run for some days it is the latest one; those before it are
 * left out.
 */
export function reminderDue(
  { reason, startsOn, savedOn }: UnfinishedPlan & { savedOn: CalendarDate | null },
  today: CalendarDate,
): number | undefined {
  if (savedOn !== null && daysBetween(savedOn, today) < knownForDays) return undefined
  const days = daysBetween(startsOn, today)
  const number = reminderDays[reason].findLastIndex((day) => day <= days)
  const day = reminderDays[reason][number]
  // Before the first day it is not said that a plan is late, and after it not that it may be.
  if (day === undefined || days >= day + week || (day < 0 && days >= 0)) return undefined
  return number
}

/** So many days before the school year begins, a family that goes on without a plan is told, and staff look at it. */
export const planExpectedDays = { family: 7, staff: 30 } as const

/** Whether the Overview shows the unfinished plan. */
export function isStalled({ reason, startsOn }: UnfinishedPlan, today: CalendarDate): boolean {
  return today >= addDays(startsOn, reason === 'NoPlan' ? -planExpectedDays.family : 0)
}

/** Whether the family itself can still save a plan for that year. */
export function canFinish(
  { year, mayEdit }: UnfinishedPlan,
  { today, region }: { today: CalendarDate; region: Region },
): boolean {
  return mayEdit && today <= lastStartDate(year, region)
}
