import { randomUUID } from 'node:crypto'
import type { StaffApproval } from '#contract/staff-approvals.ts'
import { approvalStatuses } from '#domain/approvals.ts'
import { awaits } from '../awaits.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { accountBy } from '../lookup.ts'
import { approvalText } from '../review-page.ts'
import { table } from '../table.ts'
import { companyMoment, money, regionOf } from '../words.ts'

const approval = { name: 'approval', about: 'its id, from approvals list' } as const
const adjustments = ['Credit', 'Debit', 'WriteOff'] as const

export const approvalCommands: Command[] = [
  command({
    name: 'approvals list',
    about: 'Lists requests for a second approval, longest waiting first.',
    options: {
      status: { value: 'status', about: `one of ${approvalStatuses.join(', ')}; Open by default` },
      limit: { value: 'count', about: 'how many, at most 500; 100 by default' },
    },
    examples: ['approvals list', 'approvals list --status Declined --limit 10'],
    async run({ api, option }) {
      const status =
        option.status === undefined ? undefined : choice('--status', option.status, approvalStatuses)
      const found = await api('GET /api/staff/approvals', { query: { status, limit: option.limit } })
      return { raw: found, text: approvalTable(found) }
    },
  }),
  command({
    name: 'approvals show',
    about: 'Shows what a second person decides on, and what would happen now. Your view is recorded.',
    arguments: [approval],
    examples: ['approvals show 3f0c91d2', 'approvals show 3f0c91d2 --json'],
    async run({ api, argument }) {
      const found = await api('GET /api/staff/approvals/:approvalId', {
        params: { approvalId: argument.approval },
      })
      return { raw: found, text: approvalText(found) }
    },
  }),
  command({
    name: 'approvals approve',
    about: "Approves a colleague's request, which takes effect immediately.",
    arguments: [approval],
    isChange: true,
    warning: 'The change takes effect now, under your name and theirs.',
    examples: [
      'approvals approve 3f0c91d2 --reason "Checked with the bank"',
      'approvals approve 3f0c91d2 --reason "Statement seen" --yes',
    ],
    async run({ api, reason, argument }) {
      const done = await api('POST /api/staff/approvals/:approvalId/approve', {
        params: { approvalId: argument.approval },
        body: { reason },
      })
      return { raw: done, text: `Approved: ${done.summary}.` }
    },
  }),
  command({
    name: 'approvals decline',
    about: "Declines a colleague's request, or withdraws your own. Nothing changes.",
    arguments: [approval],
    isChange: true,
    examples: [
      'approvals decline 3f0c91d2 --reason "The name does not match"',
      'approvals decline 3f0c91d2 --reason "Typed the wrong amount"',
    ],
    async run({ api, reason, argument }) {
      const done = await api('POST /api/staff/approvals/:approvalId/decline', {
        params: { approvalId: argument.approval },
        body: { reason },
      })
      return { raw: done, text: `${done.status}. Nothing has changed for the family.` }
    },
  }),
  command({
    name: 'accounts adjust',
    about: "Asks to correct a family's balance, or to write off what it owes; a second person approves it.",
    arguments: [{ name: 'account', about: 'its short id, like LW12345, or its id' }],
    options: {
      type: { value: 'type', about: `one of ${adjustments.join(', ')}`, isRequired: true },
      amount: { value: 'amount', about: 'like 40.00', isRequired: true },
      description: { value: 'text', about: 'what the family reads in its transactions', isRequired: true },
    },
    isChange: true,
    examples: [
      'accounts adjust LW12345 --type Credit --amount 40 --description "Excursion cancelled" --reason "Call of 3 May"',
      'accounts adjust LW12345 --type WriteOff --amount 12.50 --description "Written off" --reason "Cannot be collected"',
    ],
    async run({ api, reason, argument, option }) {
      const asked = await api('POST /api/staff/accounts/:accountId/adjustments', {
        params: { accountId: await accountBy(api, argument.account) },
        body: {
          type: choice('--type', option.type, adjustments),
          amount: option.amount,
          description: option.description,
          clientRequestId: randomUUID(),
          reason,
        },
      })
      return awaits(asked)
    },
  }),
]

function approvalTable(approvals: readonly StaffApproval[]): string {
  return table(
    approvals,
    [
      { title: 'Since', value: ({ requestedAt }) => companyMoment(requestedAt) },
      { title: 'What', value: ({ summary }) => summary },
      { title: 'Account', value: ({ shortId }) => shortId ?? '' },
      { title: 'Amount', value: (each) => money(each.amount, regionOf(each.currency)), alignRight: true },
      { title: 'Asked by', value: ({ requestedBy }) => requestedBy },
      { title: 'Reason', value: ({ reason }) => reason },
      { title: 'Decided by', value: ({ decidedBy }) => decidedBy ?? '' },
      { title: 'Id', value: ({ id }) => id },
    ],
    'Nothing is waiting for a second approval.',
  )
}
