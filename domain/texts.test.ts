import { describe, expect, it } from 'vitest'
import { filled, piecesOf, placedLines, textRules, whyNotText, type TextKind } from './texts.ts'

const move = [
  'Up to {days later} later.',
  '{how often}. Again from {count starts}.',
  'Until {notice} before.',
  'It is free.',
  'None',
]
const withLine = (index: number, text: string) => move.with(index, text).join('\n')

describe('The kinds of text', () => {
  it('are these, with so many lines and what is filled in', () => {
    const table = Object.entries(textRules).map(([kind, { lines, values = [] }]) => {
      const names = [...values, ...(lines ?? []).flatMap((line) => line.values)]
      return [kind, lines?.length ?? 'any', names.join(', ')]
    })
    const both = (name: string, ...rest: (number | string)[]) => [
      [`${name}AU`, ...rest],
      [`${name}UK`, ...rest],
    ]
    expect(table).toEqual([
      ...both('MoveText', 5, 'days later, how often, count starts, notice'),
      ...both('SkipText', 2, ''),
      ...both('FailedText', 4, ''),
      ...both('CareOffer', 3, ''),
      ...both('CareContacts', 1, 'account number'),
      ['CareNotesAU', 'any', 'lawful day'],
      ['CareNotesUK', 'any', ''],
      ['CareSentAU', 'any', 'lawful day'],
      ...both('CareAgreed', 'any', ''),
      ['ProductSwitch', 'any', ''],
      ['CreditIdCheckConsent', 'any', ''],
      ['IdCheckConsent', 'any', ''],
      ['DirectDebitAuthorisation', 'any', ''],
      ['DirectDebitAgreement', 'any', ''],
    ])
  })
})

describe('A text', () => {
  it.each<[string, TextKind, string, RegExp | null]>([
    ['with every line and value', 'MoveTextAU', move.join('\n'), null],
    ['with empty lines between', 'MoveTextAU', move.join('\n\n'), null],
    ['with a line too few', 'MoveTextAU', move.slice(1).join('\n'), /needs 5 lines and has 4: 1\. how far/],
    ['with a line too many', 'SkipTextUK', 'None\nFree.\nAlways.', /needs 2 lines and has 3/],
    ['without a value', 'MoveTextAU', withLine(2, 'Some days before.'), /^Line 3 must have \{notice\}\.$/],
    ['with a mistyped value', 'MoveTextAU', withLine(0, 'Up to {day later}.'), /^Line 1 has \{day later\}/],
    ['with the value of another line', 'MoveTextAU', withLine(3, 'Free for {notice}.'), /Known here: none\./],
    ['with half a value', 'MoveTextAU', withLine(3, 'It is {free.'), /^Line 4 has a brace/],
    ['with an empty value', 'CareAgreedAU', 'We promise {}.', /^The text has \{\}/],
    ['of any number of lines', 'CareNotesAU', 'By {lawful day}.\nFree.\nSafe.', null],
    ['of notes without the lawful day', 'CareNotesAU', 'No fees.', /must have \{lawful day\}/],
    ['of notes where no law sets a day', 'CareNotesUK', 'By {lawful day}.', /which nothing fills in/],
    ['with nothing in it', 'CareNotesUK', ' \n ', /no text in it/],
    [
      'without the words of a link',
      'DirectDebitAuthorisation',
      'I agree to debits.',
      /must stand in it once/,
    ],
    ['with the words of a link', 'DirectDebitAuthorisation', 'Under the Direct Debit Agreement.', null],
  ])('%s', (_, kind, body, why) => {
    const answer = whyNotText(kind, body)
    if (why === null) expect(answer).toBeNull()
    else expect(answer).toMatch(why)
  })

  it('is read by the names of its lines', () => {
    expect(placedLines('SkipText', 'None\nNo fee.')).toEqual({ fee: 'None', letter: 'No fee.' })
  })

  it('is filled in', () => {
    expect(filled('{notice} before {notice}', { notice: '2 days' })).toBe('2 days before 2 days')
    expect(piecesOf('{notice} before it.')).toEqual([{ name: 'notice' }, { words: ' before it.' }])
  })
})
