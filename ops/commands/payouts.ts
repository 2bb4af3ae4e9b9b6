import { callCommand } from '../call-command.ts'
import type { StaffPayout } from '#contract/staff-payouts.ts'
import { regions } from '#domain/region.ts'
import type { Api } from '../api.ts'
import { awaits } from '../awaits.ts'
import { choice, wrongValue } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { saveOptions } from '../save-file.ts'
import { table } from '../table.ts'
import { companyMoment, counted, money, moment } from '../words.ts'

const account = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const payout = { name: 'payout', about: 'its number, from withdrawals payouts' } as const
const payoutArgument = { payout: { field: 'payoutNumber', about: payout.about } }
const region = { value: 'region', about: `one of ${regions.join(', ')}` } as const

export const payoutCommands: Command[] = [
  command({
    name: 'withdrawals payout',
    about: 'Puts all approved withdrawals of a region into a new payout for the bank, each one once.',
    options: {
      region: { ...region, isRequired: true },
      from: {
        value: 'account',
        about:
          'for Australia: bank, user id there, BSB and number of the account that pays; without it, the one in the settings',
      },
    },
    isChange: true,
    examples: ['withdrawals payout --region AU --from CBA,301500,062-000,10001234 --reason "Friday run"'],
    async run({ api, reason, option }) {
      const made = await api('POST /api/staff/payouts', {
        body: {
          region: choice('--region', option.region, regions),
          from: option.from === undefined ? undefined : paidFrom(option.from),
          reason,
        },
      })
      const text = `Payout ${made.number} has ${counted(made.withdrawalCount, 'withdrawal')}. Ask for its release with withdrawals release ${made.number}.`
      return { raw: made, text: `${text}\n\n${payoutTable([made])}` }
    },
  }),
  callCommand({
    name: 'withdrawals payouts',
    about: 'Lists the payouts that were made for the bank, newest first.',
    call: 'GET /api/staff/payouts',
    options: { region: {}, limit: {} },
    examples: ['withdrawals payouts', 'withdrawals payouts --region AU --limit 10'],
    text: payoutTable,
  }),
  callCommand({
    name: 'withdrawals release',
    about: 'Asks for the release of a payout to the bank; a second person approves it.',
    call: 'POST /api/staff/payouts/:payoutNumber/release',
    arguments: payoutArgument,
    examples: ['withdrawals release 12 --reason "Friday run"'],
    text: awaits,
  }),
  command({
    name: 'withdrawals payout-file',
    about:
      'Saves a released payout as a file for the bank, the same each time: ABA for Australia, CSV for the UK.',
    arguments: [payout],
    options: saveOptions,
    examples: ['withdrawals payout-file 12', 'withdrawals payout-file 12 --to friday.aba'],
    async run({ api, argument, option, note, save }) {
      const file = await api('GET /api/staff/payouts/:payoutNumber/file', {
        params: { payoutNumber: argument.payout },
      })
      const decided = await decidedCount(api, argument.payout)
      if (decided > 0)
        note(`Decided already: ${counted(decided, 'withdrawal')} in it. Do not hand it to the bank again.`)
      return save(file, option)
    },
  }),
  callCommand({
    name: 'withdrawals payout-paid',
    about:
      'Records that the bank has paid a payout; withdrawals that were paid or declined on their own stay as they are.',
    call: 'POST /api/staff/payouts/:payoutNumber/paid',
    arguments: payoutArgument,
    warning: 'Every withdrawal in it that is still open is paid, and its family is notified.',
    examples: ['withdrawals payout-paid 12 --reason "On the statement of Friday"'],
    text: (done) => {
      const left = done.leftAlone > 0 ? ` ${done.leftAlone} decided before and left alone.` : ''
      const held = done.held > 0 ? ` ${done.held} held after a contact change.` : ''
      return `${done.paidNow} paid now.${left}${held}\n\n${payoutTable([done.payout])}`
    },
  }),
  callCommand({
    name: 'bank-accounts list',
    about: 'Lists the bank accounts that withdrawals of an account may go to.',
    call: 'GET /api/staff/accounts/:accountId/bank-accounts',
    examples: ['bank-accounts list LW12345'],
    text: (found) =>
      table(
        found,
        [
          { title: 'Holder', value: ({ holder }) => holder },
          { title: 'BSB', value: ({ bsb }) => bsb },
          { title: 'Number', value: ({ accountNumber }) => accountNumber },
          { title: 'Verified', value: ({ verifiedAt }) => companyMoment(verifiedAt) || 'no' },
          { title: 'Payable from', value: ({ payableFrom }) => companyMoment(payableFrom) },
          { title: 'Id', value: ({ id }) => id },
        ],
        'There is no bank account for withdrawals.',
      ),
  }),
  command({
    name: 'bank-accounts add',
    about: 'Asks to add a bank account after you have seen proof of it; a second person approves it.',
    arguments: [account],
    options: {
      holder: { value: 'name', about: 'as the bank knows them, at most 32 characters', isRequired: true },
      bsb: { value: 'number', about: 'for Australia, like 062-000' },
      'sort-code': { value: 'number', about: 'for the UK, like 20-00-00' },
      number: { value: 'number', about: 'of the account', isRequired: true },
    },
    isChange: true,
    examples: [
      'bank-accounts add LW12345 --holder "Olivia Bennett" --bsb 062-000 --number 123456789 --reason "Statement of May seen"',
      'bank-accounts add LW12345 --holder "Amelia Hart" --sort-code 20-00-00 --number 55779911 --reason "Statement of May seen"',
    ],
    async run({ api, reason, argument, option }) {
      const { bsb = option['sort-code'] } = option
      if (bsb === undefined) {
        throw new OpsFailure('usage', 'The bank is missing.', 'Name it with --bsb, or in the UK --sort-code.')
      }
      const added = await api('POST /api/staff/accounts/:accountId/bank-accounts', {
        params: { accountId: argument.account },
        body: { holder: option.holder, bsb, accountNumber: option.number, reason },
      })
      return { raw: added, text: awaits(added.approval) }
    },
  }),
  callCommand({
    name: 'bank-accounts remove',
    about: 'Removes a bank account, unless a withdrawal to it is in progress; the family is notified.',
    call: 'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove',
    examples: ['bank-accounts remove LW12345 3f0c91d2 --reason "The account is closed"'],
    text: () => 'Removed. Nothing more is paid to it, and the family is notified.',
  }),
]

/** "CBA,301500,062-000,10001234" in its parts; the server says what is wrong with one. */
function paidFrom(typed: string) {
  const [bank = '', userId = '', bsb = '', accountNumber = '', more] = typed
    .split(',')
    .map((part) => part.trim())
  if (accountNumber === '' || more !== undefined)
    throw wrongValue('--from', typed, 'Write it like CBA,301500,062-000,10001234.')
  return { bank, userId, bsb, accountNumber }
}

async function decidedCount(api: Api, number: string): Promise<number> {
  const payouts = await api('GET /api/staff/payouts', { query: { limit: '500' } })
  const found = payouts.find((each) => String(each.number) === number)
  return found ? found.paidCount + found.declinedCount : 0
}

function payoutTable(payouts: readonly StaffPayout[]): string {
  return table(
    payouts,
    [
      { title: 'Payout', value: ({ number }) => number, alignRight: true },
      { title: 'Region', value: (each) => each.region },
      { title: 'Withdrawals', value: ({ withdrawalCount }) => withdrawalCount, alignRight: true },
      { title: 'Amount', value: (each) => money(each.amount, each.region), alignRight: true },
      { title: 'Open', value: ({ openCount }) => openCount, alignRight: true },
      { title: 'Paid', value: ({ paidCount }) => paidCount, alignRight: true },
      { title: 'Declined', value: ({ declinedCount }) => declinedCount, alignRight: true },
      { title: 'Released', value: ({ releasedAt, region: of }) => moment(releasedAt, of) || 'no' },
      { title: 'Made', value: ({ createdAt, region: of }) => moment(createdAt, of) },
      { title: 'By', value: ({ createdBy }) => createdBy },
    ],
    'There are no payouts.',
  )
}
