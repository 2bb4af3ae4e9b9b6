import * as z from 'zod/mini'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant } from './wire.ts'

const suggestion = z.object({
  action: described('The name of an action of the family at the desk.', z.string()),
  label: z.string(),
  query: described('What the action begins with.', z.record(z.string(), z.string())),
})
export type ChatSuggestion = z.infer<typeof suggestion>

const dated = z.object({ amount, date: calendarDate })

const family = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.string(),
  schoolName: z.string(),
  region: z.enum(regions),
  overdue: described('What is overdue, and since when.', z.nullable(dated)),
  next: described('What is collected next.', z.nullable(dated)),
  onItsWay: described('Bank debits under way, and since when.', z.nullable(dated)),
  balance: described('Positive is credit of the family.', amount),
  plan: z.nullable(z.object({ yearName: z.string(), paid: z.int(), count: z.int() })),
  note: described(
    'What colleagues pinned to the family, or else what they noted last.',
    z.nullable(z.object({ text: z.string(), byName: z.string(), writtenAt: instant })),
  ),
  suggestions: described('What may help, from how the family stands.', z.array(suggestion)),
})
export type ChatFamily = z.infer<typeof family>

const facts = z.object({
  families: described('Of the customer who writes; none for a visitor.', z.array(family)),
  notices: described(
    'What we mailed them meanwhile, oldest first.',
    z.array(z.object({ id, title: z.string(), at: instant })),
  ),
  lastSeenAt: described('When they last logged in; null for a visitor.', z.nullable(instant)),
})
export type ChatFacts = z.infer<typeof facts>

const standing = z.object({ id, closedAt: z.nullable(instant) })

const conversationParams = z.object({
  conversationId: described('A conversation, by its id in the list.', uuid),
})

named({
  ChatSuggestion: [suggestion, 'An action that may help the family.'],
  ChatFamily: [family, 'How a family stands, for who answers it.'],
  ChatFacts: [facts, 'What to know while answering.'],
})

/** What staff need besides the messages of a conversation. */
export const staffConversations = endpoints({
  'GET /api/staff/conversations/:conversationId/facts': {
    summary: 'How the families of who writes stand, what we mailed them meanwhile, and what may help',
    access: 'staff',
    role: 'support',
    params: conversationParams,
    reply: facts,
    refusals: ['not_found'],
  },
  'POST /api/staff/conversations/:conversationId/close': {
    summary: 'Closes a conversation that needs no answer',
    access: 'staff',
    role: 'support',
    params: conversationParams,
    body: change({}),
    reply: standing,
    refusals: ['not_found'],
  },
  'POST /api/staff/conversations/:conversationId/reopen': {
    summary: 'Opens a conversation that was closed',
    access: 'staff',
    role: 'support',
    params: conversationParams,
    body: change({}),
    reply: standing,
    refusals: ['not_found'],
  },
})
