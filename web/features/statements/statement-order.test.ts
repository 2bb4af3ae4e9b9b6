import { describe, expect, it } from 'vitest'
import { inOrder, titleOf } from './statement-order.ts'

it.each([
  ['by month', ['2026-03', '2026-11', '2025-12'], ['2026-11', '2026-03', '2025-12']],
  [
    'by term',
    ['2025 – Term 4', '2026 – Term 1', '2025 – Term 2'],
    ['2026 – Term 1', '2025 – Term 4', '2025 – Term 2'],
  ],
  [
    'in Australian alphabetical order',
    ['Äpfel', 'apple', 'Zebra', 'Apple'],
    ['Zebra', 'Apple', 'apple', 'Äpfel'],
  ],
])('statements are sorted by name in descending order, %s', (_, given, wanted) => {
  const statements = given.map((name) => ({ id: name, name, issuedDate: '2026-11-02' }))
  expect(inOrder(statements).map(({ name }) => name)).toEqual(wanted)
  expect(
    statements.map(({ name }) => name),
    'what was given stays as it was',
  ).toEqual(given)
})

describe('The title of a statement', () => {
  it.each([
    ['Statement 2026-10', 'Statement for October 2026'],
    ['Statement 2026-13', 'Statement 2026-13'],
    ['Final statement', 'Final statement'],
  ])('of "%s" is "%s"', (name, title) => {
    expect(titleOf({ name })).toBe(title)
  })
})
