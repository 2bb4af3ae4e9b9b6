import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'

/** Whose save came first, and when: "Our team changed this plan on 18 January 2027 at 1:00 pm." */
export function saidOfLastSave({ lastSaved }: PaymentPlan, region: Region): string {
  if (!lastSaved) return 'This plan has changed since you opened this page.'
  const at = new Date(lastSaved.at)
  const time = new Intl.DateTimeFormat('en-AU', {
    timeZone: regionFacts[region].timeZone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
  return `${saverOf(lastSaved)} on ${formatDate(dateIn(region, at))} at ${time}.`
}

function saverOf({ by, byYou }: NonNullable<PaymentPlan['lastSaved']>): string {
  if (by === 'Staff') return 'Our team changed this plan'
  if (by === 'Renewal') return 'This plan was renewed'
  if (by === 'School') return "This plan followed your school's new fees"
  return byYou ? 'You saved this plan in another window' : 'Another person on this account saved this plan'
}
