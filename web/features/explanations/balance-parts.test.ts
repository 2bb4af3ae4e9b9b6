import { describe, expect, it } from 'vitest'
import type { BalancePart } from '#contract/balance-parts.ts'
import { balanceState, partsSentence } from './balance-parts.ts'

const free = (amount: number): BalancePart => ({ kind: 'Available', amount })

describe('A balance in words', () => {
  it.each<[BalancePart[], string | null, string | null]>([
    [[], null, null],
    [[free(640)], '$640.00 available to withdraw', 'in credit'],
    [
      [{ kind: 'ToSchool', amount: 859, schoolName: 'Wattle Grove College' }, free(0)],
      '$859.00 for Wattle Grove College, $0.00 available to withdraw',
      null,
    ],
    [
      [{ kind: 'ToLarkwell', amount: 250 }, { kind: 'Settling', amount: 200 }, free(50)],
      '$250.00 for fees that we have paid to your school already, $200.00 not settled yet, $50.00 available to withdraw',
      null,
    ],
    [[free(0), { kind: 'Owing', amount: -50 }], null, 'owing'],
  ])('%j is "%s", %s', (parts, sentence, state) => {
    expect(partsSentence(parts, 'AU')).toBe(sentence)
    expect(balanceState(parts)).toBe(state)
  })
})
