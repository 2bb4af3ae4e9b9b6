import { accounts } from './accounts.ts'
import { addressEntry } from './address-entry.ts'
import { calendarFeed } from './calendar-feed.ts'
import { contactChanges } from './contact-change.ts'
import { explanations } from './explanations.ts'
import { guestPayments } from './guest-payments.ts'
import { identity } from './identity.ts'
import { invoices } from './invoices.ts'
import { login } from './login.ts'
import { overview } from './overview.ts'
import { payNow } from './pay-now.ts'
import { paymentMethods } from './payment-methods.ts'
import { paymentSchedule } from './payment-schedule.ts'
import { failedPayments } from './failed-payments.ts'
import { planChanges } from './plan-changes.ts'
import { careCalls } from './care.ts'
import { profile } from './profile.ts'
import { settings } from './settings.ts'
import { statements } from './statements.ts'
import { support } from './support.ts'
import { switchAccount } from './switch-account.ts'
import { transactions } from './transactions.ts'
import { withdrawals } from './withdrawals.ts'

/** All HTTP calls between the portal and the server. */
export const contract = {
  ...settings,
  ...login,
  ...contactChanges,
  ...accounts,
  ...overview,
  ...profile,
  ...transactions,
  ...statements,
  ...invoices,
  ...withdrawals,
  ...explanations,
  ...paymentMethods,
  ...paymentSchedule,
  ...planChanges,
  ...failedPayments,
  ...careCalls,
  ...calendarFeed,
  ...identity,
  ...switchAccount,
  ...payNow,
  ...guestPayments,
  ...addressEntry,
  ...support,
}
export type Contract = typeof contract
