import { scheduleWords } from '#domain/schedule-words.ts'
import { hourOfDay } from './words.ts'

/** A job's hours in words, on the clocks of both regions as they are today. */
export function scheduleText(cron: string | null, today = new Date()): string {
  return scheduleWords(cron, (hour, minute) => hourOfDay(hour, minute, today))
}
