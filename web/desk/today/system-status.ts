import type { Health } from '#contract/staff-company.ts'
import { age } from '../foundation/format.ts'

export type Lamp = 'ok' | 'caution' | 'error'
type StatusLine = { name: string; about: string; value: string; lamp: Lamp }

const slowSeconds = 3 * 60
const sealedWithinSeconds = 26 * 60 * 60

/** The four things that everything else depends on. */
export function statusLines(health: Health, now: Date): StatusLine[] {
  return [jobs(health, now), outbox(health), provider(health), ledger(health, now)]
}

const has = ({ problems }: Health, code: string) => problems.some((problem) => problem.code === code)

function jobs(health: Health, now: Date): StatusLine {
  const { count, late } = health.jobs
  const [first] = late
  const name = 'Jobs'
  if (has(health, 'jobs_idle'))
    return { name, about: 'no worker is running', value: `0 of ${count}`, lamp: 'error' }
  if (!first) return { name, about: 'all on time', value: String(count), lamp: 'ok' }
  const since = first.since === null ? 'has never succeeded' : `late for ${age(first.since, now)}`
  return { name, about: `${first.name} ${since}`, value: `${late.length} of ${count}`, lamp: 'error' }
}

function outbox(health: Health): StatusLine {
  const { count, oldestSeconds } = health.outbox
  const isStuck = has(health, 'outbox_stuck')
  return {
    name: 'Outbox',
    about: isStuck
      ? 'nothing is being sent'
      : count === 0
        ? 'empty'
        : `oldest waits ${seconds(oldestSeconds)}`,
    value: `${count} waiting`,
    lamp: isStuck ? 'error' : oldestSeconds > slowSeconds ? 'caution' : 'ok',
  }
}

function provider(health: Health): StatusLine {
  const { count, oldestSeconds, delaySeconds } = health.providerEvents
  const isUnclear = has(health, 'outcome_unknown')
  const isBehind = count > 0 && oldestSeconds > slowSeconds
  return {
    name: 'Payment provider',
    about: isUnclear
      ? 'payments with an unknown outcome'
      : isBehind
        ? `${count} events wait, the oldest ${seconds(oldestSeconds)}`
        : 'events up to date',
    value: delaySeconds === null ? 'no events' : `${delaySeconds.toFixed(1)} s`,
    lamp: isUnclear ? 'error' : isBehind ? 'caution' : 'ok',
  }
}

function ledger({ ledgerCheck }: Health, now: Date): StatusLine {
  const name = 'Ledger'
  if (!ledgerCheck) return { name, about: 'not checked yet', value: '', lamp: 'caution' }
  const { ageSeconds, violations } = ledgerCheck
  const checked = `checked ${age(new Date(now.getTime() - ageSeconds * 1000), now)} ago`
  if (violations > 0)
    return { name, about: `${checked}, does not balance`, value: `${violations} errors`, lamp: 'error' }
  const isOld = ageSeconds > sealedWithinSeconds
  return { name, about: `${checked}, balances`, value: '0 errors', lamp: isOld ? 'caution' : 'ok' }
}

const seconds = (length: number) =>
  length < 60
    ? `${Math.round(length)} s`
    : length < 3600
      ? `${Math.round(length / 60)} min`
      : `${Math.round(length / 3600)} h`
