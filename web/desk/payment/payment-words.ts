import type { PaymentStep, StaffPaymentPage } from '#contract/staff-payments.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import type { BadgeTone } from '../../ui/badge/badge.tsx'
import { count } from '../foundation/format.ts'
import type { TimelineStep } from '../ui/timeline/timeline.tsx'

export const statusWords: Record<PaymentStatus, { text: string; tone: BadgeTone }> = {
  Created: { text: 'Not sent yet', tone: 'caution' },
  Sent: { text: 'Sent', tone: 'info' },
  Unknown: { text: 'Unknown', tone: 'warning' },
  Processing: { text: 'On its way', tone: 'info' },
  Succeeded: { text: 'Paid', tone: 'success' },
  Failed: { text: 'Failed', tone: 'error' },
  Refunded: { text: 'Refunded', tone: 'neutral' },
  Disputed: { text: 'Disputed', tone: 'error' },
}

export const familyOf = ({ familyName, shortId }: Pick<StaffPaymentPage, 'familyName' | 'shortId'>) =>
  familyName === '' ? shortId : `${familyName} family`

const states: Record<PaymentStep['state'], TimelineStep['state']> = {
  Done: 'done',
  Failed: 'fail',
  Now: 'now',
  Later: 'later',
}
export const stateOf = (step: PaymentStep) => states[step.state]

const minuteMs = 60_000

/** "17 hours and 48 minutes", "6 days and 3 hours" */
export function timeLeft(until: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((new Date(until).getTime() - now.getTime()) / minuteMs))
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${count(Math.floor(hours / 24), 'day')} and ${count(hours % 24, 'hour')}`
  return hours > 0 ? `${count(hours, 'hour')} and ${count(minutes % 60, 'minute')}` : count(minutes, 'minute')
}

/** "Mon 16 Nov, 11:00 pm London time": deadlines of banks are missed on the wrong clock. */
export function onClockOf(instant: string, region: Region): string {
  const { timeZone } = regionFacts[region]
  const at = new Date(instant).toLocaleString('en-AU', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return `${at.replace(',', '')} ${timeZone.split('/')[1]} time`
}
