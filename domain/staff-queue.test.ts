import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from './calendar/calendar.ts'
import {
  compareWaiting,
  groupOf,
  promisedBy,
  queueKinds,
  queueTopics,
  usualTargets,
  type QueueKind,
  type Waiting,
} from './staff-queue.ts'
import { titleOf } from './staff-queue-titles.ts'

const usual = { targets: usualTargets, dayEnds: 17 }
/** A Monday, 4:12 pm in Sydney and 5:12 am in London. */
const now = new Date('2026-11-16T05:12:00Z')
const waiting = (kind: QueueKind, more: Partial<Waiting> = {}): Waiting => ({
  kind,
  since: now,
  region: 'AU',
  dueAt: null,
  dueOn: null,
  ...more,
})

describe('What is promised', () => {
  it.each<[string, Waiting, string]>([
    ['a chat within half an hour', waiting('Chat'), '2026-11-16T05:42:00.000Z'],
    ['an identity by the end of the next business day', waiting('Identity'), '2026-11-17T06:00:00.000Z'],
    [
      'in London time for a British family',
      waiting('Identity', { region: 'UK' }),
      '2026-11-17T17:00:00.000Z',
    ],
    [
      'over a weekend on Monday',
      waiting('Identity', { since: new Date('2026-11-20T01:00:00Z') }),
      '2026-11-23T06:00:00.000Z',
    ],
    [
      'not on Christmas Day, nor the days after it',
      waiting('Identity', { since: new Date('2026-12-24T01:00:00Z') }),
      '2026-12-29T06:00:00.000Z',
    ],
    [
      'in Sydney time what belongs to nobody',
      waiting('Deposit', { region: null }),
      '2026-11-18T06:00:00.000Z',
    ],
    [
      'by the provider’s deadline, whatever the target',
      waiting('Dispute', { dueAt: new Date('2026-11-16T12:00:00Z') }),
      '2026-11-16T12:00:00.000Z',
    ],
    [
      'on the day that the family was told',
      waiting('Care', { dueOn: calendarDate('2026-11-27') }),
      '2026-11-27T06:00:00.000Z',
    ],
    [
      'a plan in its turn, if its first payment is far',
      waiting('Plan', { dueOn: calendarDate('2027-02-01') }),
      '2026-11-18T06:00:00.000Z',
    ],
    [
      'a plan before its first payment is announced',
      waiting('Plan', { dueOn: calendarDate('2026-11-20') }),
      '2026-11-17T06:00:00.000Z',
    ],
    [
      'by weekdays where nobody knows the holidays',
      waiting('Identity', { since: new Date('1999-11-19T01:00:00Z') }),
      '1999-11-22T06:00:00.000Z',
    ],
  ])('%s', (_, item, expected) => {
    expect(promisedBy(item, usual, calendars[item.region ?? 'AU']).toISOString()).toBe(expected)
  })
})

describe('An item is', () => {
  const at = (text: string) => new Date(text)
  it.each<[string, QueueKind, Date, string]>([
    ['done first when it is late', 'Identity', at('2026-11-16T05:11:59Z'), 'DoFirst'],
    ['for today when it is promised for today', 'Identity', at('2026-11-16T06:00:00Z'), 'Today'],
    ['able to wait when it is promised for later', 'Identity', at('2026-11-17T06:00:00Z'), 'CanWait'],
    [
      'done first when nobody knows whether money was taken',
      'Payment',
      at('2026-11-17T06:00:00Z'),
      'DoFirst',
    ],
    ['done first when a job gave up', 'Job', at('2026-11-17T06:00:00Z'), 'DoFirst'],
    ['done first when a dispute ends within a day', 'Dispute', at('2026-11-17T05:00:00Z'), 'DoFirst'],
    ['able to wait when a dispute has days left', 'Dispute', at('2026-11-20T05:00:00Z'), 'CanWait'],
  ])('%s', (_, kind, promised, group) => {
    expect(groupOf({ kind, region: 'AU' }, promised, now)).toBe(group)
  })
})

it('The list is ordered by group, then by what is promised first, and always the same way', () => {
  const item = (id: string, group: 'DoFirst' | 'Today' | 'CanWait', promised: string) => ({
    id,
    kind: 'Plan' as const,
    group,
    promisedBy: new Date(promised),
    since: now,
  })
  const items = [
    item('d', 'CanWait', '2026-11-18T06:00:00Z'),
    item('b', 'DoFirst', '2026-11-16T05:00:00Z'),
    item('c', 'Today', '2026-11-16T06:00:00Z'),
    item('a', 'DoFirst', '2026-11-16T05:00:00Z'),
    item('z', 'DoFirst', '2026-11-13T05:00:00Z'),
  ]
  for (const order of [items, items.toReversed()])
    expect(order.toSorted(compareWaiting).map(({ id }) => id)).toEqual(['z', 'a', 'b', 'c', 'd'])
})

it('Every kind belongs to one topic', () => {
  expect(Object.values(queueTopics).flat().toSorted()).toEqual([...queueKinds].toSorted())
})

describe('The title', () => {
  const facts = { words: null, yearName: null, count: null }
  it.each<[Partial<Parameters<typeof titleOf>[0]> & { kind: QueueKind }, string]>([
    [{ kind: 'Plan', yearName: '2027' }, 'Plan for 2027 waiting for approval'],
    [{ kind: 'Plan', yearName: '2027', words: 'Bursary' }, 'Bursary requested in the plan for 2027'],
    [
      { kind: 'Discount', yearName: '2027', words: 'StaffDiscount' },
      'Staff discount declared in the plan for 2027',
    ],
    [{ kind: 'Identity', words: 'DriversLicense' }, 'Driver licence copy to check'],
    [{ kind: 'Debit', words: 'insufficient_funds', count: 3 }, 'Debit failed three times'],
    [{ kind: 'Debit', words: 'expired_card', count: 1 }, 'Card expired, debit not tried again'],
    [{ kind: 'Withdrawal', words: 'NewAccount' }, 'Withdrawal to a new bank account'],
    [{ kind: 'Chat', words: 'Why was I charged twice?' }, '“Why was I charged twice?”'],
    [{ kind: 'Job', words: 'make-statements', count: 5 }, 'make-statements failed after 5 attempts'],
    [{ kind: 'Skip', count: 1 }, 'Request to skip 1 payment'],
  ])('of %o is "%s"', (given, title) => {
    expect(titleOf({ ...facts, ...given })).toBe(title)
  })
})
