import { describe, expect, it } from 'vitest'
import type { Health } from '#contract/staff-company.ts'
import type { QueueItem, StaffQueue } from '#contract/staff-queue.ts'
import { dueText } from '../foundation/due-text.ts'
import { statusLines } from './system-status.ts'
import { leadText } from './lead-text.ts'

/** A Monday, 4:12 pm in Sydney and 5:12 am in London. */
const now = new Date('2026-11-16T05:12:00Z')

describe('What was promised', () => {
  const item = (more: Partial<QueueItem>) => ({
    kind: 'Identity' as const,
    region: 'AU' as const,
    group: 'Today' as const,
    since: '2026-11-15T05:12:00Z',
    promisedBy: '2026-11-16T06:00:00Z',
    ...more,
  })
  it.each<[string, Partial<QueueItem>, string, string]>([
    ['in minutes when it is near', {}, 'soon', 'In 48 min'],
    ['by its hour today', { promisedBy: '2026-11-16T07:30:00Z' }, 'soon', 'By 6:30 pm'],
    [
      'by London’s clock for the UK',
      { region: 'UK', promisedBy: '2026-11-16T17:00:00Z' },
      'soon',
      'By 5 pm London',
    ],
    ['by its day later', { group: 'CanWait', promisedBy: '2026-11-18T06:00:00Z' }, 'later', 'By Wed 18 Nov'],
    ['over by minutes', { group: 'DoFirst', promisedBy: '2026-11-16T04:54:00Z' }, 'late', '18 min over'],
    ['over by hours', { group: 'DoFirst', promisedBy: '2026-11-15T22:12:00Z' }, 'late', '7 h over'],
    ['over by a day', { group: 'DoFirst', promisedBy: '2026-11-15T05:00:00Z' }, 'late', '1 day over'],
    ['over by days', { group: 'DoFirst', promisedBy: '2026-11-13T05:00:00Z' }, 'late', '3 days over'],
    [
      'of a dispute due today',
      { kind: 'Dispute', group: 'DoFirst', promisedBy: '2026-11-16T12:00:00Z' },
      'late',
      'Due 11 pm',
    ],
    [
      'of a job since when it fails',
      { kind: 'Job', group: 'DoFirst', since: '2026-11-15T15:10:00Z' },
      'late',
      'Since 2:10 am',
    ],
  ])('%s', (_, more, state, text) => {
    expect(dueText(item(more), now)).toEqual({ state, text })
  })
})

describe('The lead says', () => {
  const queue = (more: Partial<StaffQueue>) =>
    leadText({ waiting: 34, mine: 2, done: { today: 0, before: null }, ...more } as StaffQueue)
  it.each<[string, Partial<StaffQueue>]>([
    ['34 items waiting. 2 are yours.', {}],
    [
      '34 items waiting. 2 are yours. On Friday 41 were done, half of them within 2 hours.',
      { done: { today: 0, before: { on: '2026-11-13', count: 41, medianSeconds: 6_000 } } },
    ],
    ['1 item waiting.', { waiting: 1, mine: 0 }],
    ['Nothing is waiting. 38 were done today.', { waiting: 0, done: { today: 38, before: null } }],
    ['Nothing is waiting.', { waiting: 0 }],
  ])('“%s”', (text, more) => expect(queue(more)).toBe(text))
})

describe('The system status', () => {
  const fine = {
    problems: [],
    outbox: { count: 0, oldestSeconds: 0 },
    jobs: { count: 23, late: [] },
    providerEvents: { count: 0, oldestSeconds: 0, delaySeconds: 0.42 },
    ledgerCheck: { ageSeconds: 7200, violations: 0 },
  } as unknown as Health
  const lamps = (more: object) => statusLines({ ...fine, ...more }, now)
  const problem = (code: string) => ({ problems: [{ code, text: '', count: 1 }] })

  it('is fine when everything runs', () => {
    expect(lamps({}).map(({ lamp, about, value }) => [lamp, about, value])).toEqual([
      ['ok', 'all on time', '23'],
      ['ok', 'empty', '0 waiting'],
      ['ok', 'events up to date', '0.4 s'],
      ['ok', 'checked 2 h ago, balances', '0 errors'],
    ])
  })

  it.each<[string, object, number, string]>([
    ['a job is late', { jobs: { count: 23, late: [{ name: 'a', since: null }] } }, 0, 'error'],
    ['nobody runs jobs', problem('jobs_idle'), 0, 'error'],
    ['mail waits for minutes', { outbox: { count: 12, oldestSeconds: 240 } }, 1, 'caution'],
    ['nothing is being sent', problem('outbox_stuck'), 1, 'error'],
    ['events wait', { providerEvents: { count: 3, oldestSeconds: 900, delaySeconds: 1 } }, 2, 'caution'],
    ['payments have no outcome', problem('outcome_unknown'), 2, 'error'],
    ['the ledger does not balance', { ledgerCheck: { ageSeconds: 60, violations: 2 } }, 3, 'error'],
    [
      'the ledger was not checked today',
      { ledgerCheck: { ageSeconds: 200_000, violations: 0 } },
      3,
      'caution',
    ],
  ])('says so when %s', (_, more, line, lamp) => {
    expect(lamps(more).map((each) => each.lamp)).toEqual(
      [0, 1, 2, 3].map((index) => (index === line ? lamp : 'ok')),
    )
  })
})
