import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import type { Region } from '#domain/region.ts'
import type { SchoolName } from '../demo/schools.ts'
import type { Student } from '../demo/students.ts'
import type { RunningServer } from '../testing/running-server.ts'

/** Debits of a plan that fail, on every try or only on the first. */
export type Mishap = { year: number; seqs: readonly number[]; reason: string; onlyFirstTry?: true }

/** What a family does, or what happens to it. */
export type Act =
  | { does: 'SavesPlan'; year: number }
  | { does: 'AddsCard' }
  /** Every link that is open. */
  | { does: 'PaysLinks' }
  /** All that is overdue, in one payment. */
  | { does: 'PaysArrears' }
  | { does: 'PaysExtra'; amount: number; outcome: ExtraOutcome }
  | { does: 'MovesPayment'; dueOn: string; to: string }
  | { does: 'SkipsPayments'; dueOn: readonly string[]; outcome: SkipOutcome }
  /** Of its last change. */
  | { does: 'UndoesChange' }
  /** It says that it is hard to pay, which holds all payments. */
  | { does: 'AsksForHelp'; amount: string }
  | { does: 'GetsProposal'; lowerCount: number; lowerAmount: number; laterCount: number }
  | { does: 'AcceptsProposal' }
  | { does: 'Disputes'; year: number; seq: number }
  | { does: 'HearsFromBank'; outcome: 'won' | 'lost' }
  | { does: 'GetsTemporaryPlan'; year: number; until: CalendarDate }

/** A family as it signs up, what goes wrong with its debits, and what it does on which day. */
export type Role = {
  name: string
  region: Region
  school: SchoolName
  /** With their levels in the tuition year in which it signs up. */
  students: readonly (Student & { level: string })[]
  email: string
  mobile: string
  method: 'Card' | 'Bank'
  /** Years ahead, unless said otherwise. */
  cardExpiry?: [month: number, year: number]
  /** It was with the school before, and pays the whole year. */
  isContinuing?: true
  /** The day on which the family saves its plan. */
  signsUpOn: CalendarDate
  plan: { year: number; startDate: CalendarDate; period: OfferedFrequency }
  mishaps?: readonly Mishap[]
  /** It never pays what its mishaps leave. */
  leavesDebts?: true
  acts?: readonly { on: CalendarDate; act: Act }[]
}

export type Family = Role & { accountId: string }

/** What a school charges more for each student of a year, from a day on. */
export type FeeRise = { on: CalendarDate; school: SchoolName; year: number; amount: number }

export type Program = {
  roles: readonly Role[]
  firstDay: CalendarDate
  lastDay: CalendarDate
  /** When jobs run each day, in UTC, and at which of these times the families of a region do things. */
  timesOfDay: readonly string[]
  awake: Readonly<Record<Region, string>>
  feeRise?: FeeRise
  /** From the first moment until the second the mail server refuses everything. */
  mailAway?: { from: Date; until: Date }
  /** On these days nothing of ours runs. */
  asleep?: { from: CalendarDate; until: CalendarDate }
  /** What is rehearsed after the last day. Returns its line of the report. */
  epilogue?: (server: RunningServer) => Promise<string>
}
