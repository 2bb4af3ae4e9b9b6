import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { QueueKind } from '#domain/staff-queue.ts'
import type { StaffRole } from '#domain/staff.ts'

/** What a statement about waiting things needs to know. */
export type WaitingAt = {
  now: Date
  /** Reminders have not helped with what was asked for before this moment. */
  arrearsBefore: Date
}

/** An item as far as its place in the list needs it. */
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
  /** Where the kind alone does not say who may settle it. */
  neededRole: StaffRole | null
  takenById: string | null
  takenAt: Date | null
}

/** The same with everything that is shown. */
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
