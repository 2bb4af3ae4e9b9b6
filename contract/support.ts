import * as z from 'zod/mini'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { email } from './login.ts'
import { id, instant, line, uuid } from './wire.ts'

export const chatAuthors = ['Customer', 'Staff'] as const
export type ChatAuthor = (typeof chatAuthors)[number]

const chatMessage = z.object({ id, author: z.enum(chatAuthors), text: z.string(), sentAt: instant })
export type ChatMessage = z.infer<typeof chatMessage>

const words = line(2000)

/** Chosen by the sender, so that a retry after a lost reply does not create a second message. */
const messageId = z.optional(z.uuid())

const chatTopic = z.strictObject({ kind: z.literal('Arrangement'), accountId: uuid })
export type ChatTopic = z.infer<typeof chatTopic>

/** Exactly one address, because text from a stranger becomes the recipient of an e-mail. */
const visitorEmail = email.check(z.regex(/^[^\s@<>()[\]\\,;:"]+@[a-z\d-]+(\.[a-z\d-]+)+$/))

/** 256 random bits that only the visitor's browser knows. */
const visitorKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

named({
  ChatMessage: [chatMessage, 'A message between a family and our team.'],
  ChatTopic: [chatTopic, 'The topic of a message, so that staff need not ask for it.'],
})

export const support = endpoints({
  'GET /api/portal/customer/chat': {
    summary: "The customer's conversation with support: its newest messages, oldest first",
    access: 'customer',
    reply: z.array(chatMessage),
  },
  'POST /api/portal/customer/chat': {
    summary: 'Sends a message to support',
    access: 'customer',
    body: z.strictObject({ text: words, messageId, about: z.optional(chatTopic) }),
    reply: chatMessage,
    refusals: ['not_found', 'not_by_staff', 'rate_limited'],
  },
  'POST /api/support/chat': {
    summary: 'Sends a message to support without a session, for visitors who cannot log in',
    access: 'public',
    body: z.strictObject({ email: visitorEmail, text: words, messageId, key: z.optional(visitorKey) }),
    reply: described(
      'The key gives access to the conversation. Without one, a new conversation starts.',
      z.object({ key: visitorKey, message: chatMessage }),
    ),
    refusals: ['not_found', 'rate_limited'],
  },
  'POST /api/support/chat/messages': {
    summary: 'The conversation of a visitor, oldest message first; the key stays out of URLs and logs',
    access: 'public',
    body: z.strictObject({ key: visitorKey }),
    reply: z.array(chatMessage),
    refusals: ['not_found', 'rate_limited'],
  },
  'POST /api/client-errors': {
    summary: 'Reports an error from the portal in the browser',
    access: 'public',
    takesAnyText: true,
    body: z.strictObject({
      message: line(1000),
      path: described(
        'The path only: a query may contain a log-in token.',
        z.string().check(z.regex(/^\/[^?#]*$/), z.maxLength(500)),
      ),
      stack: z.optional(z.string().check(z.maxLength(8000))),
      requestId: described(
        'From the failed reply, if there was one.',
        z.optional(z.string().check(z.maxLength(64))),
      ),
    }),
    refusals: ['rate_limited'],
  },
})
