import * as z from 'zod/mini'
import { placeholders } from '#domain/canned-replies.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change, uuid } from './staff-wire.ts'
import { id, instant, line } from './wire.ts'

const reply = z.object({
  id,
  title: z.string(),
  body: described('The text, with placeholders such as {first name}.', z.string()),
  changedBy: z.string(),
  changedAt: instant,
})
export type CannedReply = z.infer<typeof reply>

const filledReply = z.extend(reply, {
  text: described('The text with the facts of the conversation filled in.', z.string()),
  missing: described(
    'The placeholders that stay empty, because this family lacks the fact.',
    z.array(z.enum(placeholders)),
  ),
})
export type FilledReply = z.infer<typeof filledReply>

const written = { title: line(60), body: line(2000) }
const replyParams = z.object({ replyId: described('The id of a canned reply, from the list.', uuid) })

named({
  CannedReply: [reply, 'A prepared answer to a frequent question.'],
  FilledReply: [filledReply, 'A canned reply, filled in for one conversation.'],
})

/** Prepared answers to frequent questions. */
export const staffCannedReplies = endpoints({
  'GET /api/staff/canned-replies': {
    summary: 'All canned replies, by title',
    access: 'support',
    reply: z.array(reply),
  },
  'GET /api/staff/conversations/:conversationId/canned-replies': {
    summary: 'All canned replies, filled in with the facts of the family',
    access: 'support',
    params: z.object({ conversationId: described('The id of a conversation, from the list.', uuid) }),
    reply: z.array(filledReply),
  },
  'POST /api/staff/canned-replies': {
    summary: 'Adds a canned reply',
    access: 'support',
    body: change(written),
    reply,
    refusals: ['already_exists'],
  },
  'PUT /api/staff/canned-replies/:replyId': {
    summary: 'Changes a canned reply',
    access: 'support',
    params: replyParams,
    body: change(written),
    reply,
    refusals: ['already_exists'],
  },
  'POST /api/staff/canned-replies/:replyId/remove': {
    summary: 'Removes a canned reply',
    access: 'support',
    params: replyParams,
    body: change({}),
  },
})
