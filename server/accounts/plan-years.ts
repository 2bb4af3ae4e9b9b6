import * as z from 'zod/mini'
import { planYearOption } from '#contract/payment-schedule.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { planYearOptions, type PlanYearOption, type RenewalStatus } from '#domain/plan/payment-schedule.ts'
import { replyWriter, Written } from '../http/reply-writer.ts'
import type { Region } from '#domain/region.ts'

type Known = { options: PlanYearOption[]; written: Written<PlanYearOption[]> }

const known = new Map<string, Known>()
const write = replyWriter(z.array(planYearOption))

type PlanPolicy = { region: Region; renewalStatus: RenewalStatus; onlyLongestPlans: boolean }

export function planYearsOf(account: PlanPolicy, today: CalendarDate): PlanYearOption[] {
  return knownOf(account, today).options
}

/** As they stand in a reply, of which they are a third. */
export function writtenPlanYearsOf(account: PlanPolicy, today: CalendarDate): Written<PlanYearOption[]> {
  return knownOf(account, today).written
}

/**
 * The same for every account of a region and policy on one day, and by far the dearest thing to compute about an
 * account; so each process computes and writes it once a day.
 */
function knownOf(account: PlanPolicy, today: CalendarDate): Known {
  const { region, onlyLongestPlans } = account
  const offersNextYear = account.renewalStatus !== 'NoFeeSchedule'
  const key = `${today} ${region} ${offersNextYear} ${onlyLongestPlans}`
  let found = known.get(key)
  if (!found) {
    const options = planYearOptions({ today, region, offersNextYear, onlyLongestPlans })
    // Yesterday's are of no use any more.
    if (known.size > 20) known.clear()
    known.set(key, (found = { options, written: new Written(write(options)) }))
  }
  return found
}
