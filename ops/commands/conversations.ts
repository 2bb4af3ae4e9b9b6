import type { CannedReply } from '#contract/staff-canned-replies.ts'
import type { Conversation } from '#contract/staff-company.ts'
import { placeholders } from '#domain/canned-replies.ts'
import { command, type Command } from '../command.ts'
import { facts, table } from '../table.ts'
import { companyMoment, day, money, yesNo } from '../words.ts'

const limit = { value: 'count', about: 'how many, at most 200; 50 by default' } as const
const which = { name: 'conversation', about: 'its id, from conversations list' } as const
const reply = { name: 'reply', about: 'its id, from replies list' } as const
const title = { name: 'title', about: 'what it is called, in quotes' } as const
const body = {
  name: 'text',
  about: `with places such as ${placeholders
    .slice(0, 3)
    .map((name) => `{${name}}`)
    .join(', ')}`,
} as const

/** What people write to us, our answers, and what helps to give them. */
export const conversationCommands: Command[] = [
  command({
    name: 'conversations list',
    about: 'Lists conversations with customers and visitors, those that wait for an answer first.',
    options: { limit },
    examples: ['conversations list', 'conversations list --limit 10'],
    async run({ api, option }) {
      const conversations = await api('GET /api/staff/conversations', { query: { limit: option.limit } })
      const text = table(
        conversations,
        [
          { title: 'Who', value: ({ name }) => name },
          { title: 'E-mail', value: ({ email }) => email },
          { title: 'Accounts', value: ({ shortIds }) => shortIds.join(', ') },
          { title: 'Answered', value: ({ isAnswered }) => yesNo(isAnswered) },
          { title: 'Last', value: ({ last }) => companyMoment(last.sentAt) },
          { title: 'Id', value: ({ id }) => id },
          { title: 'Message', value: ({ last }) => last.text },
        ],
        'No conversations yet.',
      )
      return { raw: conversations, text }
    },
  }),
  command({
    name: 'conversations show',
    about: 'Shows one conversation, oldest message first.',
    arguments: [which],
    examples: ['conversations show 7f03b1aa', 'conversations show 7f03b1aa --json'],
    async run({ api, argument }) {
      const shown = await api('GET /api/staff/conversations/:conversationId', {
        params: { conversationId: argument.conversation },
      })
      return { raw: shown, text: conversationPage(shown) }
    },
  }),
  command({
    name: 'conversations reply',
    about: 'Answers a customer or a visitor: in the portal at once, and by mail.',
    arguments: [which, { name: 'text', about: 'what you say, in quotes' }],
    examples: [
      'conversations reply 7f03b1aa "Your statement is under Statements now."',
      'conversations reply 7f03b1aa "We have changed the date for you."',
    ],
    async run({ api, argument }) {
      const shown = await api('POST /api/staff/conversations/:conversationId/reply', {
        params: { conversationId: argument.conversation },
        body: { text: argument.text, reason: 'Reply to their message' },
      })
      return { raw: shown, text: `Sent.\n\n${conversationPage(shown)}` }
    },
  }),
  command({
    name: 'conversations facts',
    about: 'Shows how the families of who writes stand, and what may help.',
    arguments: [which],
    examples: ['conversations facts 7f03b1aa', 'conversations facts 7f03b1aa --json'],
    async run({ api, argument }) {
      const shown = await api('GET /api/staff/conversations/:conversationId/facts', {
        params: { conversationId: argument.conversation },
      })
      const dated = (value: { amount: number; date: string } | null, region: 'AU' | 'UK') =>
        value && `${money(value.amount, region)}, ${day(value.date)}`
      const text = shown.families.map((family) =>
        facts([
          ['Family', `${family.familyName}, ${family.shortId}`],
          ['School', family.schoolName],
          ['Overdue', dated(family.overdue, family.region)],
          ['Next debit', dated(family.next, family.region)],
          ['On its way', dated(family.onItsWay, family.region)],
          ['Balance', money(family.balance, family.region)],
          [
            'Plan',
            family.plan && `${family.plan.paid} of ${family.plan.count} paid in ${family.plan.yearName}`,
          ],
          ['May help', family.suggestions.map(({ label }) => label).join('; ') || null],
        ]),
      )
      return { raw: shown, text: text.join('\n\n') || 'A visitor: no family is known.' }
    },
  }),
  command({
    name: 'conversations close',
    about: 'Closes a conversation that needs no answer; what they write next opens it again.',
    arguments: [which],
    isChange: true,
    examples: [
      'conversations close 7f03b1aa --reason "They said thank you"',
      'conversations close 7f03b1aa --reason "Settled by phone" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/conversations/:conversationId/close', {
        params: { conversationId: argument.conversation },
        body: { reason },
      })
      return { raw, text: 'Closed.' }
    },
  }),
  command({
    name: 'conversations reopen',
    about: 'Opens a conversation that was closed.',
    arguments: [which],
    isChange: true,
    examples: [
      'conversations reopen 7f03b1aa --reason "Closed by mistake"',
      'conversations reopen 7f03b1aa --reason "They called" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/conversations/:conversationId/reopen', {
        params: { conversationId: argument.conversation },
        body: { reason },
      })
      return { raw, text: 'Open again.' }
    },
  }),
  command({
    name: 'replies list',
    about: 'Lists canned replies; for a conversation they are filled in.',
    arguments: [{ ...which, isOptional: true }],
    examples: ['replies list', 'replies list 7f03b1aa'],
    async run({ api, argument }) {
      if (argument.conversation !== undefined) {
        const filled = await api('GET /api/staff/conversations/:conversationId/canned-replies', {
          params: { conversationId: argument.conversation },
        })
        const shown = filled.map((each) => ({ ...each, body: each.text }))
        return { raw: filled, text: replyTable(shown) }
      }
      const replies = await api('GET /api/staff/canned-replies')
      return { raw: replies, text: replyTable(replies) }
    },
  }),
  command({
    name: 'replies add',
    about: 'Adds a canned reply.',
    arguments: [title, body],
    isChange: true,
    examples: [
      'replies add "We are looking" "Hi {first name}, we look into it." --reason "Asked often"',
      'replies add "Next payment" "It is {next payment sum} on {next payment day}." --reason "Asked often"',
    ],
    async run({ api, reason, argument }) {
      const added = await api('POST /api/staff/canned-replies', {
        body: { title: argument.title, body: argument.text, reason },
      })
      return { raw: added, text: replyTable([added]) }
    },
  }),
  command({
    name: 'replies change',
    about: 'Changes a canned reply.',
    arguments: [reply, title, body],
    isChange: true,
    examples: [
      'replies change 7f03b1aa "We are looking" "Hi {first name}, we look into it today." --reason "Clearer"',
      'replies change 7f03b1aa "Looking" "We look into it." --reason "Shorter" --json',
    ],
    async run({ api, reason, argument }) {
      const changed = await api('PUT /api/staff/canned-replies/:replyId', {
        params: { replyId: argument.reply },
        body: { title: argument.title, body: argument.text, reason },
      })
      return { raw: changed, text: replyTable([changed]) }
    },
  }),
  command({
    name: 'replies remove',
    about: 'Removes a canned reply.',
    arguments: [reply],
    isChange: true,
    examples: [
      'replies remove 7f03b1aa --reason "Nobody uses it"',
      'replies remove 7f03b1aa --reason "Out of date" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/canned-replies/:replyId/remove', {
        params: { replyId: argument.reply },
        body: { reason },
      })
      return { raw, text: 'Removed.' }
    },
  }),
]

function replyTable(replies: readonly CannedReply[]): string {
  return table(
    replies,
    [
      { title: 'Title', value: (each) => each.title },
      { title: 'Changed', value: ({ changedAt }) => companyMoment(changedAt) },
      { title: 'By', value: ({ changedBy }) => changedBy },
      { title: 'Id', value: ({ id }) => id },
      { title: 'Text', value: (each) => each.body },
    ],
    'There are no canned replies yet.',
  )
}

function conversationPage({ name, customerId, email, shortIds, messages }: Conversation): string {
  const head = facts([
    ['Who', name],
    ['E-mail', email],
    ['Accounts', shortIds.join(', ')],
    ['Note', customerId === null ? 'Email address not verified.' : null],
  ])
  const lines = messages.map(
    ({ author, name: by, text, about, sentAt }) =>
      `${companyMoment(sentAt)}  ${by} (${author})\n${about === null ? '' : `  About: ${about}\n`}  ${text}`,
  )
  return [head, ...lines].join('\n\n')
}
