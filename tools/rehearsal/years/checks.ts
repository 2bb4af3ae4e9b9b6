import type { FamilyCheck } from './family-check.ts'
import type { YearsLog } from './log.ts'
import {
  aPlanEndsWithOneLetter,
  disputesAreTold,
  nobodyIsWoken,
  noDebtIsSilent,
  nothingIsAskedInVain,
  remindersComeWeeklyAtMost,
  renewalsAreTold,
  staffKnowOfOldDebts,
} from './message-checks.ts'
import { everyCentIsAccountedFor, everyDebitWasAnnounced, nothingIsTakenTwice } from './money-checks.ts'

export const familyChecks: Record<string, FamilyCheck> = {
  'every cent is accounted for': everyCentIsAccountedFor,
  'nobody is woken': nobodyIsWoken,
  'reminders come weekly at most': remindersComeWeeklyAtMost,
  'every debit was announced': everyDebitWasAnnounced,
  'nothing is taken twice': nothingIsTakenTwice,
  'nothing is asked in vain': nothingIsAskedInVain,
  'no debt is silent': noDebtIsSilent,
  'staff know of old debts': staffKnowOfOldDebts,
  'disputes are told': disputesAreTold,
  'renewals are told': renewalsAreTold,
  'a plan ends with one letter': aPlanEndsWithOneLetter,
}

/** Of all families together. */
export const overallChecks: Record<string, (log: YearsLog) => string[]> = {
  'the ledger is sound': ({ violations }) =>
    violations.map(({ invariant, subject }) => `${invariant}: ${subject}`),
  'every message was sent': ({ unsent }) =>
    unsent.map(({ kind, status, recipient }) => `${kind} to ${recipient}: ${status}`),
  'every message arrived once': ({ arrivedWrongly }) => [...arrivedWrongly],
}

/** `Family: check: what is wrong`, for all of it. */
export function faultsIn(log: YearsLog): string[] {
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
