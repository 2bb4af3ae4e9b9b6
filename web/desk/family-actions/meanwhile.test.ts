import { describe, expect, it } from 'vitest'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { ActionEffect } from '#contract/staff-actions.ts'
import { differencesIn, eventsIn } from './meanwhile.tsx'

type Row = ActionEffect['rows'][number]
const shown = (rows: Row[], needsTwoPeople = false) => ({ rows, needsTwoPeople }) as ActionEffect
const overdue = (now: string, after: string): Row => ({ label: 'Overdue', now, after })

describe('What is said to have changed meanwhile', () => {
  it.each<[what: string, seen: ActionEffect, now: ActionEffect, said: string[]]>([
    ['nothing', shown([overdue('$6', '$0')]), shown([overdue('$6', '$0')]), []],
    [
      'a figure as it stands',
      shown([overdue('$6', '$0')]),
      shown([overdue('$0', '$0')]),
      ['Overdue was $6 and is $0 now.'],
    ],
    [
      'a figure as it would be',
      shown([overdue('$6', '$0')]),
      shown([overdue('$6', '$2')]),
      ['Overdue would be $2, not $0.'],
    ],
    ['a new figure', shown([]), shown([overdue('$6', '$0')]), ['Overdue is $6 now and would be $0.']],
    ['one that is gone', shown([overdue('$6', '$0')]), shown([]), ['Overdue would stay as it is.']],
    ['how many people it needs', shown([]), shown([], true), ['It now needs a second approval.']],
  ])('%s', (_, seen, now, said) => {
    expect(differencesIn({ seen, now })).toEqual(said)
  })

  it('a payment that came, a request that it paid and a plan that was changed', () => {
    const family = (status: string, version: number, payments: object[]) =>
      ({
        region: 'AU',
        payments,
        requests: [{ id: 'r', amountDue: 628, status }],
        plans: [{ id: 'p', tuitionYear: 2026, version }],
      }) as unknown as StaffAccount
    const payment = {
      id: 'one',
      amount: 628,
      methodName: 'Visa ending 4242',
      createdAt: '2026-11-16T05:10:00Z',
      status: 'Succeeded',
    }
    const said = eventsIn({ before: family('Open', 3, []), after: family('Paid', 4, [payment]) })
    expect(said).toEqual([
      expect.stringMatching(/^A payment of \$628\.00 by Visa ending 4242 of 16 Nov,? .* is succeeded\.$/),
      'The request of $628.00 is paid.',
      'The plan of 2026 was changed.',
    ])
  })
})
