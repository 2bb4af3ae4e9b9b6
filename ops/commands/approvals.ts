import { callCommand } from '../call-command.ts'
import type { StaffApproval } from '#contract/staff-approvals.ts'
import { awaits } from '../awaits.ts'
import type { Command } from '../command.ts'
import { approvalText } from '../review-page.ts'
import { table } from '../table.ts'
import { companyMoment, money, regionOf } from '../words.ts'

export const approvalCommands: Command[] = [
  callCommand({
    name: 'approvals list',
    about: 'Lists requests for a second approval, longest waiting first.',
    call: 'GET /api/staff/approvals',
    options: { status: 'Open by default', limit: {} },
    examples: ['approvals list', 'approvals list --status Declined --limit 10'],
    text: approvalTable,
  }),
  callCommand({
    name: 'approvals show',
    about: 'Shows what a second person decides on, and what would happen now. Your view is recorded.',
    call: 'GET /api/staff/approvals/:approvalId',
    examples: ['approvals show 3f0c91d2'],
    text: approvalText,
  }),
  callCommand({
    name: 'approvals approve',
    about: "Approves a colleague's request, which takes effect immediately.",
    call: 'POST /api/staff/approvals/:approvalId/approve',
    warning: 'The change takes effect now, under your name and theirs.',
    examples: ['approvals approve 3f0c91d2 --reason "Checked with the bank"'],
    text: (done) => `Approved: ${done.summary}.`,
  }),
  callCommand({
    name: 'approvals decline',
    about: "Declines a colleague's request, or withdraws your own. Nothing changes.",
    call: 'POST /api/staff/approvals/:approvalId/decline',
    examples: ['approvals decline 3f0c91d2 --reason "The name does not match"'],
    text: (done) => `${done.status}. Nothing has changed for the family.`,
  }),
  callCommand({
    name: 'accounts adjust',
    about: "Asks to correct a family's balance, or to write off what it owes; a second person approves it.",
    call: 'POST /api/staff/accounts/:accountId/adjustments',
    options: {
      type: {},
      only: 'Fees, to waive nothing else',
      amount: 'like 40.00; a write-off begins with what is overdue',
      description: 'what the family reads',
    },
    examples: [
      'accounts adjust LW12345 --type Credit --amount 40 --description "Excursion cancelled" --reason "Call of 3 May"',
    ],
    text: awaits,
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
