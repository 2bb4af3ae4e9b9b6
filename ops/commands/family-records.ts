import type { FamilyNote } from '#contract/staff-family-notes.ts'
import { callCommand, fileCommand } from '../call-command.ts'
import { command, type Command } from '../command.ts'
import { table } from '../table.ts'
import { companyMoment, day, moment } from '../words.ts'

const which = { name: 'account', about: 'its short id, like LW12345, or its id' } as const

export const familyRecordCommands: Command[] = [
  command({
    name: 'documents list',
    about: 'Lists statements, invoices, letters and identity documents of a family.',
    arguments: [which],
    examples: ['documents list LW12345'],
    async run({ api, argument }) {
      const { documents } = await api('GET /api/staff/families/:accountId/documents', {
        params: { accountId: argument.account },
      })
      const text = table(
        documents,
        [
          { title: 'Date', value: ({ date }) => day(date) },
          { title: 'Kind', value: ({ kind }) => kind },
          { title: 'Document', value: ({ name }) => name },
          { title: 'About', value: ({ about }) => about },
          { title: 'From', value: ({ from }) => from },
          { title: 'File', value: ({ isThere }) => (isThere ? 'yes' : 'no') },
          { title: 'Id', value: ({ id }) => id },
        ],
        'There are no documents.',
      )
      return { raw: documents, text }
    },
  }),
  fileCommand({
    name: 'documents save',
    about: 'Downloads a family document, readable only by you. The download is recorded.',
    call: 'GET /api/staff/families/:accountId/documents/:kind/:documentId',
    arguments: { document: { about: 'its id', field: 'documentId' } },
    options: { kind: {} },
    examples: [
      'documents save LW12345 9f20c1aa --kind Statement',
      'documents save LW12345 9f20c1aa --kind Invoice --to invoice.pdf',
    ],
  }),
  callCommand({
    name: 'messages list',
    about: 'Lists mails and text messages to the members of a family, newest first.',
    call: 'GET /api/staff/families/:accountId/messages',
    options: { cursor: 'where the page before ended', limit: {} },
    examples: ['messages list LW12345', 'messages list LW12345 --limit 50'],
    text: (found) => {
      const text = table(
        found.messages,
        [
          { title: 'Sent', value: ({ at }) => moment(at, found.region) },
          { title: 'Way', value: ({ channel }) => (channel === 'sms' ? 'text' : 'mail') },
          { title: 'Message', value: ({ title }) => title },
          { title: 'To', value: ({ recipient }) => recipient },
          { title: 'State', value: ({ status }) => status },
          { title: 'Id', value: ({ id }) => id },
        ],
        'Nothing was sent.',
      )
      const more = found.nextCursor === null ? '' : `\n\nThere is more: add --cursor ${found.nextCursor}`
      return text + more
    },
  }),
  callCommand({
    name: 'messages show',
    about: 'Shows a message to a member of a family in its words; never a code.',
    call: 'GET /api/staff/families/:accountId/messages/:messageId',
    arguments: { message: { about: 'its id', field: 'messageId' } },
    examples: ['messages show LW12345 9f20c1aa'],
    text: (message) => {
      const words = message.text ?? 'Hidden: it contains a code or a link that gives access.'
      return [message.subject, words].filter(Boolean).join('\n\n')
    },
  }),
  callCommand({
    name: 'notes list',
    about: 'Lists the notes of staff about a family.',
    call: 'GET /api/staff/families/:accountId/notes',
    examples: ['notes list LW12345'],
    text: noteTable,
  }),
  callCommand({
    name: 'notes add',
    about: 'Adds a note about a family, which the family does not see in the portal.',
    call: 'POST /api/staff/families/:accountId/notes',
    arguments: { text: 'what the next person should know' },
    options: { pin: { about: 'keeps it at the top', field: 'isPinned', isFlag: true } },
    examples: [
      'notes add LW12345 "Call Leena, not Daniel" --reason "Asked on the phone"',
      'notes add LW12345 "Call Leena, not Daniel" --pin --reason "Asked on the phone"',
    ],
    text: noteTable,
  }),
  callCommand({
    name: 'notes edit',
    about: 'Changes a note of your own, or pins and unpins any.',
    call: 'PUT /api/staff/families/:accountId/notes/:noteId',
    options: {
      text: 'the new words',
      pin: { field: 'isPinned', about: 'whether it is kept at the top' },
    },
    examples: [
      'notes edit LW12345 9f20c1aa --text "Call Leena" --reason "Shorter"',
      'notes edit LW12345 9f20c1aa --pin no --reason "Over"',
    ],
    text: noteTable,
  }),
  callCommand({
    name: 'notes delete',
    about: 'Deletes a note of your own.',
    call: 'POST /api/staff/families/:accountId/notes/:noteId/delete',
    arguments: { note: { about: 'its id', field: 'noteId' } },
    warning: 'The note cannot be brought back.',
    examples: ['notes delete LW12345 9f20c1aa --reason "Not true any more"'],
    text: noteTable,
  }),
]

function noteTable(notes: readonly FamilyNote[]): string {
  return table(
    notes,
    [
      { title: 'Pinned', value: ({ isPinned }) => (isPinned ? 'yes' : '') },
      { title: 'Note', value: ({ text }) => text },
      { title: 'By', value: ({ byName }) => byName },
      { title: 'Written', value: ({ writtenAt }) => companyMoment(writtenAt) },
      { title: 'Id', value: ({ id }) => id },
    ],
    'There are no notes.',
  )
}
