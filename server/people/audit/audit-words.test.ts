import { describe, expect, it } from 'vitest'
import { auditSentence, auditWords, careActions, moneyActions } from '#domain/audit-words.ts'
import { readSources } from '#tools/tidy/source.ts'

describe('The texts of the audit trail', () => {
  // The compiler ensures that only an action with a text can be recorded.
  it('have one for each action that SQL records', () => {
    const written = readSources()
      .filter(({ path }) => path.endsWith('.store.ts'))
      .flatMap(({ text }) => text.split('insert into audit_event').slice(1))
      .flatMap(
        (statement) =>
          statement
            .slice(0, 600)
            .split('`)')[0]
            ?.match(/'[A-Z]\w+'/g) ?? [],
      )
      .map((word) => word.slice(1, -1))
      .filter((word) => !['System', 'Staff', 'Customer', 'Guest'].includes(word))
    expect(written.length).toBeGreaterThan(4)
    expect(written.filter((action) => !(action in auditWords))).toEqual([])
  })

  it.each([
    ['PaymentFailed', '$628.00', 'a payment of $628.00 failed'],
    ['PaymentFailed', null, 'a payment failed'],
    ['BalanceAdjusted', '-$5.00', 'corrected the balance by -$5.00'],
    ['PaymentMoved', null, 'moved a payment to another day'],
    ['SomethingOfAnotherVersion', null, 'something of another version'],
  ])('of %s %s: %s', (action, amount, expected) => {
    expect(auditSentence(action, amount)).toBe(expected)
  })

  it('reads on after a name', () => {
    const wrong = Object.entries(auditWords).filter(([, { words }]) => !/^[a-z].*[^.]$/.test(words))
    expect(wrong).toEqual([])
  })

  it('keeps requests for help apart from money', () => {
    expect(careActions).toContain('CareAsked')
    expect(moneyActions.filter((action) => careActions.includes(action))).toEqual([])
  })
})
