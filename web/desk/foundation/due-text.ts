import type { QueueItem } from '#contract/staff-queue.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { age, count } from './format.ts'

type DueText = { state: 'late' | 'soon' | 'later'; text: string }

type Dated = Pick<QueueItem, 'kind' | 'since' | 'promisedBy' | 'group' | 'region'>

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Until when it was promised: what is late says by how much, what stands still since when. */
export function dueText(item: Dated, now: Date): DueText {
  const { kind, group } = item
  const region = item.region ?? 'AU'
  const promised = new Date(item.promisedBy)
  const leftMs = promised.getTime() - now.getTime()
  if (kind === 'Job' || kind === 'Parked')
    return { state: 'late', text: `Since ${timeOrDay(new Date(item.since), region, now)}` }
  if (leftMs < 0) return { state: 'late', text: `${overdue(-leftMs, item.promisedBy, now)} over` }
  if (group === 'CanWait') return { state: 'later', text: `By ${dayOf(promised, region)}` }
  const state = group === 'DoFirst' ? 'late' : 'soon'
  if (kind === 'Dispute') return { state, text: `Due ${timeOrDay(promised, region, now)}` }
  if (leftMs < hourMs) return { state, text: `In ${Math.max(1, Math.floor(leftMs / 60_000))} min` }
  return { state, text: `By ${timeOf(promised, region)}` }
}

const overdue = (ms: number, since: string, now: Date) =>
  ms < dayMs ? age(since, now) : count(Math.floor(ms / dayMs), 'day')

/** "5 pm", with the place where it is not Sydney's clock. */
function timeOf(moment: Date, region: Region): string {
  const time = moment
    .toLocaleTimeString('en-AU', {
      timeZone: regionFacts[region].timeZone,
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    })
    .replace(/\s/g, ' ')
    .replace(':00', '')
    .toLowerCase()
  return region === 'AU' ? time : `${time} London`
}

function dayOf(moment: Date, region: Region): string {
  return moment
    .toLocaleDateString('en-AU', {
      timeZone: regionFacts[region].timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    })
    .replace(',', '')
}

const timeOrDay = (moment: Date, region: Region, now: Date) =>
  dateIn(region, moment) === dateIn(region, now) ? timeOf(moment, region) : dayOf(moment, region)
