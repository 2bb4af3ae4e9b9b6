import { describe, expect, it } from 'vitest'
import { amountIn, amountProblem, schoolOf, inputOf } from './early-draft.ts'

const wattle = {
  id: 'w',
  name: 'Wattle Ridge College',
  absorbCardSurcharge: 'None' as const,
  cardSurcharges: [],
  due: 0,
}
const banksia = {
  id: 'b',
  name: 'Banksia Grammar',
  absorbCardSurcharge: 'All' as const,
  cardSurcharges: [],
  due: 0,
}

describe('An early payment', () => {
  it.each([
    ['?step=method&amount=694.38', '694.38'],
    ['?amount=694', null],
    ['?amount=1e5', null],
    ['?amount=-5.00', null],
    ['', null],
  ])('takes the amount that the address %s asks for', (search, amount) => {
    expect(amountIn(search)).toBe(amount)
  })

  it.each([
    ['', null],
    ['0', null],
    ['0.', null],
    ['0.00', null],
    ['.', null],
    ['0.01', 1],
    ['.5', 50],
    ['5.', 500],
    ['1', 100],
    ['1234.5', 1234_50],
    ['100000', 100_000_00],
    ['100000.01', null],
    ['999999999', null],
  ])('of "%s" comes to %s cents', (amount, inCents) => {
    expect(inputOf({ schoolId: null, amount }, [wattle])?.amount ?? null).toBe(inCents)
  })

  it.each([
    ['', null],
    ['0', 'nothing'],
    ['0.00', 'nothing'],
    ['0.01', null],
    ['100000', null],
    ['100000.01', 'too-much'],
  ])('of "%s" has the trouble %s', (amount, trouble) => {
    expect(amountProblem(amount)).toBe(trouble)
  })

  it.each([
    ['the only school, whatever was kept', 'elsewhere', [wattle], 'w'],
    ['no school until one of several is chosen', null, [wattle, banksia], undefined],
    ['the chosen one of several', 'b', [wattle, banksia], 'b'],
    ['no school that the family has left', 'elsewhere', [wattle, banksia], undefined],
    ['nobody where there is no school', null, [], undefined],
  ])('goes to %s', (_, schoolId, schools, id) => {
    expect(schoolOf({ schoolId, amount: '1' }, schools)?.id).toBe(id)
    expect(inputOf({ schoolId, amount: '1' }, schools)?.schoolId).toBe(id)
  })
})
