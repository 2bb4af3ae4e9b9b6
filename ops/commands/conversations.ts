import { callCommand } from '../call-command.ts'
import type { CannedReply } from '#contract/staff-canned-replies.ts'
import type { Conversation } from '#contract/staff-company.ts'
import { placeholders } from '#domain/canned-replies.ts'
import { command, type Command } from '../command.ts'
import { facts, table } from '../table.ts'
import { companyMoment, day, money, yesNo } from '../words.ts'

const which = { name: 'conversation', about: 'its id, from conversations list' } as const
const replyArguments = {
  title: 'what it is called, in quotes',
  text: {
    field: 'body',
    about: `with places such as ${placeholders
      .slice(0, 3)
      .map((name) => `{${name}}`)
      .join(', ')}`,
  },
}

/** What people write to us, our answers, and what helps to give them. */
export const conversationCommands: Command[] = [
  callCommand({
    name: 'conversations list',
    about: 'Lists conversations with customers and visitors, those that wait for a reply first.',
    call: 'GET /api/staff/conversations',
    options: { limit: {} },
    examples: ['conversations list', 'conversations list --limit 10'],
    text: (conversations) =>
      table(
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
      ),
  }),
  callCommand({
    name: 'conversations show',
    about: 'Shows one conversation, oldest message first.',
    call: 'GET /api/staff/conversations/:conversationId',
    examples: ['conversations show 7f03b1aa'],
    text: conversationPage,
  }),
  command({
    name: 'conversations reply',
    about: 'Replies to a customer or a visitor: in the portal immediately, and by email.',
    arguments: [which, { name: 'text', about: 'what you say, in quotes' }],
    examples: ['conversations reply 7f03b1aa "Your statement is under Statements now."'],
    async run({ api, argument }) {
      const shown = await api('POST /api/staff/conversations/:conversationId/reply', {
        params: { conversationId: argument.conversation },
        body: { text: argument.text, reason: 'Reply to their message' },
      })
      return { raw: shown, text: `Sent.\n\n${conversationPage(shown)}` }
    },
  }),
  callCommand({
    name: 'conversations facts',
    about: 'Shows how the families of the person who writes stand, and what may help.',
    call: 'GET /api/staff/conversations/:conversationId/facts',
    examples: ['conversations facts 7f03b1aa'],
    text: ({ families }) => {
      const dated = (value: { amount: number; date: string } | null, region: 'AU' | 'UK') =>
        value && `${money(value.amount, region)}, ${day(value.date)}`
      const text = families.map((family) =>
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
      return text.join('\n\n') || 'A visitor: no family is known.'
    },
  }),
  callCommand({
    name: 'conversations close',
    about: 'Closes a conversation that needs no reply; their next message opens it again.',
    call: 'POST /api/staff/conversations/:conversationId/close',
    examples: ['conversations close 7f03b1aa --reason "They said thank you"'],
    text: () => 'Closed.',
  }),
  callCommand({
    name: 'conversations reopen',
    about: 'Opens a conversation that was closed.',
    call: 'POST /api/staff/conversations/:conversationId/reopen',
    examples: ['conversations reopen 7f03b1aa --reason "Closed by mistake"'],
    text: () => 'Open again.',
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
  callCommand({
    name: 'replies add',
    about: 'Adds a canned reply.',
    call: 'POST /api/staff/canned-replies',
    arguments: replyArguments,
    examples: ['replies add "We are looking" "Hi {first name}, we look into it." --reason "Asked often"'],
    text: (added) => replyTable([added]),
  }),
  callCommand({
    name: 'replies change',
    about: 'Changes a canned reply.',
    call: 'PUT /api/staff/canned-replies/:replyId',
    arguments: replyArguments,
    examples: [
      'replies change 7f03b1aa "We are looking" "Hi {first name}, we look into it today." --reason "Clearer"',
    ],
    text: (changed) => replyTable([changed]),
  }),
  callCommand({
    name: 'replies remove',
    about: 'Removes a canned reply.',
    call: 'POST /api/staff/canned-replies/:replyId/remove',
    examples: ['replies remove 7f03b1aa --reason "Nobody uses it"'],
    text: () => 'Removed.',
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
