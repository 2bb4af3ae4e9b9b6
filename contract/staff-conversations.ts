import * as z from 'zod/mini'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant } from './wire.ts'

const suggestion = z.object({
  action: described('The name of an action of the family at the desk.', z.string()),
  label: z.string(),
  query: described("The initial values of the action's form.", z.record(z.string(), z.string())),
})
export type ChatSuggestion = z.infer<typeof suggestion>

const dated = z.object({ amount, date: calendarDate })

const family = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.string(),
  schoolName: z.string(),
  region: z.enum(regions),
  overdue: described('The overdue amount, and the day since which it is overdue.', z.nullable(dated)),
  next: described('The next collection.', z.nullable(dated)),
  onItsWay: described('Bank debits in progress, and the day since which they are.', z.nullable(dated)),
  balance: described("Positive is credit in the family's favour.", amount),
  plan: z.nullable(z.object({ yearName: z.string(), paid: z.int(), count: z.int() })),
  note: described(
    'The pinned note about the family, or else the latest one.',
    z.nullable(z.object({ text: z.string(), byName: z.string(), writtenAt: instant })),
  ),
  suggestions: described("Actions that may help, suggested by the family's situation.", z.array(suggestion)),
})
export type ChatFamily = z.infer<typeof family>

const facts = z.object({
  families: described('The families of the customer who writes; empty for a visitor.', z.array(family)),
  notices: described(
    'The mails sent to them during the conversation, oldest first.',
    z.array(z.object({ id, title: z.string(), at: instant })),
  ),
  lastSeenAt: described('When they last logged in; null for a visitor.', z.nullable(instant)),
})
export type ChatFacts = z.infer<typeof facts>

const standing = z.object({ id, closedAt: z.nullable(instant) })

const conversationParams = z.object({
  conversationId: described('The id of a conversation, from the list.', uuid),
})

named({
  ChatSuggestion: [suggestion, 'An action that may help the family.'],
  ChatFamily: [family, 'The situation of a family, for the person who answers.'],
  ChatFacts: [facts, 'Facts for answering a conversation.'],
})

/** Facts about a conversation besides its messages, and closing it. */
export const staffConversations = endpoints({
  'GET /api/staff/conversations/:conversationId/facts': {
    summary: "The situation of the customer's families, recent mails and suggested actions",
    access: 'support',
    params: conversationParams,
    reply: facts,
  },
  'POST /api/staff/conversations/:conversationId/close': {
    summary: 'Closes a conversation that needs no answer',
    access: 'support',
    params: conversationParams,
    body: change({}),
    reply: standing,
  },
  'POST /api/staff/conversations/:conversationId/reopen': {
    summary: 'Reopens a conversation',
    access: 'support',
    params: conversationParams,
    body: change({}),
    reply: standing,
  },
})
