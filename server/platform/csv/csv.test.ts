import { describe, expect, it } from 'vitest'
import { csvText } from './csv-text.ts'
import { InvalidCsv, readCsv } from './csv.ts'

/** The same text in chunks of one byte, of three bytes and as a whole. */
async function read(text: string | Uint8Array, limits = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const outcomes = []
  for (const size of [1, 3, bytes.length || 1]) {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const rows = []
    for await (const { line, cells } of readCsv(chunks(), limits)) rows.push([line, ...cells])
    outcomes.push(rows)
  }
  expect(outcomes[1]).toEqual(outcomes[0])
  expect(outcomes[2]).toEqual(outcomes[0])
  return outcomes[0]
}

describe('A CSV file is read', () => {
  it.each([
    [
      'plainly',
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'without a last line end',
      'a,b\n1,2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'with the line ends of Windows and of old Macs',
      'a\r\nb\rc',
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    ],
    ['with a byte order mark', '\uFEFFa,b\n', [[1, 'a', 'b']]],
    [
      'with commas, quotes and lines in quotes',
      '"a,b","c""d","e\r\nf"\ng,h,i\n',
      [
        [1, 'a,b', 'c"d', 'e\r\nf'],
        [3, 'g', 'h', 'i'],
      ],
    ],
    ['with empty cells and quotes', ',"",\n', []],
    ['with an empty cell at the end', 'a,\n', [[1, 'a', '']]],
    [
      'without the empty rows of a spreadsheet',
      'a\n\n,\nb\n',
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    ['with letters of more than one byte', 'Zoë,学校\n', [[1, 'Zoë', '学校']]],
    ['though it is empty', '', []],
  ])('%s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows)
  })

  it.each([
    ['a quote within a word', 'a\nb"c\n', 2, 'A quote stands'],
    ['text after a quote', '"a"b\n', 1, 'A quote stands'],
    ['a quote that is never closed', 'a\n"b\nc\n', 2, 'never closed'],
    ['bytes that are no text', Uint8Array.of(0x61, 0x0a, 0xff, 0x0a), 1, 'UTF-8'],
    ['more rows than allowed', 'h\n1\n2\n3\n', 4, 'at most 2 rows'],
    ['a longer cell than allowed', `h\n${'x'.repeat(1_001)}`, 2, 'A cell has at most 1000 characters'],
    ['more bytes than allowed', `h\n${'\n'.repeat(3_000)}`, 1, 'at most 0 MB'],
  ])('but not with %s', async (_, text, line, problem) => {
    const refused = await read(text, { maxRows: 2, maxBytes: 2_000 }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(InvalidCsv)
    expect((refused as InvalidCsv).message).toContain(problem)
    expect((refused as InvalidCsv).line).toBeGreaterThanOrEqual(line)
  })
})

describe('A file for spreadsheets', () => {
  it.each([
    ['=HYPERLINK("http://x.example","pay")', `"'=HYPERLINK(""http://x.example"",""pay"")"`],
    ['+61491570156', `'+61491570156`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    ['\r=1', `"'\r=1"`],
    ['O’Neill, Ann', '"O’Neill, Ann"'],
    ['plain', 'plain'],
  ])('never has a formula of somebody else: %j', (typed, written) => {
    expect(csvText(['Name'], [[typed]])).toBe(`\uFEFFName\r\n${written}\r\n`)
  })

  it('keeps numbers as numbers', () => {
    expect(csvText(['Amount'], [[-12.5], [null]])).toBe('\uFEFFAmount\r\n-12.5\r\n\r\n')
  })

  it('can be read again as it was written', async () => {
    const rows = [
      ['a "b", c', 'd\ne'],
      ['f', 'g'],
    ]
    expect(await read(csvText(['one', 'two'], rows))).toEqual([
      [1, 'one', 'two'],
      [2, ...(rows[0] ?? [])],
      [4, ...(rows[1] ?? [])],
    ])
  })
})
