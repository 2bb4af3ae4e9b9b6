import { callCommand } from '../call-command.ts'
import { suspenseReasons } from '#domain/deposit-matches.ts'
import { command, type Command } from '../command.ts'
import { facts, table } from '../table.ts'
import { counted, day, money, moment } from '../words.ts'

const account = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const deposit = { name: 'deposit', about: 'as deposits list names it, like 254781/NAB123' } as const

export const depositCommands: Command[] = [
  callCommand({
    name: 'money waiting',
    about: 'Counts money waiting for action: deposits in suspense, withdrawals and remittances.',
    call: 'GET /api/staff/money',
    examples: ['money waiting'],
    text: ({ suspense, withdrawals, remittances }) => {
      const sum = ({ count, amount }: { count: number; amount: number }, region: 'AU' | 'UK') =>
        count === 0 ? 'none' : `${count}, ${money(amount, region)}`
      return facts([
        [
          'In suspense',
          `${counted(suspense.count, 'deposit')}, ${money(suspense.amount, 'AU')}; by the ledger ${money(suspense.inLedger, 'AU')}`,
        ],
        ...(['AU', 'UK'] as const).flatMap((region): [string, string][] => [
          [`Withdrawals to review, ${region}`, sum(withdrawals[region].toReview, region)],
          [`Withdrawals to pay out, ${region}`, sum(withdrawals[region].toPayOut, region)],
          [`Withdrawals at the bank, ${region}`, sum(withdrawals[region].atBank, region)],
          [`Remittances to release, ${region}`, sum(remittances[region].toRelease, region)],
        ]),
      ])
    },
  }),
  callCommand({
    name: 'deposits list',
    about: 'Lists unmatched BPAY deposits, longest waiting first.',
    call: 'GET /api/staff/deposits',
    examples: ['deposits list'],
    text: (deposits) =>
      table(
        deposits,
        [
          { title: 'Deposit', value: ({ billerCode, bankReference }) => `${billerCode}/${bankReference}` },
          { title: 'Amount', value: ({ amount }) => money(amount, 'AU'), alignRight: true },
          { title: 'Received', value: ({ receivedOn }) => day(receivedOn) },
          { title: 'Reference typed', value: ({ reference }) => reference },
          { title: 'School', value: ({ schoolName }) => schoolName },
          { title: 'Why it waits', value: ({ why }) => suspenseReasons[why] },
        ],
        'Every deposit is matched to a family.',
      ),
  }),
  command({
    name: 'deposits matches',
    about:
      'Suggests the families that a BPAY deposit may belong to, the likeliest first. Nothing is changed.',
    arguments: [deposit],
    examples: ['deposits matches 254781/NAB123'],
    async run({ api, argument }) {
      const matches = await api('GET /api/staff/deposits/:billerCode/:bankReference/matches', {
        params: depositNamed(argument.deposit),
      })
      const text = table(
        matches,
        [
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Family', value: ({ familyName }) => familyName },
          { title: 'Reference', value: ({ reference }) => reference },
          { title: 'Points', value: ({ score }) => score, alignRight: true },
          { title: 'Why', value: ({ why }) => why.join(' ') },
        ],
        'No likely match: no reference, amount or earlier deposit fits.',
      )
      return { raw: matches, text }
    },
  }),
  command({
    name: 'deposits preview',
    about: 'Shows what matching a BPAY deposit to an account would do; nothing is changed.',
    arguments: [deposit, account],
    examples: ['deposits preview 254781/NAB123 LW12345'],
    async run({ api, argument }) {
      const effect = await api('GET /api/staff/deposits/:billerCode/:bankReference/preview', {
        params: depositNamed(argument.deposit),
        query: { accountId: argument.account },
      })
      const { balance, suspense, request, overdue } = effect
      const text = facts([
        ['Account', `${effect.shortId} ${effect.familyName ?? ''}`.trim()],
        ['Balance', `${money(balance.now, 'AU')} → ${money(balance.after, 'AU')}`],
        ['Suspense', `${money(suspense.now, 'AU')} → ${money(suspense.after, 'AU')}`],
        ['Pays the request', request && `${request.id}, due on ${day(request.dueOn)}`],
        ['Overdue', money(overdue, 'AU')],
        ['Receipt to', effect.receiptTo],
        ['Not passed on before', day(effect.passedOnFrom)],
      ])
      return { raw: effect, text }
    },
  }),
  callCommand({
    name: 'deposits found',
    about: 'Lists BPAY deposits that staff have lately matched to a family, newest first.',
    call: 'GET /api/staff/deposits/found',
    options: { limit: {} },
    examples: ['deposits found', 'deposits found --limit 10'],
    text: (found) =>
      table(
        found,
        [
          { title: 'When', value: ({ givenAt }) => moment(givenAt, 'AU') },
          { title: 'Amount', value: ({ amount }) => money(amount, 'AU'), alignRight: true },
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Family', value: ({ familyName }) => familyName },
          { title: 'By', value: ({ givenBy }) => givenBy },
          { title: 'Why', value: ({ reason }) => reason },
        ],
        'No deposits were matched manually.',
      ),
  }),
  command({
    name: 'deposits match',
    about: 'Matches a BPAY deposit to the account it was meant for.',
    arguments: [deposit, account],
    isChange: true,
    warning: 'The money becomes the credit of that family.',
    examples: ['deposits match 254781/NAB123 LW12345 --reason "Two digits were swapped"'],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/deposits/:billerCode/:bankReference/match', {
        params: depositNamed(argument.deposit),
        body: { accountId: argument.account, reason },
      })
      return { raw, text: `Deposit matched to ${argument.account}.` }
    },
  }),
  command({
    name: 'deposits take-back',
    about: 'Returns a BPAY deposit to suspense that was matched to the wrong family.',
    arguments: [deposit],
    isChange: true,
    warning: 'The payments it covered are owed again, and the family is notified.',
    examples: ['deposits take-back 254781/NAB123 --reason "The other Hart family paid it"'],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/deposits/:billerCode/:bankReference/take-back', {
        params: depositNamed(argument.deposit),
        body: { reason },
      })
      return { raw, text: 'The deposit is in suspense again.' }
    },
  }),
]

function depositNamed(typed: string) {
  const [billerCode = '', bankReference = ''] = typed.split('/')
  return { billerCode, bankReference }
}
