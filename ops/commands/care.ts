import { callCommand } from '../call-command.ts'
import type { ArrangementPreview } from '#contract/care.ts'
import type { ShownCare } from '#contract/staff-care.ts'
import { careDurations, careReasons, careRhythms, careWays } from '#domain/care.ts'
import type { Region } from '#domain/region.ts'
import { readNumber } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { facts, sections, table } from '../table.ts'
import { counted, day, moment, money, regionOf } from '../words.ts'

const request = { name: 'request', about: 'its reference, like H-4127, or its id' } as const
const arrangement = {
  lower: { value: 'count', about: 'how many payments are lower', isRequired: true },
  amount: { value: 'amount', about: 'what each of them is; 0 is an amount', isRequired: true },
  later: { value: 'count', about: 'how many payments follow', isRequired: true },
} as const

export const careCommands: Command[] = [
  callCommand({
    name: 'care list',
    about: 'Lists hardship requests, earliest reply date first.',
    call: 'GET /api/staff/care',
    examples: ['care list'],
    text: (raw) =>
      table(
        raw.items,
        [
          { title: 'Reference', value: ({ reference }) => reference },
          { title: 'Answer by', value: ({ answerBy }) => day(answerBy) },
          { title: 'By law', value: ({ lawfulBy }) => lawfulBy && day(lawfulBy) },
          { title: 'Held until', value: ({ heldUntil }) => heldUntil && day(heldUntil) },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Family', value: ({ customerName }) => customerName },
        ],
        'No requests are waiting for a reply.',
      ),
  }),
  callCommand({
    name: 'care show',
    about: 'Shows what a family told us, and its payments. Your view is recorded.',
    call: 'GET /api/staff/care/:careId',
    examples: ['care show H-4127'],
    text: carePage,
  }),
  command({
    name: 'care preview',
    about: 'Shows every payment before and after an arrangement. Nothing is changed.',
    arguments: [request],
    options: arrangement,
    isChange: true,
    examples: ['care preview H-4127 --lower 4 --amount 300 --later 8 --reason "What they can pay"'],
    async run({ api, reason, argument, option }) {
      const params = { careId: argument.request }
      const body = { ...arrangementIn(option), reason }
      const raw = await api('POST /api/staff/care/:careId/preview', { params, body })
      const { currency } = await api('GET /api/staff/care/:careId', { params })
      return { raw, text: previewPage(raw, regionOf(currency)) }
    },
  }),
  command({
    name: 'care offer',
    about: 'Proposes an arrangement with a note under your name. Nothing starts before the family accepts.',
    arguments: [request],
    options: {
      ...arrangement,
      note: { value: 'text', about: 'what the family reads beside it', isRequired: true },
    },
    isChange: true,
    examples: [
      'care offer H-4127 --lower 4 --amount 300 --later 8 --note "We start with what you can pay." --reason "As agreed on the phone"',
    ],
    async run({ api, reason, argument, option }) {
      const params = { careId: argument.request }
      const body = { ...arrangementIn(option), note: option.note, reason }
      const raw = await api('POST /api/staff/care/:careId/offer', { params, body })
      const { currency } = await api('GET /api/staff/care/:careId', { params })
      const page = previewPage(raw, regionOf(currency))
      return { raw, text: `Proposed. The family is notified.\n\n${page}` }
    },
  }),
  callCommand({
    name: 'care open',
    about:
      'Opens a request for a family that told us about it, and holds its payments. The family is notified.',
    call: 'POST /api/staff/accounts/:accountId/care',
    options: {
      customer: { about: 'the member of the family who told us', field: 'customerId' },
      words: 'what they said, in short; they can read it with their request',
    },
    examples: ['care open LW12345 --customer olivia@example.com --words "Lost her job" --reason "Called us"'],
    text: (raw) => `${raw.reference} is open, and payments are on hold.`,
  }),
  callCommand({
    name: 'care withdraw-offer',
    about: 'Withdraws a proposal that the family has not accepted. Its payments stay on hold.',
    call: 'POST /api/staff/care/:careId/withdraw-offer',
    examples: ['care withdraw-offer H-4127 --reason "The amounts were wrong"'],
    text: () => 'Withdrawn. The family is notified, and its payments stay on hold.',
  }),
  callCommand({
    name: 'care decline',
    about: 'Declines a request. The hold ends, and payments continue after a new notice.',
    call: 'POST /api/staff/care/:careId/decline',
    options: { note: 'what the family reads' },
    examples: ['care decline H-4127 --note "Please talk to your school." --reason "Plan ends this month"'],
    text: () => 'Declined. The family reads your note, and its payments continue.',
  }),
  callCommand({
    name: 'care extend',
    about: 'Holds the payments of a family until the end of another day. The family is notified.',
    call: 'POST /api/staff/care/:careId/extend',
    options: { until: 'the last day of the hold' },
    examples: ['care extend H-4127 --until 2027-03-31 --reason "Waits for a letter"'],
    text: (_, { until }) => `On hold until ${day(until)}.`,
  }),
]

function arrangementIn({ lower, amount, later }: { lower: string; amount: string; later: string }) {
  return {
    lowerCount: readNumber('--lower', lower),
    lowerAmount: amount,
    laterCount: readNumber('--later', later),
  }
}

function carePage(care: ShownCare): string {
  const region = regionOf(care.currency)
  const { answers, words, coming } = care
  return sections([
    [
      `Request ${care.reference}`,
      facts([
        ['Family', `${care.customerName}, ${care.shortId}`],
        ['School', care.schoolName],
        ['Status', care.status],
        ['Sent', moment(care.sentAt, region)],
        ['Answer by', day(care.answerBy)],
        ['By law', care.lawfulBy && day(care.lawfulBy)],
        ['Held until', care.heldUntil ? day(care.heldUntil) : 'not held'],
      ]),
    ],
    [
      'What they told us',
      answers
        ? facts([
            ['What has changed', careReasons[answers.why]],
            ['Until', careDurations[answers.lasts]],
            ['Could pay', `${money(answers.amount, region)} ${careRhythms[answers.every].toLowerCase()}`],
            ['Reach by', careWays[answers.reach]],
          ])
        : 'Deleted.',
    ],
    [
      'In words',
      words.length === 0
        ? 'Nothing.'
        : words
            .map(({ at, by, text }) => `${moment(at, region)}, ${by ?? 'the family'}: "${text}"`)
            .join('\n'),
    ],
    [
      `To come: ${counted(coming.length, 'payment')}`,
      table(
        coming,
        [
          { title: 'Day', value: ({ date }) => day(date) },
          { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
        ],
        'None.',
      ),
    ],
  ])
}

function previewPage({ before, after, total }: ArrangementPreview, region: Region): string {
  const days = [...new Set([...before, ...after].map(({ date }) => date))].toSorted()
  const on = (list: readonly { date: string; amount: number }[], date: string) => {
    const amounts = list.filter((each) => each.date === date).map(({ amount }) => amount)
    return amounts.length === 0 ? '' : amounts.map((amount) => money(amount, region)).join(' + ')
  }
  const rows = table(
    days,
    [
      { title: 'Day', value: (date) => day(date) },
      { title: 'Before', value: (date) => on(before, date), alignRight: true },
      { title: 'After', value: (date) => on(after, date), alignRight: true },
    ],
    'None.',
  )
  return `${rows}\n\nTotal before and after: ${money(total, region) ?? ''}`
}
