import { dateIn, hourIn } from '#domain/calendar/calendar.ts'
import type { FamilyLog } from './log.ts'

/** Each gives what it found wrong, in words; nothing where all is well. */
export type FamilyCheck = (family: FamilyLog) => string[]

export const wallClock = ({ region }: Pick<FamilyLog, 'region'>, at: Date) =>
  `${dateIn(region, at)} ${String(hourIn(region, at)).padStart(2, '0')}h`
