import { documentKinds } from '#contract/staff-family-records.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { accountBy } from '../lookup.ts'
import { saveOptions } from '../save-file.ts'
import { table } from '../table.ts'
import { companyMoment, day, moment } from '../words.ts'

const which = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const note = { name: 'note', about: 'its id' } as const

export const familyRecordCommands: Command[] = [
  command({
    name: 'documents list',
    about: 'Lists statements, invoices, letters and identity documents of a family.',
    arguments: [which],
    examples: ['documents list LW12345', 'documents list LW12345 --json'],
    async run({ api, argument }) {
      const accountId = await accountBy(api, argument.account)
      const { documents } = await api('GET /api/staff/families/:accountId/documents', {
        params: { accountId },
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
  command({
    name: 'documents save',
    about: 'Downloads a family document, readable only by you. The download is recorded.',
    arguments: [which, { name: 'document', about: 'its id' }],
    options: {
      kind: { value: 'kind', about: `one of ${documentKinds.join(', ')}`, isRequired: true },
      ...saveOptions,
    },
    examples: [
      'documents save LW12345 9f20c1aa --kind Statement',
      'documents save LW12345 9f20c1aa --kind Invoice --to invoice.pdf',
    ],
    async run({ api, argument, option, save }) {
      const file = await api('GET /api/staff/families/:accountId/documents/:kind/:documentId', {
        params: {
          accountId: await accountBy(api, argument.account),
          kind: choice('--kind', option.kind, documentKinds),
          documentId: argument.document,
        },
      })
      return save(file, { to: option.to, force: option.force })
    },
  }),
  command({
    name: 'messages list',
    about: 'Lists mails and text messages to the members of a family, newest first.',
    arguments: [which],
    options: {
      cursor: { value: 'cursor', about: 'where the page before ended' },
      limit: { value: 'count', about: 'how many, at most 200' },
    },
    examples: ['messages list LW12345', 'messages list LW12345 --limit 50'],
    async run({ api, argument, option }) {
      const found = await api('GET /api/staff/families/:accountId/messages', {
        params: { accountId: await accountBy(api, argument.account) },
        query: option,
      })
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
      return { raw: found, text: text + more }
    },
  }),
  command({
    name: 'messages show',
    about: 'Shows a message to a member of a family in its words; never a code.',
    arguments: [which, { name: 'message', about: 'its id' }],
    examples: ['messages show LW12345 9f20c1aa', 'messages show LW12345 9f20c1aa --json'],
    async run({ api, argument }) {
      const message = await api('GET /api/staff/families/:accountId/messages/:messageId', {
        params: { accountId: await accountBy(api, argument.account), messageId: argument.message },
      })
      const words = message.text ?? 'Hidden: it contains a code or a link that gives access.'
      return { raw: message, text: [message.subject, words].filter(Boolean).join('\n\n') }
    },
  }),
  command({
    name: 'notes list',
    about: 'Lists the notes of staff about a family.',
    arguments: [which],
    examples: ['notes list LW12345', 'notes list LW12345 --json'],
    async run({ api, argument }) {
      const accountId = await accountBy(api, argument.account)
      return shown(await api('GET /api/staff/families/:accountId/notes', { params: { accountId } }))
    },
  }),
  command({
    name: 'notes add',
    about: 'Adds a note about a family, which the family does not see in the portal.',
    arguments: [which, { name: 'text', about: 'what the next person should know' }],
    options: { pin: { about: 'keeps it at the top' } },
    isChange: true,
    examples: [
      'notes add LW12345 "Call Leena, not Daniel" --reason "Asked on the phone"',
      'notes add LW12345 "Call Leena, not Daniel" --pin --reason "Asked on the phone"',
    ],
    async run({ api, reason, argument, option }) {
      const accountId = await accountBy(api, argument.account)
      return shown(
        await api('POST /api/staff/families/:accountId/notes', {
          params: { accountId },
          body: { text: argument.text, isPinned: option.pin, reason },
        }),
      )
    },
  }),
  command({
    name: 'notes edit',
    about: 'Changes a note of your own, or pins and unpins any.',
    arguments: [which, note],
    options: {
      text: { value: 'text', about: 'the new words' },
      pin: { value: 'yes|no', about: 'whether it is kept at the top' },
    },
    isChange: true,
    examples: [
      'notes edit LW12345 9f20c1aa --text "Call Leena" --reason "Shorter"',
      'notes edit LW12345 9f20c1aa --pin no --reason "Over"',
    ],
    async run({ api, reason, argument, option }) {
      const accountId = await accountBy(api, argument.account)
      const isPinned =
        option.pin === undefined ? undefined : choice('--pin', option.pin, ['yes', 'no']) === 'yes'
      return shown(
        await api('PUT /api/staff/families/:accountId/notes/:noteId', {
          params: { accountId, noteId: argument.note },
          body: { text: option.text, isPinned, reason },
        }),
      )
    },
  }),
  command({
    name: 'notes delete',
    about: 'Deletes a note of your own.',
    arguments: [which, note],
    isChange: true,
    warning: 'The note cannot be brought back.',
    examples: [
      'notes delete LW12345 9f20c1aa --reason "Not true any more"',
      'notes delete LW12345 9f20c1aa --reason "Wrong family" --yes',
    ],
    async run({ api, reason, argument }) {
      const accountId = await accountBy(api, argument.account)
      return shown(
        await api('POST /api/staff/families/:accountId/notes/:noteId/delete', {
          params: { accountId, noteId: argument.note },
          body: { reason },
        }),
      )
    },
  }),
]

type Note = { id: string; text: string; isPinned: boolean; byName: string; writtenAt: string }

function shown(notes: readonly Note[]) {
  const text = table(
    notes,
    [
      { title: 'Pinned', value: ({ isPinned }) => (isPinned ? 'yes' : '') },
      { title: 'Note', value: ({ text: words }) => words },
      { title: 'By', value: ({ byName }) => byName },
      { title: 'Written', value: ({ writtenAt }) => companyMoment(writtenAt) },
      { title: 'Id', value: ({ id }) => id },
    ],
    'There are no notes.',
  )
  return { raw: notes, text }
}
