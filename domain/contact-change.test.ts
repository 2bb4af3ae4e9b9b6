import { describe, expect, it } from 'vitest'
import { contactBlock, maskedMobile } from './contact-change.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 17, hour))
/** Hours: blocked until, stopped at, decided at. */
type Row = [blockedUntil: number, stoppedAt?: number, resolvedAt?: number]

describe('Withdrawals and new bank accounts', () => {
  it.each<[about: string, changes: Row[], now: number, until: number | null | undefined]>([
    ['are free where nothing has changed', [], 10, undefined],
    ['are blocked after a change', [[58]], 10, 58],
    ['are blocked until the last moment', [[58]], 57, 58],
    ['are free from that moment on', [[58]], 58, undefined],
    ['are blocked until the later of two changes ends', [[58], [70]], 60, 70],
    ['are blocked until the later one ends, in whatever order they are read', [[70], [58]], 60, 70],
    ['stay blocked without an end once the former address objects', [[58, 20]], 30, null],
    ['stay blocked then even when the time is over', [[58, 20]], 90, null],
    ['stay blocked by an objection that came after the time', [[58, 80]], 90, null],
    ['stay blocked by an objection to the first of two changes', [[58, 20], [70]], 90, null],
    ['wait for the rest of the time once staff have decided', [[58, 20, 30]], 40, 58],
    ['are free once staff have decided after the time', [[58, 20, 90]], 91, undefined],
    [
      'stay blocked while one of two objections is open',
      [
        [58, 20, 30],
        [70, 25],
      ],
      90,
      null,
    ],
  ])('%s', (_, changes, now, until) => {
    const rows = changes.map(([blockedUntil, stoppedAt, resolvedAt]) => ({
      blockedUntil: at(blockedUntil),
      stoppedAt: stoppedAt === undefined ? null : at(stoppedAt),
      resolvedAt: resolvedAt === undefined ? null : at(resolvedAt),
    }))
    const expected = until === undefined ? undefined : { until: until === null ? null : at(until) }
    expect(contactBlock(rows, at(now))).toEqual(expected)
  })
})

it('shows the last three digits of a number', () => {
  expect(maskedMobile('+61491570156')).toBe('***156')
})
