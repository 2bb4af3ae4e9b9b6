import { describe, expect, it } from 'vitest'
import { australianStates, enteredAddress, fullAddressOf, stateOfPostcode } from './address-entry.ts'

const boundaryRoad = {
  unitNo: '3',
  streetNo: '14',
  street: 'Boundary Road',
  suburb: 'Paddington',
  state: 'QLD',
  postcode: '4064',
}

describe('A manually entered address', () => {
  it.each([
    ['in all its parts', {}, '3 14 Boundary Road, Paddington QLD 4064'],
    ['without a unit', { unitNo: '' }, '14 Boundary Road, Paddington QLD 4064'],
    ['without a suburb', { suburb: '' }, '3 14 Boundary Road, QLD 4064'],
    [
      'with blanks around its parts',
      { unitNo: ' ', street: ' Boundary Road ' },
      '14 Boundary Road, Paddington QLD 4064',
    ],
    ['without a street', { unitNo: '', streetNo: '', street: '' }, 'Paddington QLD 4064'],
    ['without a locality', { suburb: '', state: '', postcode: '' }, '3 14 Boundary Road'],
    ['without anything', { unitNo: '', streetNo: '', street: '', suburb: '', state: '', postcode: '' }, ''],
  ])('is written %s', (_, changes, written) => {
    expect(fullAddressOf({ ...boundaryRoad, ...changes })).toBe(written)
  })
})

describe('An address from the lookup', () => {
  const found = {
    flatUnitNumber: '3',
    streetNumber: '14',
    street: 'Boundary Road',
    locality: 'Paddington',
    state: 'QLD',
    postcode: '4064',
    fullAddress: 'Unit 3, 14 Boundary Road, Paddington QLD 4064',
  }

  it('has its parts under our names and keeps its text', () => {
    expect(enteredAddress(found)).toEqual({ ...boundaryRoad, fullAddress: found.fullAddress })
  })

  it.each([
    ['flatUnitNumber', 'unitNo'],
    ['streetNumber', 'streetNo'],
    ['street', 'street'],
    ['locality', 'suburb'],
    ['state', 'state'],
    ['postcode', 'postcode'],
  ] as const)('without %s has an empty %s, and nothing else changes', (theirs, ours) => {
    expect(enteredAddress({ ...found, [theirs]: null })).toEqual({ ...enteredAddress(found), [ours]: '' })
  })
})

describe('A postcode', () => {
  it.each([
    ['0200', 'ACT'],
    ['0299', 'ACT'],
    ['0300', undefined],
    ['0799', undefined],
    ['0800', 'NT'],
    ['0999', 'NT'],
    ['1000', 'NSW'],
    ['2599', 'NSW'],
    ['2600', 'ACT'],
    ['2618', 'ACT'],
    ['2619', 'NSW'],
    ['2899', 'NSW'],
    ['2900', 'ACT'],
    ['2920', 'ACT'],
    ['2921', 'NSW'],
    ['2999', 'NSW'],
    ['3000', 'VIC'],
    ['3999', 'VIC'],
    ['4000', 'QLD'],
    ['4999', 'QLD'],
    ['5000', 'SA'],
    ['5999', 'SA'],
    ['6000', 'WA'],
    ['6999', 'WA'],
    ['7000', 'TAS'],
    ['7999', 'TAS'],
    ['8000', 'VIC'],
    ['8999', 'VIC'],
    ['9000', 'QLD'],
    ['9999', 'QLD'],
    ['', undefined],
    ['406', undefined],
    ['40640', undefined],
    ['4O64', undefined],
    ['4 64', undefined],
  ])('"%s" belongs to %s', (postcode, state) => {
    expect(stateOfPostcode(postcode)).toBe(state)
  })

  it('belongs to one of the eight states', () => {
    expect(australianStates).toEqual(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'])
  })
})
