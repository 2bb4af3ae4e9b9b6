import type { AccountConfig } from '#contract/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { flagsOf, isSaved, type AccountState } from '../accounts/account-facts.ts'
import { writtenPlanYearsOf } from '../accounts/plan-years.ts'
import { joined, type Written } from '../http/reply-writer.ts'
import type { OverviewPolicy } from './overview.store.ts'

export type Policy = OverviewPolicy & {
  /** Its flags as they were written last: on one day, for each state that an account can be in. */
  written: { on: CalendarDate | undefined; configs: (Written<AccountConfig> | undefined)[] }
}

/** More than a house has: families of one school mostly have the same. */
const mostPolicies = 1_000
const known = new Map<string, Policy>()

/** A policy as the database tells it at every call, word for word. Each text is read once. */
export function policyOf(text: string): Policy {
  let policy = known.get(text)
  if (!policy) {
    if (known.size >= mostPolicies) known.clear()
    policy = { ...(JSON.parse(text) as OverviewPolicy), written: { on: undefined, configs: [] } }
    known.set(text, policy)
  }
  return policy
}

/** The flags of an account and the years that it can be planned for. By one policy they change with its state and the day. */
export function writtenConfigOf(
  policy: Policy,
  state: AccountState,
  today: CalendarDate,
): Written<AccountConfig> {
  const write = () =>
    joined<AccountConfig, 'planYearOptions'>(flagsOf(policy, state, today), {
      planYearOptions: writtenPlanYearsOf(policy, today),
    })
  // To switch to another product is a way of many steps, and seldom gone.
  if (state.productChange !== null) return write()
  if (policy.written.on !== today) policy.written = { on: today, configs: [] }
  return (policy.written.configs[placeOf(state)] ??= write())
}

/** A place of its own for each state that the flags tell apart. */
function placeOf({ plans, hasUsableSource }: AccountState): number {
  return (hasUsableSource ? 1 : 0) + (plans.length > 0 ? 2 : 0) + (plans.some(isSaved) ? 4 : 0)
}
