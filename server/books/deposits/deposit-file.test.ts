import { describe, expect, it } from 'vitest'
import { DepositFileRefused, parseDepositFile } from './deposit-file.ts'

const header = '00,BPAY,1,20260321'
const one = '50,254781,000016725,12050,20260318,A1'
const two = '50,254781,204180,9,20260319,A2'
const file = (...rows: string[]) => `${rows.join('\n')}\n`
const good = file(header, one, two, '99,2,12059')
const asAnother = (row: string) => row.replace('50,', '25,')

describe('The file of the bank', () => {
  it('is read line by line', () => {
    expect(parseDepositFile(good)).toEqual([
      {
        line: 2,
        billerCode: '254781',
        reference: '000016725',
        amount: 12_050,
        receivedOn: '2026-03-18',
        bankReference: 'A1',
      },
      {
        line: 3,
        billerCode: '254781',
        reference: '204180',
        amount: 9,
        receivedOn: '2026-03-19',
        bankReference: 'A2',
      },
    ])
  })

  it.each([
    ['with the line ends of Windows', good.replaceAll('\n', '\r\n')],
    ['without an end of the last line', good.trimEnd()],
  ])('is read %s', (_, text) => {
    expect(parseDepositFile(text)).toHaveLength(2)
  })

  it('may hold nothing', () => {
    expect(parseDepositFile(file(header, '99,0,0'))).toEqual([])
  })

  it('may hold a receipt twice', () => {
    expect(parseDepositFile(file(header, one, one, '99,2,24100'))).toHaveLength(2)
  })

  it.each([
    ['a reference with letters', '204180', '20418A'],
    ['a reference that is too long', '204180', '0'.repeat(21)],
  ])('may hold %s: nobody has it', (_, right, reference) => {
    expect(parseDepositFile(good.replace(right, reference))[1]).toMatchObject({
      reference,
      bankReference: 'A2',
    })
  })

  it.each([
    ['a line of another kind', asAnother(two)],
    ['an amount with decimals', two.replace(',9,', ',0.09,')],
    ['a day that is none', two.replace('20260319', '20260931')],
    ['a receipt without a name', two.replace(',A2', ',')],
  ])('may hold %s, which has what the others leave of the total', (_, row) => {
    const [known, unknown, ...others] = parseDepositFile(good.replace(two, row))
    expect([known?.bankReference, others]).toEqual(['A1', []])
    expect(unknown).toEqual({
      line: 3,
      billerCode: '254781',
      reference: row,
      amount: 9,
      receivedOn: '2026-03-21',
      bankReference: expect.stringMatching(/^[0-9A-F]{20}$/),
    })
  })

  it.each([
    ['nothing', ''],
    ['no header', file(one, two, '99,2,12059')],
    ['another version', good.replace('BPAY,1', 'BPAY,2')],
    ['a header of no day', good.replace('20260321', '20260230')],
    ['no trailer', file(header, one, two)],
    ['a cut line', good.slice(0, 30)],
    ['a trailer that counts too few', file(header, one, two, '99,1,12059')],
    ['a trailer that counts too many', file(header, one, two, '99,3,12059')],
    ['a trailer of another total', file(header, one, two, '99,2,12058')],
    ['something after the trailer', `${good}${one}\n`],
    ['two trailers', file(header, one, two, '99,2,12059', '99,2,12059')],
    ['an empty line', file(header, one, '', two, '99,2,12059')],
    ['two lines of another kind', file(header, one, ...[two, two].map(asAnother), '99,3,12068')],
    ['a line of another kind that takes money away', file(header, one, asAnother(two), '99,2,12041')],
    ['a line of another kind that brings nothing', file(header, one, asAnother(two), '99,2,12050')],
    ['an amount of nothing', file(header, one, two.replace(',9,', ',0,'), '99,2,12050')],
    ['an amount below nothing', file(header, one, two.replace(',9,', ',-9,'), '99,2,12041')],
    ['one name for two receipts', good.replace(',A2', ',A1')],
    ['a mark before the header', `\uFEFF${good}`],
  ])('is refused whole with %s', (_, text) => {
    expect(() => parseDepositFile(text)).toThrow(DepositFileRefused)
  })

  it('is refused without its contents being told', () => {
    const text = file(header, one, two.replace(',9,', ',0,'), '99,2,12050')
    expect(() => parseDepositFile(text)).toThrow(/^line 3 is not a receipt$/)
  })
})
