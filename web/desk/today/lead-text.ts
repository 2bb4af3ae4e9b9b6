import type { StaffQueue } from '#contract/staff-queue.ts'
import { count, weekday } from '../foundation/format.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** What waits, what is mine, and what was done: "On Friday 41 were done, half of them within 2 hours." */
export function leadText({ waiting, mine, done }: StaffQueue): string {
  if (waiting === 0) {
    const today = done.today > 0 ? ` ${done.today} ${done.today === 1 ? 'was' : 'were'} done today.` : ''
    return `Nothing is waiting.${today}`
  }
  const all = `${count(waiting, 'item')} waiting.`
  const own = mine > 0 ? ` ${mine} ${mine === 1 ? 'is' : 'are'} yours.` : ''
  return `${all}${own}${before(done.before)}`
}

function before(done: StaffQueue['done']['before']): string {
  if (!done) return ''
  const median =
    done.medianSeconds === null || done.count === 1
      ? ''
      : `, half of them within ${within(done.medianSeconds)}`
  return ` On ${weekday(done.on)} ${done.count} ${done.count === 1 ? 'was' : 'were'} done${median}.`
}

/** Rounded up: half of them took no longer. */
function within(seconds: number): string {
  if (seconds <= hour) return count(Math.max(1, Math.ceil(seconds / minute)), 'minute')
  if (seconds <= 2 * day) return count(Math.ceil(seconds / hour), 'hour')
  return count(Math.ceil(seconds / day), 'day')
}
