import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { productTypes } from '#domain/accounts.ts'
import { Cell, TableRow } from '../../ui/table/table-row.tsx'
import { Table } from '../../ui/table/table.tsx'
import { hasBalanceSentence } from './balance-sentence.tsx'
import { searchParamsIn, searchOf } from './search-params.ts'
import { signedMoney } from './signed-money.ts'

describe('Transactions', () => {
  it('show the balance for every product sold as Plus', () => {
    expect(productTypes.filter(hasBalanceSentence)).toEqual([
      'PayPlus',
      'PlusFunded',
      'PlusServiced',
      'PayIntegrated',
      'Passthrough',
    ])
  })

  it.each([
    [436.25, '+$436.25'],
    [-2_617.5, '−$2,617.50'],
    [0, '$0.00'],
  ])('show %d as %s', (amount, text) => {
    expect(signedMoney(amount, 'AU')).toBe(text)
  })

  it.each([
    ['', {}],
    ['?school=s1&year=2026', { school: 's1', year: '2026' }],
    ['?year=26&school=', {}],
    ['?year=2026;drop&transaction=t1', { transaction: 't1' }],
  ])('read the valid filters from the address %s', (search, params) => {
    expect(searchParamsIn(search)).toEqual({
      school: undefined,
      year: undefined,
      transaction: undefined,
      ...params,
    })
  })

  it('write their filters, and nothing else, into the address', () => {
    expect(searchOf({ school: 's 1', year: undefined })).toBe('?school=s+1')
    expect(searchOf({})).toBe('')
  })
})

describe('A table', () => {
  it('marks an empty cell, and puts the details of a row below it, across all columns', () => {
    const markup = renderToStaticMarkup(
      <Table label="Rows" columns={[{ title: 'Date' }, { title: 'Amount', isRight: true }]}>
        <TableRow details="More">
          <Cell look="date">{null}</Cell>
          <Cell look="gain">+$1.00</Cell>
        </TableRow>
      </Table>,
    )
    expect(markup).toContain('<th scope="col" class="right">Amount</th>')
    expect(markup).toContain('<td class="date">-</td><td class="num right pos">+$1.00</td>')
    expect(markup).toContain('<td colSpan="2">More</td>')
  })
})
