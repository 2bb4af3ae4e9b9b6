/**
 * On which days after something became overdue a family is reminded of it. A week after the last, its account is in the
 * queue of staff.
 */
export const defaultReminderDays: readonly number[] = [0, 7, 14, 21]

/** The minimum number of days between two reminders to a family. */
export const reminderGapDays = 7

const mostReminders = 12
const lastDay = 365

/** Whether the days are in ascending order, at least a week apart, and within a year. */
export function areReminderDays(days: readonly number[]): boolean {
  const isInOrder = days.every((day, place) => {
    const before = days[place - 1]
    return day >= 0 && day <= lastDay && (before === undefined || day >= before + reminderGapDays)
  })
  return isInOrder && days.length > 0 && days.length <= mostReminders
}

/** The number of days without payment after which the account enters the staff queue. */
export function staffTaskAfterDays(days: readonly number[]): number {
  return (days.at(-1) ?? 0) + reminderGapDays
}
