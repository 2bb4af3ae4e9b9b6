import type { ArrangementPreview } from '#contract/care.ts'
import type { ShownCare } from '#contract/staff-care.ts'
import { careDurations, careReasons, careRhythms, careWays, parseCareReference } from '#domain/care.ts'
import type { Region } from '#domain/region.ts'
import type { Api } from '../api.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { accountBy, customerBy } from '../lookup.ts'
import { facts, sections, table } from '../table.ts'
import { counted, day, moment, money, regionOf } from '../words.ts'

const request = { name: 'request', about: 'its reference, like H-4127, or its id' } as const
const arrangement = {
  lower: { value: 'count', about: 'how many payments are lower', isRequired: true },
  amount: { value: 'amount', about: 'what each of them is; 0 is an amount', isRequired: true },
  later: { value: 'count', about: 'how many payments follow', isRequired: true },
} as const

export const careCommands: Command[] = [
  command({
    name: 'care list',
    about: 'Lists hardship requests, earliest reply date first.',
    examples: ['care list', 'care list --json'],
    async run({ api }) {
      const raw = await api('GET /api/staff/care')
      const text = table(
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
      )
      return { raw, text }
    },
  }),
  command({
    name: 'care show',
    about: 'Shows what a family has told us, and its payments. Your view is recorded.',
    arguments: [request],
    examples: ['care show H-4127', 'care show H-4127 --json'],
    async run({ api, argument }) {
      const raw = await api('GET /api/staff/care/:careId', {
        params: { careId: await careBy(api, argument.request) },
      })
      return { raw, text: carePage(raw) }
    },
  }),
  command({
    name: 'care preview',
    about: 'Shows every payment before and after an arrangement. Nothing is changed.',
    arguments: [request],
    options: arrangement,
    isChange: true,
    examples: [
      'care preview H-4127 --lower 4 --amount 300 --later 8 --reason "What they can pay"',
      'care preview H-4127 --lower 2 --amount 0 --later 10 --reason "No income until May"',
    ],
    async run({ api, reason, argument, option }) {
      const careId = await careBy(api, argument.request)
      const raw = await api('POST /api/staff/care/:careId/preview', {
        params: { careId },
        body: { ...arrangementIn(option), reason },
      })
      return { raw, text: previewPage(raw, await regionOfCare(api, careId)) }
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
      'care offer H-4127 --lower 2 --amount 0 --later 10 --note "Nothing until May." --reason "No income"',
    ],
    async run({ api, reason, argument, option }) {
      const careId = await careBy(api, argument.request)
      const raw = await api('POST /api/staff/care/:careId/offer', {
        params: { careId },
        body: { ...arrangementIn(option), note: option.note, reason },
      })
      return {
        raw,
        text: `Proposed. The family is told.\n\n${previewPage(raw, await regionOfCare(api, careId))}`,
      }
    },
  }),
  command({
    name: 'care open',
    about: 'Opens a request for a family that has told us of it, and holds its payments. The family is told.',
    arguments: [{ name: 'account', about: 'its short id, like LW12345, or its id' }],
    options: {
      customer: { value: 'who', about: 'the member of the family who has told us', isRequired: true },
      words: {
        value: 'text',
        about: 'what they said, in short; they can read it with their request',
        isRequired: true,
      },
    },
    isChange: true,
    examples: [
      'care open LW12345 --customer olivia@example.com --words "Lost her job" --reason "Called us"',
      'care open LW12345 --customer olivia@example.com --words "In hospital" --reason "Wrote to us" --json',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/accounts/:accountId/care', {
        params: { accountId: await accountBy(api, argument.account) },
        body: { customerId: await customerBy(api, option.customer), words: option.words, reason },
      })
      return { raw, text: `${raw.reference} is open, and payments are on hold.` }
    },
  }),
  command({
    name: 'care withdraw-offer',
    about: 'Takes back a proposal that the family has not accepted. Its payments stay on hold.',
    arguments: [request],
    isChange: true,
    examples: [
      'care withdraw-offer H-4127 --reason "The amounts were wrong"',
      'care withdraw-offer H-4127 --reason "They called again" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/care/:careId/withdraw-offer', {
        params: { careId: await careBy(api, argument.request) },
        body: { reason },
      })
      return { raw, text: 'Taken back. The family is told, and its payments stay on hold.' }
    },
  }),
  command({
    name: 'care decline',
    about: 'Says that we cannot help. The hold ends, and payments go on after a new notice.',
    arguments: [request],
    options: { note: { value: 'text', about: 'what the family reads', isRequired: true } },
    isChange: true,
    examples: [
      'care decline H-4127 --note "Please talk to your school." --reason "Plan ends this month"',
      'care decline H-4127 --note "Nothing is left to arrange." --reason "Paid in full" --json',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/care/:careId/decline', {
        params: { careId: await careBy(api, argument.request) },
        body: { note: option.note, reason },
      })
      return { raw, text: 'Declined. The family reads your note, and its payments go on.' }
    },
  }),
  command({
    name: 'care extend',
    about: 'Holds the payments of a family until the end of another day. The family is told.',
    arguments: [request],
    options: { until: { value: 'date', about: 'the last day of the hold', isRequired: true } },
    isChange: true,
    examples: [
      'care extend H-4127 --until 2027-03-31 --reason "Waits for a letter"',
      'care extend H-4127 --until 2027-03-31 --reason "Still in hospital" --json',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/care/:careId/extend', {
        params: { careId: await careBy(api, argument.request) },
        body: { until: option.until, reason },
      })
      return { raw, text: `On hold until ${day(option.until)}.` }
    },
  }),
]

/** Families and colleagues quote the reference; the server knows a request by its id. */
async function careBy(api: Api, typed: string): Promise<string> {
  if (parseCareReference(typed) === undefined) return typed
  const { items } = await api('GET /api/staff/care')
  const found = items.find(({ reference }) => parseCareReference(reference) === parseCareReference(typed))
  if (!found) throw new OpsFailure('usage', `There is no open request ${typed}.`, 'See: care list')
  return found.id
}

async function regionOfCare(api: Api, careId: string): Promise<Region> {
  const { currency } = await api('GET /api/staff/care/:careId', { params: { careId } })
  return regionOf(currency)
}

function arrangementIn({ lower, amount, later }: { lower: string; amount: string; later: string }) {
  return {
    lowerCount: wholeNumber('--lower', lower),
    lowerAmount: amount,
    laterCount: wholeNumber('--later', later),
  }
}

function wholeNumber(option: string, typed: string): number {
  if (!/^\d{1,3}$/.test(typed))
    throw new OpsFailure('usage', `${option} cannot be "${typed}".`, 'Give a number.')
  return Number(typed)
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
