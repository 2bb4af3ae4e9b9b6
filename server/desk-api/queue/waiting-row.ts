import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { QueueKind } from '#domain/staff-queue.ts'
import type { StaffRole } from '#domain/staff.ts'

/** The values that the queue's statements need. */
export type WaitingAt = {
  now: Date
  /** Arrears requested before this time have been reminded of in vain. */
  arrearsBefore: Date
}

/** The facts of an item that decide its position in the list. */
export type WaitingRow = {
  kind: QueueKind
  id: string
  accountId: string | null
  institutionId: string | null
  region: Region | null
  since: Date
  dueOn: CalendarDate | null
  dueAt: Date | null
  /** The person who asked for it may not approve it. */
  askedBy: string | null
  /** The role needed, if the kind alone does not decide it. */
  neededRole: StaffRole | null
  takenById: string | null
  takenAt: Date | null
}

/** An item with everything that is shown. */
export type ShownRow = WaitingRow & {
  opensId: string | null
  shortId: string | null
  customerName: string | null
  lastName: string | null
  schoolName: string | null
  amount: Cents | null
  about: string
  words: string | null
  count: number | null
  tuitionYear: number | null
  takenByName: string | null
}
