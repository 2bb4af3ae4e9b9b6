import type { FamilyCheck } from './family-check.ts'
import type { Log } from './log.ts'
import {
  aPlanEndsWithOneLetter,
  disputesAreNotified,
  noMessageComesAtNight,
  debtsAreNotified,
  noMessageAsksForWhatIsDone,
  remindersComeWeeklyAtMost,
  renewalsAreNotified,
  oldDebtsAreInTheStaffQueue,
} from './message-checks.ts'
import {
  everyAnnouncedDebitWasTried,
  everyCentIsAccountedFor,
  everyDebitWasAnnounced,
  noInstalmentIsTakenTwice,
  plansEndPaidAndCompleted,
} from './money-checks.ts'

export const familyChecks: Record<string, FamilyCheck> = {
  'every cent is accounted for': everyCentIsAccountedFor,
  'no message comes at night': noMessageComesAtNight,
  'reminders come weekly at most': remindersComeWeeklyAtMost,
  'every debit was announced': everyDebitWasAnnounced,
  'every announced debit was tried': everyAnnouncedDebitWasTried,
  'no instalment is taken twice': noInstalmentIsTakenTwice,
  'no message asks for what is done': noMessageAsksForWhatIsDone,
  'every debt is notified': debtsAreNotified,
  'old debts are in the staff queue': oldDebtsAreInTheStaffQueue,
  'disputes are notified': disputesAreNotified,
  'renewals are notified': renewalsAreNotified,
  'a plan ends paid and completed': plansEndPaidAndCompleted,
  'a plan ends with one letter': aPlanEndsWithOneLetter,
}

/** Of all families together. */
export const overallChecks: Record<string, (log: Log) => string[]> = {
  'the ledger is sound': ({ violations }) =>
    violations.map(({ invariant, subject }) => `${invariant}: ${subject}`),
  'every message was sent': ({ unsent }) =>
    unsent.map(({ kind, status, recipient }) => `${kind} to ${recipient}: ${status}`),
  'every message arrived once': ({ misdelivered }) => [...misdelivered],
}

/** `Family: check: what is wrong`, for all of it. */
export function faultsIn(log: Log): string[] {
  const ofFamilies = log.families.flatMap((family) =>
    Object.entries(familyChecks).flatMap(([check, find]) =>
      find(family).map((fault) => `${family.name}: ${check}: ${fault}`),
    ),
  )
  const overall = Object.entries(overallChecks).flatMap(([check, find]) =>
    find(log).map((fault) => `All: ${check}: ${fault}`),
  )
  return [...ofFamilies, ...overall]
}
