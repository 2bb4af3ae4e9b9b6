import type { PlanChange } from '#contract/plan-changes.ts'
import { addBusinessDays, type BankCalendar } from '#domain/calendar/holidays.ts'
import { dateIn, formatDate, monthName } from '#domain/calendar/calendar.ts'
import { usualReviewBusinessDays, type Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { endOf, listed, moneyOf, numberWord } from '../../plan-changes/words.ts'
import { dayAndMonth, weekdayAndDay } from '../../plan/day-words.ts'

export type SkipDetails = Extract<PlanChange['details'], { kind: 'Skip' }>

type Told = { region: Region; frequency: Frequency; coming: readonly { dueOn: string; on: string }[] }

/** "December and January are skipped" */
export function skippedTitle({ skipped }: SkipDetails, { frequency }: Pick<Told, 'frequency'>): string {
  const verb = skipped.length === 1 ? 'is' : 'are'
  if (frequency === 'Month')
    return `${listed(skipped.map(({ on }) => monthName(on).replace(/ \d{4}$/, '')))} ${verb} skipped`
  return `The ${skipped.length === 1 ? 'payment' : 'payments'} of ${listed(skipped.map(({ on }) => dayAndMonth(on)))} ${verb} skipped`
}

/** What becomes of the money, and until when it can be undone. */
export function skippedText(details: SkipDetails, undoUntil: string, { region, coming }: Told): string {
  return `${effectOf(details, region, coming)} You can undo this until ${endOf(undoUntil)}.`
}

function effectOf({ outcome, skipped, lastOn }: SkipDetails, region: Region, coming: Told['coming']): string {
  if (outcome === 'AtEnd') return `Your plan now ends on ${formatDate(lastOn.after)}.`
  const sum = moneyOf(
    skipped.reduce((total, { amount }) => total + amount, 0),
    region,
  )
  const following = coming.filter(({ dueOn }) => dueOn > (skipped[0]?.dueOn ?? ''))
  const [only, another] = following
  if (only && !another) return `The ${sum} is added to the payment of ${dayAndMonth(only.on)}.`
  return `The ${sum} is spread over the ${numberWord(following.length)} payments that follow.`
}

export function requestedTitle({ skipped }: SkipDetails): string {
  return `You have asked to skip ${skipped.length === 1 ? 'a payment' : `${numberWord(skipped.length)} payments`}`
}

export function requestedText(madeAt: string, calendar: BankCalendar): string {
  const askedOn = dateIn(calendar.region, new Date(madeAt))
  const answer = addBusinessDays(askedOn, usualReviewBusinessDays, calendar)
  return `One of us looks at it and answers by ${weekdayAndDay(answer)}. Until then nothing changes.`
}
