import { describe, expect, it } from 'vitest'
import { accountLabel, isListedFirst, productName, productTypes } from './accounts.ts'

describe('Product names', () => {
  const names = {
    Assessment: 'Assessment',
    Pay: 'Pay',
    PayPlus: 'Plus',
    PlusFunded: 'Plus',
    PlusServiced: 'Plus',
    PayIntegrated: 'Plus',
    Passthrough: 'Plus',
    Extend: 'Extend',
    Go: 'Go',
  }

  it('there are exactly nine product types', () => {
    expect([...productTypes].sort()).toEqual(Object.keys(names).sort())
  })

  it.each(productTypes)('%s is sold under its name', (type) => {
    expect(productName(type)).toBe(names[type])
  })
})

describe('The list of accounts', () => {
  it.each([
    ['an active account', 'Active', false, true],
    ['an active account still being set up', 'Active', true, true],
    ['an inactive account still being set up', 'Inactive', true, true],
    ['an inactive account that is set up', 'Inactive', false, false],
  ] as const)('%s is listed at once or behind the toggle', (_, status, isSetupIncomplete, isFirst) => {
    expect(isListedFirst({ status, config: { isSetupIncomplete } })).toBe(isFirst)
  })

  it('an account is labelled by its school and short id', () => {
    expect(accountLabel({ institutionName: 'Wattle Grove', shortId: 'WG-1042' })).toBe(
      'Wattle Grove (WG-1042)',
    )
  })
})
