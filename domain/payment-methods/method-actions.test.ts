import { describe, expect, it } from 'vitest'
import { activeMethod, methodActions, type MethodStanding } from './method-actions.ts'

type Method = Parameters<typeof methodActions>[0]
type Facts = Parameters<typeof methodActions>[1]

const method = (id: string, is: Partial<Method> = {}): Method => ({
  id,
  isDefault: false,
  preferred: false,
  isUsable: true,
  hasPaymentUnderWay: false,
  ...is,
})
const paidBy = (id: string | null, is: Partial<Facts['repayments'][number]> = {}) => ({
  source: id === null ? null : { id },
  allowChange: true,
  isPending: false,
  changeEffectiveDate: null,
  ...is,
})

const visa = method('visa', { isDefault: true, preferred: true })
const bank = method('bank')
const amex = method('amex')

const nothing: MethodStanding = {
  isActive: false,
  appliesFrom: null,
  canActivate: false,
  canRemove: false,
  canUndo: false,
}
const active: MethodStanding = { ...nothing, isActive: true }
const free: MethodStanding = { ...nothing, canActivate: true, canRemove: true }
const removable: MethodStanding = { ...nothing, canRemove: true }

type Row = [says: string, methods: Method[], repayments: Facts['repayments'], standings: MethodStanding[]]

describe('A payment method', () => {
  it.each<Row>([
    ['that is preferred is active and stays', [visa, bank, amex], [paidBy('visa')], [active, free, free]],
    [
      'whose payment is under way can be activated, not removed',
      [visa, method('bank', { hasPaymentUnderWay: true })],
      [paidBy('visa')],
      [active, { ...nothing, canActivate: true }],
    ],
    ['can be changed before there is a plan', [visa, bank], [], [active, free]],
    ['that feeds a repayment is active too', [visa, bank], [paidBy('bank')], [active, active]],
    ['that is the only one stays', [method('visa')], [], [{ ...nothing, canActivate: true }]],
    [
      'that is the default but not the active one can be removed, not activated',
      [method('visa', { isDefault: true }), method('bank', { preferred: true })],
      [paidBy('bank')],
      [removable, active],
    ],
    [
      'that is the default can be activated again where the active one cannot pay',
      [method('visa', { isDefault: true }), method('bank', { preferred: true, isUsable: false })],
      [paidBy('bank')],
      [free, active],
    ],
    [
      'that is the default pays where none is preferred',
      [method('visa', { isDefault: true }), bank],
      [],
      [active, free],
    ],
    [
      'that cannot pay can only be removed',
      [visa, method('bank', { isUsable: false })],
      [paidBy('visa')],
      [active, removable],
    ],
    [
      'is not activated where one plan allows no change',
      [visa, bank],
      [paidBy('visa'), paidBy('visa', { allowChange: false })],
      [active, removable],
    ],
    [
      'that is to be active waits for its day, while the old one pays',
      [visa, bank, amex],
      [paidBy('bank', { isPending: true, changeEffectiveDate: '2026-11-20' })],
      [active, { ...nothing, appliesFrom: '2026-11-20', canUndo: true }, free],
    ],
    [
      'that is to be active waits where the default pays without being preferred',
      [method('visa', { isDefault: true }), bank],
      [paidBy('bank', { isPending: true, changeEffectiveDate: '2026-11-20' })],
      [active, { ...nothing, appliesFrom: '2026-11-20', canUndo: true }],
    ],
    ['is none where a plan has none', [], [paidBy(null)], []],
  ])('%s', (_, repaymentSources, repayments, standings) => {
    const facts = { repaymentSources, repayments }
    expect(repaymentSources.map((each) => methodActions(each, facts, true))).toEqual(standings)
    expect(activeMethod(facts)).toBe(repaymentSources.find((_, place) => standings[place]?.isActive))
  })

  it('is only shown where the customer may change nothing', () => {
    const facts = { repaymentSources: [visa, bank], repayments: [paidBy('visa')] }
    expect(facts.repaymentSources.map((each) => methodActions(each, facts, false))).toEqual([active, nothing])
  })
})
