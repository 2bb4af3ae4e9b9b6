import * as z from 'zod/mini'
import { activityFilters } from '#domain/audit-words.ts'
import { paymentKinds, paymentStatuses } from '#domain/payments.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { outboxMessage, messageStatuses } from './staff-company.ts'
import { accountId, countInQuery, unlessSent, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant } from './wire.ts'

const cursor = described(
  "The cursor from the previous page's reply.",
  z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
)
const nextCursor = described('Null on the last page.', z.nullable(z.string()))
const limit = unlessSent(countInQuery(200), 20)
const params = z.object({ accountId })

export const paymentFilters = ['All', 'Failed', 'OnItsWay', 'Refunded'] as const

const payment = z.object({
  id,
  date: calendarDate,
  kind: z.enum(paymentKinds),
  name: described('"Payment 21, third try", "Extra payment"', z.string()),
  methodName: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  providerId: described(
    "The provider's id; null until the provider has the payment.",
    z.nullable(z.string()),
  ),
  amount,
  surcharge: amount,
  refunded: amount,
})
export type FamilyPayment = z.infer<typeof payment>

const payments = z.object({
  region: z.enum(regions),
  counts: z.object({ All: z.int(), Failed: z.int(), OnItsWay: z.int(), Refunded: z.int() }),
  payments: z.array(payment),
  nextCursor,
})
export type FamilyPayments = z.infer<typeof payments>

export const documentKinds = ['Statement', 'Invoice', 'DiscountLetter', 'DirectDebit', 'Identity'] as const

const document = z.object({
  id,
  kind: z.enum(documentKinds),
  name: z.string(),
  about: z.string(),
  from: described('The person or system that created or submitted it.', z.string()),
  date: calendarDate,
  isThere: described('False if the file was deleted or never existed.', z.boolean()),
})
export type FamilyDocument = z.infer<typeof document>

const documents = z.object({ region: z.enum(regions), documents: z.array(document) })
export type FamilyDocuments = z.infer<typeof documents>

export const messageFilters = ['All', 'Mails', 'Texts'] as const

const message = z.object({
  id,
  channel: z.enum(['sms', 'email']),
  title: described('The subject: "Payment overdue".', z.string()),
  recipient: described('A mobile number is masked.', z.string()),
  status: z.enum(messageStatuses),
  at: described('The time of sending, or of writing if it was not sent.', instant),
})
export type FamilyMessage = z.infer<typeof message>

const messages = z.object({
  region: z.enum(regions),
  counts: z.object({ All: z.int(), Mails: z.int(), Texts: z.int() }),
  messages: z.array(message),
  nextCursor,
})
export type FamilyMessages = z.infer<typeof messages>

const messageAsItLooked = z.object({
  ...message.shape,
  isSecret: described(
    'Whether it contains a code or a log-in link, so that its text is never shown.',
    z.boolean(),
  ),
  lastError: described('The reason why it could not be sent.', z.nullable(z.string())),
  canBeSentAgain: z.boolean(),
  subject: outboxMessage.shape.subject,
  text: outboxMessage.shape.text,
  html: outboxMessage.shape.html,
})
export type FamilyMessageAsItLooked = z.infer<typeof messageAsItLooked>

const activity = z.object({
  id,
  at: instant,
  by: z.enum(['Family', 'Staff', 'System', 'Guest']),
  who: described('The person, or "System" if no person acted.', z.string()),
  sentence: described("A sentence about the action, after the person's name.", z.string()),
  detail: described('The reason and other details.', z.string()),
  tone: z.enum(['Plain', 'Warning', 'Failure']),
  isReading: described('Whether it was only a view.', z.boolean()),
})
export type FamilyActivity = z.infer<typeof activity>

const activities = z.object({
  region: z.enum(regions),
  today: calendarDate,
  events: z.array(activity),
  nextCursor,
})
export type FamilyActivities = z.infer<typeof activities>

named({
  FamilyPayment: [payment, 'A payment of a family with its history.'],
  FamilyDocument: [document, 'A document of a family.'],
  FamilyMessage: [message, 'A message to a member of a family.'],
  FamilyMessageAsItLooked: [messageAsItLooked, 'A message with its text.'],
  FamilyActivity: [activity, 'An action, described in a sentence.'],
})

export const staffFamilyRecords = endpoints({
  'GET /api/staff/families/:accountId/payments': {
    summary: 'The payments of a family with their histories, newest first and page by page',
    access: 'support',
    params,
    query: z.object({
      filter: described('The payments to list.', unlessSent(z.enum(paymentFilters), 'All')),
      cursor,
      limit,
    }),
    reply: payments,
  },
  'GET /api/staff/families/:accountId/documents': {
    summary: 'Statements, invoices, letters and identity documents of a family',
    access: 'support',
    params,
    reply: documents,
  },
  'GET /api/staff/families/:accountId/documents/:kind/:documentId': {
    summary: 'One document of a family as a file; the view is recorded',
    access: 'support',
    params: z.object({
      accountId,
      kind: described(
        'The kind of document; copies of identity documents open only with their review.',
        z.enum(documentKinds),
      ),
      documentId: described('The id of a document, from the list.', uuid),
    }),
    reply: file('application/pdf', 'image/png', 'image/jpeg'),
    refusals: ['file_missing'],
  },
  'GET /api/staff/families/:accountId/messages': {
    summary: 'Mails and text messages to the members of a family, newest first and page by page',
    access: 'support',
    params,
    query: z.object({
      filter: described('The messages to list.', unlessSent(z.enum(messageFilters), 'All')),
      cursor,
      limit,
    }),
    reply: messages,
  },
  'GET /api/staff/families/:accountId/messages/:messageId': {
    summary: 'One message as it looked; never a code or a link that grants access',
    access: 'support',
    params: z.object({ accountId, messageId: described('The id of a message, from the list.', uuid) }),
    reply: messageAsItLooked,
  },
  'GET /api/staff/families/:accountId/activity': {
    summary: 'The activity of and about a family in sentences, newest first and page by page',
    description: 'For the role `support`, messages to our care team are left out.',
    access: 'support',
    params,
    query: z.object({
      filter: described(
        'The actors to list, or only activity about money.',
        unlessSent(z.enum(activityFilters), 'Everything'),
      ),
      cursor,
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: activities,
  },
})
