import { regions, type Region } from './region.ts'

/** Texts that staff maintain and families rely on. Each has versions, and a published version is never changed. */

/** A line with its own place on a page or in a letter. `values` are filled in there: "{notice}". */
type Line = { about: string; values: readonly string[] }

const line = (about: string, ...values: string[]): Line => ({ about, values })

/** The texts for changing a plan. Each has exactly these lines, in this order. */
export const placedTexts = {
  MoveText: {
    about: 'Moving a payment',
    lines: {
      howFar: line('how far a payment moves', 'days later'),
      howOften: line('how often, and when the count starts again', 'how often', 'count starts'),
      untilWhen: line('how long before its day', 'notice'),
      cost: line('what it costs, and what it counts as'),
      fee: line('the fee, above the button'),
    },
  },
  SkipText: {
    about: 'Skipping payments',
    lines: {
      fee: line('fee or interest, above the button'),
      letter: line('what the letter says about the total'),
    },
  },
  FailedText: {
    about: 'A payment that failed',
    lines: {
      noFee: line('what it costs, where the school charges nothing'),
      ofBank: line('what the bank may charge'),
      notBefore: line('what we do until the day that the family chooses'),
      ofMove: line('what a move of it counts as'),
    },
  },
  CareOffer: {
    about: 'A proposal to a family that finds it hard to pay',
    lines: {
      fees: line('fees and interest, above the button'),
      ifIncomeChanges: line('what happens if the income changes'),
      letter: line('what the letter says about the total'),
    },
  },
  CareContacts: {
    about: 'Above those who help besides us',
    lines: { intro: line('on which side they are, and what we tell them', 'account number') },
  },
} as const satisfies Record<string, { about: string; lines: Record<string, Line> }>

export type PlacedName = keyof typeof placedTexts
export type PlacedKind = `${PlacedName}${Region}`

/** The lines of a text by their names. */
export type Placed<Name extends PlacedName> = Record<keyof (typeof placedTexts)[Name]['lines'], string>

export type ConsentKind =
  | 'DirectDebitAuthorisation'
  | 'IdCheckConsent'
  | 'CreditIdCheckConsent'
  | 'ProductSwitch'

/** Texts with any number of lines. */
export type NotesKind = `CareNotes${Region}` | `CareAgreed${Region}` | 'CareSentAU'

export type TextKind = ConsentKind | 'DirectDebitAgreement' | NotesKind | PlacedKind

export type TextRules = {
  about: string
  /** The region whose calendar decides when a version begins. */
  region: Region
  /** Null for any number of lines. */
  lines: readonly Line[] | null
  /** The placeholders that any line may contain. */
  values?: readonly string[]
  /** Phrases that must occur exactly once, because the page turns them into links. */
  links?: readonly string[]
  /** The number of days of notice that families get of a new version. */
  noticeDays?: number
}

const notes = (about: string, region: Region, ...values: string[]): TextRules => ({
  about,
  region,
  lines: null,
  values,
})

function placedRules(): Record<PlacedKind, TextRules> {
  const all = (Object.keys(placedTexts) as PlacedName[]).flatMap((name) =>
    regions.map((region) => {
      const { about, lines } = placedTexts[name]
      return [`${name}${region}`, { about, region, lines: Object.values(lines) }]
    }),
  )
  return Object.fromEntries(all) as Record<PlacedKind, TextRules>
}

export const textRules: Record<TextKind, TextRules> = {
  ...placedRules(),
  CareNotesAU: notes('Beside the form of a family that finds it hard to pay', 'AU', 'lawful day'),
  CareNotesUK: notes('Beside the form of a family that finds it hard to pay', 'UK'),
  CareSentAU: notes('Once that form is sent: when the law wants an answer', 'AU', 'lawful day'),
  CareAgreedAU: notes('Beside what was agreed with such a family', 'AU'),
  CareAgreedUK: notes('Beside what was agreed with such a family', 'UK'),
  ProductSwitch: {
    ...notes('Agreed to with a change to instalments', 'AU'),
    links: ['Larkwell Plus terms', 'privacy policy'],
  },
  CreditIdCheckConsent: notes('Agreed to before a credit ID check', 'AU'),
  // Read in both regions. In the United Kingdom a day begins last, so then it has begun in both.
  IdCheckConsent: notes('Agreed to before an identity check', 'UK'),
  DirectDebitAuthorisation: {
    ...notes('Agreed to with a bank account', 'UK'),
    links: ['Direct Debit Agreement'],
  },
  // The terms themselves promise this notice.
  DirectDebitAgreement: { ...notes('The terms of direct debits', 'AU'), noticeDays: 14 },
}

export const textKinds = Object.keys(textRules) as [TextKind, ...TextKind[]]

const textMinLength = 5

/** The lines of a text, trimmed and without empty ones. */
export function linesIn(body: string): string[] {
  return body
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** The reason why a text cannot be published; null if it can. */
export function whyNotText(kind: TextKind, body: string): string | null {
  const { lines, values = [], links = [] } = textRules[kind]
  const written = linesIn(body)
  if (body.trim().length < textMinLength) return 'There is no text in it.'
  if (lines && written.length !== lines.length)
    return `It needs ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} and has ${written.length}: ${lines.map(({ about }, index) => `${index + 1}. ${about}`).join('; ')}.`
  const problems = lines
    ? written.map((text, index) => whyNotFilled(text, lines[index]?.values ?? [], `Line ${index + 1}`))
    : [whyNotFilled(body, values, 'The text')]
  const missing = links.find((words) => body.split(words).length !== 2)
  return (
    problems.find((problem) => problem !== null) ??
    (missing === undefined ? null : `"${missing}" must stand in it once: there the page has a link.`)
  )
}

function whyNotFilled(text: string, values: readonly string[], where: string): string | null {
  const named = namesIn(text)
  const unknown = named.find((name) => !values.includes(name))
  const known = values.map((name) => `{${name}}`).join(', ') || 'none'
  if (unknown !== undefined) return `${where} has {${unknown}}, which nothing fills in. Known here: ${known}.`
  const missing = values.find((name) => !named.includes(name))
  if (missing !== undefined) return `${where} must have {${missing}}.`
  return /[{}]/.test(text.replaceAll(placeholder, ''))
    ? `${where} has a brace that belongs to nothing.`
    : null
}

const placeholder = /\{([^{}]*)\}/g

const namesIn = (text: string) => [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** Splits a text into plain text and placeholder names, for pages that set values in bold. */
export function piecesOf(text: string): { words?: string; name?: string }[] {
  return text
    .split(placeholder)
    .map((piece, index) => (index % 2 === 0 ? { words: piece } : { name: piece }))
    .filter(({ words }) => words !== '')
}

export function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole)
}

export function placedLines<Name extends PlacedName>(name: Name, body: string): Placed<Name> {
  const written = linesIn(body)
  const names = Object.keys(placedTexts[name].lines)
  return Object.fromEntries(names.map((each, index) => [each, written[index] ?? ''])) as Placed<Name>
}
