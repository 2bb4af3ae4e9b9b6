import { callCommand } from '../call-command.ts'
import { command, type Command, type Save } from '../command.ts'
import { saveOptions } from '../save-file.ts'
import { facts, table } from '../table.ts'
import { companyMoment } from '../words.ts'

const message = { name: 'message', about: 'its id, from outbox list' } as const
const letterOptions = {
  html: { value: 'file', about: 'write the mail as it looks into a file' },
  force: saveOptions.force,
} as const

export const outboxCommands: Command[] = [
  callCommand({
    name: 'outbox list',
    about: 'Lists mails and text messages, newest first.',
    call: 'GET /api/staff/outbox',
    options: {
      status: {},
      to: { field: 'recipient', about: 'the whole e-mail address or mobile number' },
      limit: {},
    },
    examples: ['outbox list --status Refused', 'outbox list --to olivia@demo.example'],
    text: (messages) =>
      table(messages, [
        { title: 'When', value: ({ createdAt }) => companyMoment(createdAt) },
        { title: 'To', value: ({ recipient }) => recipient },
        { title: 'What', value: ({ kind, channel }) => kind ?? channel },
        { title: 'Status', value: ({ status }) => status },
        { title: 'Tries', value: ({ tries }) => tries, alignRight: true },
        { title: 'Id', value: ({ id }) => id },
        { title: 'Error', value: ({ lastError }) => lastError },
      ]),
  }),
  command({
    name: 'outbox show',
    about: 'Shows one message with its text, unless that is a secret.',
    arguments: [message],
    options: letterOptions,
    examples: ['outbox show 4c1e07b9', 'outbox show 4c1e07b9 --html letter.html'],
    async run({ api, argument, option, note, save }) {
      const shown = await api('GET /api/staff/outbox/:messageId', { params: { messageId: argument.message } })
      note(await saveLetter(shown.html, option, save))
      const about = facts([
        ['To', shown.recipient],
        ['What', shown.kind],
        ['Status', shown.status],
        ['Sent', companyMoment(shown.sentAt)],
        ['Subject', shown.subject],
        ['Error', shown.lastError],
      ])
      return {
        raw: shown,
        text: `${about}\n\n${shown.text ?? 'Hidden: only the recipient may read this message.'}`,
      }
    },
  }),
  callCommand({
    name: 'outbox resend',
    about: "Sends a refused message again, to its customer's present address or number.",
    call: 'POST /api/staff/outbox/:messageId/resend',
    examples: ['outbox resend 4c1e07b9 --reason "Address corrected"'],
    text: (sent) => `On its way to ${sent.recipient}.`,
  }),
  command({
    name: 'outbox samples',
    about: 'Shows how every kind of message reads today, or one of them, with invented facts.',
    arguments: [{ name: 'kind', about: 'one of the kinds; all are listed without it', isOptional: true }],
    options: letterOptions,
    examples: ['outbox samples', 'outbox samples Receipt --html receipt.html'],
    async run({ api, argument, option, note, save }) {
      if (argument.kind === undefined) {
        const kinds = await api('GET /api/staff/templates')
        const text = table(kinds, [
          { title: 'Kind', value: ({ kind }) => kind },
          { title: 'By', value: ({ channel }) => channel },
        ])
        return { raw: kinds, text }
      }
      const sample = await api('GET /api/staff/templates/:kind', { params: { kind: argument.kind } })
      note(await saveLetter(sample.html, option, save))
      return { raw: sample, text: [sample.subject, sample.text].filter(Boolean).join('\n\n') }
    },
  }),
]

async function saveLetter(
  html: string | null,
  { html: to, force }: { html: string | undefined; force: boolean },
  save: Save,
): Promise<string> {
  if (to === undefined) return ''
  if (html === null) return 'It is no mail, so there is nothing to save.'
  const bytes = new TextEncoder().encode(html)
  return (await save({ bytes, fileName: to }, { to, force })).text
}
