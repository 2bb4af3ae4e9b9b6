import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordDifference } from './word-difference.ts'

const shown = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text.trim()}] `))
    .join('')
    .trim()

describe('The difference between two versions of a text', () => {
  it.each([
    ['We tell you 2 days before.', 'We tell you 3 days before.', 'We tell you -[2] +[3] days before.'],
    ['You may cancel.', 'You may cancel at any time.', 'You may -[cancel.] +[cancel at any time.]'],
    ['', 'You can move a payment.', '+[You can move a payment.]'],
    ['Gone.', '', '-[Gone.]'],
    ['As it was.', 'As it was.', 'As it was.'],
  ])('from %j to %j', (before, after, difference) => {
    expect(shown(before, after)).toBe(difference)
  })

  it('leads from the one to the other', () => {
    const text = fc
      .array(fc.constantFrom('we', 'you', 'pay', 'fees'), { maxLength: 12 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const joined = (left: 'added' | 'removed') =>
          wordDifference(before, after)
            .filter(({ kind }) => kind !== left)
            .map((piece) => piece.text)
            .join('')
        expect(joined('added')).toBe(before)
        expect(joined('removed')).toBe(after)
      }),
    )
  })
})
