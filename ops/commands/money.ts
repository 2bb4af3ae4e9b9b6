import { randomUUID } from 'node:crypto'
import type { StaffPayment, StaffRefund } from '#contract/staff-payment-requests.ts'
import { regions } from '#domain/region.ts'
import { confirmedStatuses } from '#domain/withdrawals.ts'
import type { Api } from '../api.ts'
import { awaits } from '../awaits.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { accountBy, schoolBy } from '../lookup.ts'
import { saveOptions } from '../save-file.ts'
import { shortened } from '../short-ids.ts'
import { facts, sections, table } from '../table.ts'
import { counted, day, money, moment, regionOf } from '../words.ts'

const limit = { value: 'count', about: 'how many, at most 500; 100 by default' } as const
const manners = ['Cheque', 'Transfer', 'Cash'] as const
const account = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const withdrawal = { name: 'withdrawal', about: 'its id, from withdrawals list' } as const
const remittance = { name: 'remittance', about: 'its id, from remittances list' } as const

export const moneyCommands: Command[] = [
  command({
    name: 'payments list',
    about: 'Lists the payments of an account, newest first.',
    arguments: [{ name: 'account', about: 'its short id, like LW12345' }],
    options: { limit },
    examples: ['payments list LW12345', 'payments list LW12345 --limit 10'],
    async run({ api, argument, option }) {
      const payments = await api('GET /api/staff/payments', {
        query: { account: argument.account, limit: option.limit },
      })
      return { raw: payments, text: paymentTable(payments) }
    },
  }),
  command({
    name: 'payments record',
    about: 'Records money that came by cheque, by transfer or in cash, once by its reference.',
    arguments: [account],
    options: {
      amount: { value: 'amount', about: 'what came, like 350.00', isRequired: true },
      on: { value: 'date', about: 'when it came, like 2027-02-28', isRequired: true },
      by: { value: 'manner', about: `one of ${manners.join(', ')}`, isRequired: true },
      reference: { value: 'text', about: 'what the bank or the cheque calls it', isRequired: true },
      request: { value: 'id', about: 'the payment request that it pays' },
      school: { value: 'name', about: 'of several schools of the account' },
    },
    isChange: true,
    examples: [
      'payments record LW12345 --amount 350 --on 2027-02-28 --by cheque --reference "CBA 000123" --reason "In the post"',
      'payments record LW12345 --amount 90 --on 2027-02-28 --by transfer --reference FT99 --request 3f0c91d2 --reason "Seen at the bank"',
    ],
    async run({ api, reason, argument, option }) {
      const payment = await api('POST /api/staff/offline-payments', {
        body: {
          accountId: await accountBy(api, argument.account),
          schoolId: option.school === undefined ? undefined : await schoolBy(api, option.school),
          requestId: option.request,
          amount: option.amount,
          receivedOn: option.on,
          manner: choice('--by', option.by, manners),
          reference: option.reference,
          reason,
        },
      })
      return { raw: payment, text: `Recorded, and the family has its receipt.\n\n${paymentTable([payment])}` }
    },
  }),
  command({
    name: 'payments reverse',
    about:
      'Takes back money that was recorded by mistake, unless its school has it already. The family is told.',
    arguments: [{ name: 'payment', about: 'its id, from payments list' }],
    isChange: true,
    warning: 'The payments it covered are owed again.',
    examples: [
      'payments reverse 3f0c91d2 --reason "Meant for another family"',
      'payments reverse 3f0c91d2 --reason "Cheque bounced" --yes',
    ],
    async run({ api, reason, argument }) {
      const payment = await api('POST /api/staff/offline-payments/:paymentId/reverse', {
        params: { paymentId: argument.payment },
        body: { reason },
      })
      return { raw: payment, text: `Taken back. Both entries stay visible.\n\n${paymentTable([payment])}` }
    },
  }),
  command({
    name: 'refunds make',
    about: 'Gives a payment back through the payment provider; above the limit a second person approves it.',
    arguments: [{ name: 'payment', about: 'its id, from payments list' }],
    options: {
      amount: { value: 'amount', about: 'a part, like 40.00; all that is left by default' },
    },
    isChange: true,
    warning: 'The money goes back to the payer and cannot be called back.',
    examples: [
      'refunds make 3f0c91d2 --reason "Paid twice"',
      'refunds make 3f0c91d2 --amount 40 --reason "Excursion was cancelled" --yes',
    ],
    async run({ api, reason, argument, option }) {
      const reply = await api('POST /api/staff/payments/:paymentId/refunds', {
        params: { paymentId: argument.payment },
        body: { amount: option.amount, clientRequestId: randomUUID(), reason },
      })
      if (reply.approval) return awaits(reply.approval, reply)
      const status = reply.refund?.status ?? 'Unknown'
      if (status === 'Refused') {
        throw new OpsFailure(
          'refused',
          'The payment provider did not accept it.',
          'Look at the payment there.',
        )
      }
      return {
        raw: reply,
        text: [refundTexts[status], reopened(reply.refund)].filter(Boolean).join(
          '\
',
        ),
      }
    },
  }),
  command({
    name: 'withdrawals list',
    about: 'Lists withdrawals, newest first.',
    options: { status: { value: 'status', about: `one of ${confirmedStatuses.join(', ')}` }, limit },
    examples: ['withdrawals list --status Approved', 'withdrawals list'],
    async run({ api, option }) {
      const status =
        option.status === undefined ? undefined : choice('--status', option.status, confirmedStatuses)
      const found = await api('GET /api/staff/withdrawals', { query: { status, limit: option.limit } })
      const text = table(
        found,
        [
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Amount', value: (each) => money(each.amount, regionOf(each.currency)), alignRight: true },
          { title: 'Status', value: (each) => each.status },
          { title: 'Asked', value: ({ askedAt, currency }) => moment(askedAt, regionOf(currency)) },
          { title: 'Holder', value: ({ holder }) => holder },
          { title: 'To', value: ({ bankAccount }) => bankAccount },
          { title: 'Payout', value: ({ payoutNumber }) => payoutNumber, alignRight: true },
          { title: 'Id', value: ({ id }) => id },
        ],
        'There are no such withdrawals.',
      )
      return { raw: found, text }
    },
  }),
  command({
    name: 'withdrawals paid',
    about: 'Says that an approved withdrawal has left the bank; the family is told.',
    arguments: [withdrawal],
    isChange: true,
    examples: [
      'withdrawals paid 3f0c91d2 --reason "In the file of Friday"',
      'withdrawals paid 3f0c91d2 --reason "Paid by hand" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/withdrawals/:withdrawalId/paid', {
        params: { withdrawalId: argument.withdrawal },
        body: { reason },
      })
      return { raw, text: 'Paid. The money is out of the books.' }
    },
  }),
  command({
    name: 'withdrawals decline',
    about: 'Declines a withdrawal, or records one that the bank returned. The family reads the reason.',
    arguments: [withdrawal],
    isChange: true,
    warning: 'One that is in a payout may be declined only after the bank has sent it back.',
    examples: [
      'withdrawals decline 3f0c91d2 --reason "The bank account is closed."',
      'withdrawals decline 3f0c91d2 --reason "This money is needed for fees that are due."',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/withdrawals/:withdrawalId/decline', {
        params: { withdrawalId: argument.withdrawal },
        body: { reason },
      })
      return { raw, text: 'Declined. The family has its credit again.' }
    },
  }),
  command({
    name: 'remittances list',
    about: 'Lists what was passed on to the schools, newest first.',
    options: {
      school: { value: 'name', about: 'of one school only' },
      from: { value: 'date', about: 'since this day' },
      to: { value: 'date', about: 'up to this day' },
      limit,
    },
    examples: ['remittances list', 'remittances list --school wattle --from 2027-02-01'],
    async run({ api, option }) {
      const schoolId = option.school === undefined ? undefined : await schoolBy(api, option.school)
      const found = await api('GET /api/staff/remittances', {
        query: { schoolId, from: option.from, to: option.to, limit: option.limit },
      })
      const text = table(
        found,
        [
          { title: 'Day', value: ({ remittedOn }) => day(remittedOn) },
          { title: 'School', value: ({ schoolName }) => schoolName },
          { title: 'Payments', value: ({ paymentCount }) => paymentCount, alignRight: true },
          { title: 'Amount', value: (each) => money(each.amount, each.region), alignRight: true },
          { title: 'Released', value: ({ releasedAt, region }) => moment(releasedAt, region) || 'no' },
          { title: 'Id', value: ({ id }) => id },
        ],
        'Nothing was passed on.',
      )
      return { raw: found, text }
    },
  }),
  command({
    name: 'remittances show',
    about: 'Shows one remittance with the payments it is made of.',
    arguments: [remittance],
    examples: ['remittances show 3f0c91d2', 'remittances show 3f0c91d2 --json'],
    run: ({ api, argument }) => showRemittance(api, argument.remittance),
  }),
  command({
    name: 'remittances release',
    about: 'Asks to let all that was passed on up to a day go to the schools; a second person approves it.',
    options: {
      region: { value: 'region', about: `one of ${regions.join(', ')}`, isRequired: true },
      through: { value: 'date', about: 'the last day, before today', isRequired: true },
    },
    isChange: true,
    examples: [
      'remittances release --region AU --through 2027-02-25 --reason "Agrees with the bank"',
      'remittances release --region UK --through 2027-02-25 --reason "Agrees with the bank"',
    ],
    async run({ api, reason, option }) {
      const region = choice('--region', option.region, regions)
      return awaits(
        await api('POST /api/staff/remittances/release', {
          body: { region, through: option.through, reason },
        }),
      )
    },
  }),
  command({
    name: 'remittances file',
    about: 'Saves a released remittance as a CSV file for the school.',
    arguments: [remittance],
    options: saveOptions,
    examples: ['remittances file 3f0c91d2', 'remittances file 3f0c91d2 --to wattle.csv'],
    async run({ api, argument, option, save }) {
      const file = await api('GET /api/staff/remittances/:remittanceId/file', {
        params: { remittanceId: argument.remittance },
      })
      return save(file, option)
    },
  }),
]

/** Staff decide: the request stays open, or is cancelled because nothing is to be paid after all. */
function reopened(refund: StaffRefund | null): string | undefined {
  const openRequest = refund?.openRequest
  if (!openRequest) return undefined
  return `Its payment request is open again for ${openRequest.left.toFixed(2)}, and the family reads so. If nothing is to be paid: requests cancel ${shortened(openRequest.id)}`
}

const refundTexts = {
  Ordered: 'Ordered. The payment provider has not answered yet; we ask again automatically.',
  Unknown:
    'The payment provider did not answer clearly. The outcome is checked automatically: do not order it again.',
  Accepted: 'On its way to the bank account. It counts when the bank has it.',
  Done: 'Sent back. The payer is told.',
  Failed: 'It came back: the bank did not take it.',
}

async function showRemittance(api: Api, remittanceId: string) {
  const found = await api('GET /api/staff/remittances/:remittanceId', { params: { remittanceId } })
  const lines = table(found.lines, [
    { title: 'Account', value: ({ shortId }) => shortId },
    { title: 'Family', value: ({ familyName }) => familyName },
    { title: 'Paid', value: ({ paidOn }) => day(paidOn) },
    { title: 'Amount', value: ({ amount }) => money(amount, found.region), alignRight: true },
    { title: 'For', value: ({ students }) => students },
  ])
  const about = facts([
    ['School', found.schoolName],
    ['Day', day(found.remittedOn)],
    ['Amount', `${money(found.amount, found.region)} in ${counted(found.paymentCount, 'payment')}`],
  ])
  return {
    raw: found,
    text: sections([
      ['Remittance', about],
      ['Payments', lines],
    ]),
  }
}

function paymentTable(payments: readonly StaffPayment[]): string {
  return table(
    payments,
    [
      { title: 'When', value: ({ createdAt, currency }) => moment(createdAt, regionOf(currency)) },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'Amount', value: (each) => money(each.amount, regionOf(each.currency)), alignRight: true },
      {
        title: 'Surcharge',
        value: (each) => money(each.surcharge, regionOf(each.currency)),
        alignRight: true,
      },
      { title: 'Refunded', value: (each) => money(each.refunded, regionOf(each.currency)), alignRight: true },
      { title: 'Status', value: ({ status }) => status },
      { title: 'By', value: ({ methodName }) => methodName },
      { title: 'Id', value: ({ id }) => id },
    ],
    'There are no payments.',
  )
}
