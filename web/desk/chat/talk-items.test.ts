import { expect, it } from 'vitest'
import { talkItems } from './talk-items.ts'

it('A conversation is shown by time, with its days and what we mailed meanwhile', () => {
  const message = (id: string, sentAt: string) => ({
    id,
    sentAt,
    author: 'Customer' as const,
    name: 'Leena Sharma',
    text: id,
    about: null,
  })
  const items = talkItems(
    [
      message('earliest', '2025-12-23T00:14:00.000Z'),
      message('first', '2026-11-10T00:14:00.000Z'),
      message('last', '2026-11-16T04:46:00.000Z'),
    ],
    [{ id: 'mail', title: 'Your payment is overdue', at: '2026-11-15T22:05:00.000Z' }],
    { region: 'AU', now: new Date('2026-11-16T05:12:00Z') },
  )
  expect(items.map((item) => (item.kind === 'message' ? item.id : item.text))).toEqual([
    'Tuesday 23 December 2025',
    'earliest',
    'Tuesday 10 November',
    'first',
    'Today',
    'Your payment is overdue',
    'last',
  ])
})
