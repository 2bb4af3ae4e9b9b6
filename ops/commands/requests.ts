import { callCommand } from '../call-command.ts'
import type { StaffPaymentRequest } from '#contract/staff-payment-requests.ts'
import { paymentRequestStatuses } from '#domain/pay-now.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { importCommand } from '../import-command.ts'
import { requestBy } from '../lookup.ts'
import { shortened } from '../short-ids.ts'
import { facts, sections, table } from '../table.ts'
import { counted, day, money, moment, yesNo } from '../words.ts'

const limit = { value: 'count', about: 'how many, at most 500; 100 by default' } as const

export const requestCommands: Command[] = [
  command({
    name: 'requests list',
    about: 'Lists payment requests, newest first.',
    options: {
      status: { value: 'status', about: `one of ${paymentRequestStatuses.join(', ')}` },
      account: { value: 'short id', about: 'of one account only, like LW12345' },
      school: { value: 'name', about: 'of one school only, by the beginning of its name' },
      after: { value: 'id', about: 'the last one of the page before' },
      limit,
    },
    examples: ['requests list --status Open', 'requests list --school wattle --after 6f1d2c3b'],
    async run({ api, option }) {
      const status =
        option.status === undefined ? undefined : choice('--status', option.status, paymentRequestStatuses)
      const found = await api('GET /api/staff/payment-requests', {
        query: {
          status,
          account: option.account,
          schoolId: option.school,
          after: option.after === undefined ? undefined : await requestBy(api, option.after),
          limit: option.limit,
        },
      })
      const text = table(
        found,
        [
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Family', value: ({ customerName }) => customerName },
          { title: 'Due', value: ({ amountDue, region }) => money(amountDue, region), alignRight: true },
          { title: 'Paid', value: ({ amountPaid, region }) => money(amountPaid, region), alignRight: true },
          { title: 'By', value: ({ dueOn }) => day(dueOn) },
          { title: 'Status', value: (each) => each.status },
          { title: 'Period', value: ({ periodName }) => periodName },
          { title: 'Id', value: ({ id }) => id },
        ],
        'There are no such payment requests.',
      )
      const isFull = found.length === Number(option.limit ?? 100)
      const more = isFull ? `\n\nThere may be more: add --after ${shortened(found.at(-1)?.id ?? '')}` : ''
      return { raw: found, text: text + more }
    },
  }),
  callCommand({
    name: 'requests show',
    about: 'Shows one payment request with every try to pay it.',
    call: 'GET /api/staff/payment-requests/:requestId',
    examples: ['requests show 6f1d2c3b'],
    text: (found) => {
      const payments = table(
        found.payments,
        [
          { title: 'When', value: ({ createdAt }) => moment(createdAt, found.region) },
          { title: 'Amount', value: ({ amount }) => money(amount, found.region), alignRight: true },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Other amount because', value: ({ changeReason }) => changeReason },
          { title: 'In their words', value: ({ changeDescription }) => changeDescription },
        ],
        'No payment attempts yet.',
      )
      return sections([
        ['Request', shown(found)],
        ['Payments', payments],
      ])
    },
  }),
  command({
    name: 'requests create',
    about: 'Asks a family for a sum and mails it the link to pay.',
    arguments: [{ name: 'account', about: 'its short id, like LW12345, or its id' }],
    options: {
      amount: { value: 'amount', about: 'what is asked for, like 480.50', isRequired: true },
      due: { value: 'date', about: 'when it is due, like 2027-02-28', isRequired: true },
      period: { value: 'name', about: 'what it is for, like "Term 1 2027"' },
      school: { value: 'name', about: 'of several schools of the account' },
      expires: {
        value: 'date',
        about: 'the last day it can be paid; 90 days from now by default',
      },
      breakdown: { about: 'show what was paid this year and what is overdue' },
      quiet: { about: 'send no mail' },
    },
    isChange: true,
    examples: [
      'requests create LW12345 --amount 480.50 --due 2027-02-28 --reason "Camp fees"',
      'requests create LW12345 --amount 90 --due 2027-02-28 --period "Excursion" --breakdown --reason "School asked"',
    ],
    async run({ api, reason, argument, option }) {
      const made = await api('POST /api/staff/payment-requests', {
        body: {
          accountId: argument.account,
          schoolId: option.school,
          amount: option.amount,
          dueOn: option.due,
          periodName: option.period,
          expiresOn: option.expires,
          showsBreakdown: option.breakdown,
          isTold: !option.quiet,
          reason,
        },
      })
      return { raw: made, text: `Payment requested.\n\n${shown(made)}` }
    },
  }),
  callCommand({
    name: 'requests cancel',
    about: 'Cancels a payment request, unless it is paid or a payment is in progress.',
    call: 'POST /api/staff/payment-requests/:requestId/cancel',
    warning: 'The link that the family has will no longer work.',
    examples: ['requests cancel 6f1d2c3b --reason "Asked for twice"'],
    text: (cancelled) => `Cancelled.\n\n${shown(cancelled)}`,
  }),
  callCommand({
    name: 'requests resend',
    about: 'Mails the link once more to everyone who has the account.',
    call: 'POST /api/staff/payment-requests/:requestId/resend',
    examples: ['requests resend 6f1d2c3b --reason "Mail was lost"'],
    text: (sent) => `Sent to ${counted(sent.sentTo, 'customer')}.`,
  }),
  importCommand({
    name: 'requests import',
    kind: 'payment-requests',
    about: 'Requests payments from many families, from a CSV file: all of it or nothing.',
    columns: 'account, amount, due_on; and if you like school, period, expires_on, breakdown',
    example: 'camp-2027.csv',
  }),
]

function shown(request: StaffPaymentRequest): string {
  const { region } = request
  return facts([
    ['Account', request.shortId],
    ['Family', request.customerName],
    ['School', request.schoolName],
    ['Period', request.periodName],
    ['Due', `${money(request.amountDue, region)} by ${day(request.dueOn)}`],
    ['Paid', money(request.amountPaid, region)],
    ['On its way', request.amountPending > 0 ? money(request.amountPending, region) : null],
    ['Status', request.status],
    ['Can be paid until', moment(request.expiresAt, region)],
    ['Breakdown', yesNo(request.showsBreakdown)],
    ['Id', request.id],
  ])
}
