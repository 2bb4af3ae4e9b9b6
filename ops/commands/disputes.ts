import { callCommand, fileCommand } from '../call-command.ts'
import type { DisputeEvidence, StaffDispute } from '#contract/staff-disputes.ts'
import { evidenceParts, type EvidencePart } from '#domain/dispute-evidence.ts'
import { awaits } from '../awaits.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { paymentPage } from '../payment-text.ts'
import { shortened } from '../short-ids.ts'
import { facts, sections, table } from '../table.ts'
import { money, moment } from '../words.ts'

const limit = { value: 'count', about: 'how many, at most 200; 50 by default' } as const
const dispute = { name: 'dispute', about: 'its id, from disputes list' } as const

/** One payment, and what we tell a bank whose customer disputes one. */
export const disputeCommands: Command[] = [
  callCommand({
    name: 'payments show',
    about: 'Shows one payment: its history, attempts, refunds, dispute, ledger entries and messages.',
    call: 'GET /api/staff/payments/:paymentId',
    examples: ['payments show 3f0c91d2'],
    text: paymentPage,
  }),
  fileCommand({
    name: 'payments receipt',
    about: 'Saves the receipt of a payment, as the family gets it.',
    call: 'GET /api/staff/payments/:paymentId/receipt',
    examples: ['payments receipt 3f0c91d2', 'payments receipt 3f0c91d2 --to receipt.pdf'],
  }),
  command({
    name: 'disputes list',
    about: 'Lists disputes that wait for an answer, the nearest deadline first; or all, newest first.',
    options: { all: { about: 'also those that are answered or decided' }, limit },
    examples: ['disputes list', 'disputes list --all --limit 10'],
    async run({ api, option }) {
      const found = await api('GET /api/staff/disputes', {
        query: { limit: option.limit, ...(option.all && { state: 'All' as const }) },
      })
      const text = table(
        found,
        [
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Amount', value: (each) => money(each.amount, each.region), alignRight: true },
          { title: 'Status', value: (each) => each.status },
          { title: 'Why', value: ({ reasonText }) => reasonText },
          { title: 'Evidence due', value: (each) => moment(each.evidenceDueAt, each.region) },
          { title: 'Answer', value: answerText },
          { title: 'Payment', value: ({ paymentId }) => paymentId },
          { title: 'Id', value: ({ id }) => id },
        ],
        'No dispute waits for an answer.',
      )
      return { raw: found, text }
    },
  }),
  callCommand({
    name: 'disputes evidence',
    about: 'Shows what we have about a disputed payment, and exactly what the bank would get.',
    call: 'GET /api/staff/disputes/:disputeId/evidence',
    examples: ['disputes evidence 3f0c91d2'],
    text: evidencePage,
  }),
  fileCommand({
    name: 'disputes file',
    about: 'Saves one of the files of the evidence.',
    call: 'GET /api/staff/disputes/:disputeId/evidence/files/:field',
    arguments: { field: 'as disputes evidence names it, like receipt' },
    examples: ['disputes file 3f0c91d2 receipt', 'disputes file 3f0c91d2 receipt --to receipt.pdf'],
  }),
  command({
    name: 'disputes draft',
    about: 'Saves evidence as a draft; nothing is sent.',
    arguments: [dispute, { name: 'words', about: 'what the bank reads, in quotes' }],
    options: {
      parts: { value: 'names', about: `with commas, of ${evidenceParts.join(', ')}; all we have without it` },
    },
    isChange: true,
    examples: [
      'disputes draft 3f0c91d2 "School fees, paid under a plan." --reason "Putting it together"',
      'disputes draft 3f0c91d2 "School fees." --parts Receipt,Plan --reason "Putting it together"',
    ],
    async run({ api, reason, argument, option }) {
      const params = { disputeId: argument.dispute }
      const parts: EvidencePart[] =
        option.parts === undefined
          ? (await api('GET /api/staff/disputes/:disputeId/evidence', { params })).parts.map(
              ({ part }) => part,
            )
          : option.parts.split(',').map((name) => choice('--parts', name.trim(), evidenceParts))
      const saved = await api('PUT /api/staff/disputes/:disputeId/evidence', {
        params,
        body: { parts, words: argument.words, reason },
      })
      return { raw: saved, text: `Saved; nothing is sent yet.\n\n${evidencePage(saved)}` }
    },
  }),
  callCommand({
    name: 'disputes send',
    about: 'Sends the saved evidence to the bank, once.',
    call: 'POST /api/staff/disputes/:disputeId/evidence/send',
    arguments: { digest: 'of what you looked at, from disputes evidence' },
    warning: 'Evidence can be sent once and cannot be changed afterwards.',
    examples: ['disputes send 3f0c91d2 kx8rTqd1 --reason "They knew of the payment"'],
    text: (sent) => answerSent(sent, 'Sent to the bank, which decides now.'),
  }),
  callCommand({
    name: 'disputes accept',
    about: 'Accepts the loss: the money stays with the payer, and the family owes it again.',
    call: 'POST /api/staff/disputes/:disputeId/accept',
    warning: 'The dispute is lost for good.',
    examples: ['disputes accept 3f0c91d2 --reason "Charged twice by mistake"'],
    text: ({ approval, dispute }) =>
      approval ? awaits(approval) : answerSent(dispute, 'Accepted. The family is notified.'),
  }),
]

/** A refusal of the provider is a failure, also for scripts. */
function answerSent({ answer }: StaffDispute, done: string): string {
  if (answer?.status === 'Refused') {
    throw new OpsFailure(
      'refused',
      `The payment provider did not accept it: ${answer.refusal ?? ''}`,
      'Look at the dispute there.',
    )
  }
  return answer?.status === 'Ordered'
    ? 'The provider has not confirmed it yet. It is sent again automatically.'
    : done
}

function answerText({ answer, evidenceSentAt }: StaffDispute): string {
  if (answer) return `${answer.kind}, ${answer.status.toLowerCase()}, by ${answer.by}`
  return evidenceSentAt ? 'at the provider' : ''
}

function evidencePage(evidence: DisputeEvidence): string {
  const { parts, words, draft, digest, texts, files } = evidence
  return sections(
    Object.entries({
      Evidence: facts([
        ['Draft', draft ? `by ${draft.savedBy}` : 'none: this is our proposal'],
        ['Digest', digest],
      ]),
      'What we have': table(parts, [
        { title: 'Chosen', value: ({ isChosen }) => (isChosen ? 'yes' : 'no') },
        { title: 'Part', value: ({ part }) => part },
        { title: 'What', value: ({ title, detail }) => `${title}. ${detail}` },
      ]),
      'What the bank reads': words,
      'Texts as they are sent': texts.map(({ title, text }) => `${title}\n  ${text}`).join('\n'),
      Files: table(files, [
        { title: 'Field', value: ({ field }) => field },
        { title: 'File', value: ({ fileName }) => shortened(fileName) },
        { title: 'Bytes', value: ({ bytes }) => bytes, alignRight: true },
      ]),
    }),
  )
}
