import * as z from 'zod/mini'
import { areReminderDays } from '#domain/arrears.ts'
import { queueKinds, targetUnits } from '#domain/staff-queue.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { email } from './login.ts'
import { payoutAccount } from './staff-payouts.ts'
import { chatAuthors } from './support.ts'
import { change, countInQuery, unlessSent, uuid } from './staff-wire.ts'
import { id, instant, line, perRegion } from './wire.ts'

export const messageStatuses = ['Waiting', 'Sent', 'Expired', 'Refused'] as const

const outboxLine = z.object({
  id,
  channel: z.enum(['sms', 'email']),
  kind: described('Its kind; null for rows older than kinds.', z.nullable(z.string())),
  recipient: z.string(),
  status: z.enum(messageStatuses),
  tries: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
})
export type OutboxLine = z.infer<typeof outboxLine>

export const outboxMessage = z.object({
  ...outboxLine.shape,
  subject: z.nullable(z.string()),
  text: described('Null for a secret: staff may not read a code or a log-in link.', z.nullable(z.string())),
  html: z.nullable(z.string()),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

const sampleLine = z.object({ kind: z.string(), channel: z.enum(['sms', 'email']) })
const sample = z.object({
  ...sampleLine.shape,
  subject: z.nullable(z.string()),
  text: z.string(),
  html: z.nullable(z.string()),
})
export type MessageSample = z.infer<typeof sample>

const clientError = z.object({
  id,
  at: described('The time of the first, if the same error occurred several times within a minute.', instant),
  times: z.int(),
  environment: z.string(),
  path: z.string(),
  message: z.string(),
  stack: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type ClientError = z.infer<typeof clientError>

const phone = z.string().check(z.trim(), z.regex(/^[+\d][\d ()-]{4,30}$/))
const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(500))
const contact = z.object({ phone: z.string(), email: z.string() })

const hour = z.int().check(z.minimum(0), z.maximum(23))
export const quietHours = z.strictObject({ from: hour, until: hour })
const reminderDays = z.array(z.int()).check(z.refine(areReminderDays))
const careContact = z.strictObject({
  name: line(100),
  about: z.string().check(z.trim(), z.maxLength(300)),
  reach: z.string().check(z.trim(), z.maxLength(200)),
})
const careContacts = z.array(careContact).check(z.minLength(1), z.maxLength(20))
const target = z.strictObject({
  count: z.int().check(z.minimum(1), z.maximum(999)),
  unit: described('Days are business days.', z.enum(targetUnits)),
})

/** A setting that is left out is unchanged; null restores the installation's configuration. */
const setting = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

/** Everything that an admin may set while the server is running, as it is stored. */
export const settingFields = {
  brand: setting(line(40)),
  supportPhoneAu: setting(phone),
  supportPhoneUk: setting(phone),
  supportEmailAu: setting(email),
  supportEmailUk: setting(email),
  termsUrl: setting(address),
  fundedTermsUrl: setting(address),
  privacyUrl: setting(address),
  uploadInvoices: setting(z.boolean()),
  hideStatements: setting(z.boolean()),
  hideEarlyPayments: setting(z.boolean()),
  staffMayPay: setting(z.boolean()),
  requireTwoFactor: setting(z.boolean()),
  surchargeCapAu: setting(z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(10))),
  quietHours: described(
    "Full hours on the reader's clock; the same hour twice for none.",
    setting(quietHours),
  ),
  arrearsReminderDays: described('Days after it began, a week or more apart.', setting(reminderDays)),
  careContactsAu: setting(careContacts),
  careContactsUk: setting(careContacts),
  queueTargets: described(
    'Kinds that are left out keep their default target.',
    setting(z.partialRecord(z.enum(queueKinds), target)),
  ),
  deskDayEnds: described(
    'The hour at which a working day of staff ends.',
    setting(z.int().check(z.minimum(12), z.maximum(23))),
  ),
  payoutAccountAu: setting(payoutAccount),
}
const settingsChange = z.object(settingFields)
export type SettingsChange = z.infer<typeof settingsChange>

const companySettings = z.object({
  brand: z.string(),
  support: perRegion(contact),
  termsUrl: z.string(),
  fundedTermsUrl: z.string(),
  privacyUrl: z.string(),
  flags: z.object({
    uploadInvoices: z.boolean(),
    hideStatements: z.boolean(),
    hideEarlyPayments: z.boolean(),
    staffMayPay: z.boolean(),
  }),
  requireTwoFactor: described('Whether all staff need a second factor.', z.boolean()),
  surchargeCap: described(
    'The highest surcharge rate in percent that can be set for a region.',
    perRegion(z.number()),
  ),
  quietHours: described(
    "The hours on the reader's clock in which only urgent messages are sent; the same hour twice for none.",
    quietHours,
  ),
  arrearsReminderDays: described(
    'The numbers of days after the due date on which a family is reminded of arrears.',
    reminderDays,
  ),
  careContacts: described(
    'Other organisations that help families that find it hard to pay.',
    perRegion(careContacts),
  ),
  queueTargets: described('The target time for each kind of task.', z.record(z.enum(queueKinds), target)),
  deskDayEnds: described('The hour at which a working day of staff ends.', z.int()),
  payoutAccount: described(
    'The account that Australian payouts are paid from; null while none is set.',
    z.nullable(z.object({ bank: z.string(), bsb: z.string(), ending: z.string() })),
  ),
  changed: described(
    'The settings that were changed here; the others are as the installation was configured.',
    z.array(z.string()),
  ),
})
export type CompanySettingsReply = z.infer<typeof companySettings>

const jobRun = z.object({
  startedAt: instant,
  endedAt: described('Null while it runs.', z.nullable(instant)),
  outcome: z.nullable(z.enum(['Done', 'Failed'])),
  error: z.nullable(z.string()),
})
export type StaffJobRun = z.infer<typeof jobRun>

const job = z.object({
  name: z.string(),
  about: described('A description of the job.', z.string()),
  schedule: described(
    'The cron expression, in UTC; null for a job that other events start.',
    z.nullable(z.string()),
  ),
  canRun: described('Whether it can be started manually; jobs for a single item cannot.', z.boolean()),
  lastRun: z.nullable(jobRun),
  lastDoneAt: described('Null if no success is recorded.', z.nullable(instant)),
  isOverdue: described('Whether it has not succeeded for longer than its schedule allows.', z.boolean()),
  done: described('The number of runs in the last 24 hours.', z.int()),
  failed: z.int(),
  waiting: described('The number of runs in the queue now.', z.int()),
  active: z.int(),
  givenUp: described('The number of runs that failed after all attempts and need attention.', z.int()),
})
export type StaffJob = z.infer<typeof job>

const parkedItem = z.object({
  work: described("The job that could not process it, and the job's name for the row.", z.string()),
  item: z.string(),
  accountId: z.nullable(id),
  shortId: z.nullable(z.string()),
  tries: z.int(),
  reason: z.string(),
  firstFailedAt: instant,
  lastFailedAt: instant,
})
export type ParkedItem = z.infer<typeof parkedItem>

const backlog = z.object({ count: z.int(), oldestSeconds: z.number() })

const health = z.object({
  problems: described(
    'Problems that need attention, worst first.',
    z.array(z.object({ code: z.string(), text: z.string(), count: z.int() })),
  ),
  outbox: backlog,
  unknownPayments: backlog,
  unknownRefunds: backlog,
  parked: z.array(z.object({ work: z.string(), count: z.int() })),
  jobs: z.object({
    count: described('The number of scheduled jobs.', z.int()),
    late: described(
      'The jobs that have not succeeded for longer than their schedule allows, or failed three times in a row.',
      z.array(z.object({ name: z.string(), since: z.nullable(instant) })),
    ),
  }),
  providerEvents: z.object({
    ...backlog.shape,
    delaySeconds: described(
      'The delay since arrival of the last twenty; null before the first.',
      z.nullable(z.number()),
    ),
  }),
  ledgerCheck: described(
    'Null before the first check.',
    z.nullable(z.object({ ageSeconds: z.number(), violations: z.int() })),
  ),
  idleSeconds: described('The time since any process last started a scheduled job.', z.number()),
})
export type Health = z.infer<typeof health>

const chatLine = z.object({
  id,
  author: z.enum(chatAuthors),
  name: z.string(),
  text: z.string(),
  about: described('The topic, if the customer wrote from a page that sets one.', z.nullable(z.string())),
  sentAt: instant,
})
export type ChatLine = z.infer<typeof chatLine>

const conversationHead = z.object({
  id,
  customerId: described('Null for a visitor.', z.nullable(id)),
  name: z.string(),
  email: z.string(),
  shortIds: described("The short ids of the customer's accounts; empty for a visitor.", z.array(z.string())),
  waitingSince: described(
    'The time of the oldest unanswered message; null if all are answered.',
    z.nullable(instant),
  ),
  closedAt: described('The time at which it was closed; the next message reopens it.', z.nullable(instant)),
})
export type ConversationHead = z.infer<typeof conversationHead>

const conversationLine = z.object({
  ...conversationHead.shape,
  last: described('The newest message.', chatLine),
  isAnswered: z.boolean(),
})
export type ConversationLine = z.infer<typeof conversationLine>

const conversation = z.object({ ...conversationHead.shape, messages: z.array(chatLine) })
export type Conversation = z.infer<typeof conversation>

const conversationParams = z.object({
  conversationId: described('The id of a conversation, from the list.', uuid),
})

named({
  OutboxLine: [outboxLine, 'A message in the outbox.'],
  OutboxMessage: [outboxMessage, 'A message with its text.'],
  SampleLine: [sampleLine, 'A kind of message.'],
  MessageSample: [sample, 'A message as families receive it, with sample data.'],
  ClientError: [clientError, 'An error that a browser reported.'],
  StaffContact: [contact, 'The contact details for families.'],
  QuietHours: [quietHours, 'A range of hours; none if both are the same.'],
  CareContact: [careContact, 'Another organisation that helps.'],
  QueueTarget: [target, 'The target time for one kind of task.'],
  CompanySettings: [companySettings, 'The settings of the company.'],
  StaffJobRun: [jobRun, 'One run of a job.'],
  StaffJob: [job, 'A job and its last runs.'],
  ParkedItem: [parkedItem, 'A row that could not be processed and waits for staff.'],
  Backlog: [backlog, 'The size and age of a backlog.'],
  Health: [health, 'The health of the service.'],
  ChatLine: [chatLine, 'A message of a conversation.'],
  ConversationHead: [
    conversationHead,
    "Of a visitor nothing is known but the address they gave, which may be anybody's.",
  ],
  ConversationLine: [conversationLine, 'A conversation in a list.'],
  Conversation: [conversation, 'A conversation with all its messages.'],
})

/** The company itself: its messages, scheduled jobs and settings. */
export const staffCompany = endpoints({
  'GET /api/staff/outbox': {
    summary: 'Mails and text messages, newest first',
    access: 'support',
    query: z.object({
      status: described('Only those with this status.', z.optional(z.enum(messageStatuses))),
      recipient: described('The whole e-mail address or mobile number.', z.optional(line(254))),
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: z.array(outboxLine),
  },
  'GET /api/staff/outbox/:messageId': {
    summary: 'One message with its text, unless it is secret',
    access: 'support',
    params: z.object({ messageId: described('A message in the outbox.', uuid) }),
    reply: outboxMessage,
  },
  'POST /api/staff/outbox/:messageId/resend': {
    summary: "Resends a refused message to the customer's current contact details",
    access: 'operations',
    params: z.object({ messageId: described('A message in the outbox.', uuid) }),
    body: change({}),
    reply: outboxLine,
    refusals: ['not_possible'],
  },
  'GET /api/staff/templates': {
    summary: 'Every kind of message that Larkwell sends',
    access: 'support',
    reply: z.array(sampleLine),
  },
  'GET /api/staff/templates/:kind': {
    summary: 'A sample of one kind of message in its current wording and layout',
    access: 'support',
    params: z.object({ kind: described('The name of a kind of message, from the list.', line(60)) }),
    reply: sample,
  },
  'GET /api/staff/client-errors': {
    summary: 'Errors reported by browsers, newest first',
    access: 'operations',
    query: z.object({ limit: unlessSent(countInQuery(200), 50) }),
    reply: z.array(clientError),
  },
  'GET /api/staff/settings': {
    summary: "The company's name, contacts and settings",
    access: 'support',
    reply: companySettings,
  },
  'PUT /api/staff/settings': {
    summary: "Changes settings; null restores the installation's configuration",
    access: 'admin',
    body: change(settingFields),
    reply: companySettings,
  },
  'GET /api/staff/jobs': {
    summary: 'All jobs with their schedules and last results',
    access: 'operations',
    reply: z.array(job),
  },
  'GET /api/staff/jobs/:name/runs': {
    summary: 'The last runs of a job, newest first',
    access: 'operations',
    params: z.object({ name: described('The name of a job, from the list.', line(60)) }),
    query: z.object({ limit: unlessSent(countInQuery(200), 20) }),
    reply: z.array(jobRun),
  },
  'POST /api/staff/jobs/:name/run': {
    summary: 'Starts a job now, without waiting for its schedule',
    access: 'operations',
    params: z.object({ name: described('The name of a job, from the list.', line(60)) }),
    body: change({}),
    refusals: ['not_possible'],
  },
  'GET /api/staff/parked-items': {
    summary: 'Rows that a job could not process, oldest first; they are not retried automatically',
    access: 'operations',
    reply: z.array(parkedItem),
  },
  'POST /api/staff/parked-items/retry': {
    summary: "Lets the job's next run retry a parked row",
    access: 'operations',
    body: change({ work: line(60), item: line(200) }),
    refusals: ['not_found'],
  },
  'GET /api/staff/health': {
    summary: 'Current problems of the service, and the figures behind them',
    access: 'operations',
    reply: health,
  },
  'GET /api/staff/conversations': {
    summary: 'Conversations with customers and visitors, unanswered ones first',
    access: 'support',
    query: z.object({
      state: described(
        'Only unanswered conversations, or only answered ones; all by default.',
        z.optional(z.enum(['Waiting', 'Answered'])),
      ),
      limit: unlessSent(countInQuery(200), 50),
      before: described('Only conversations whose newest message is older.', z.optional(instant)),
    }),
    reply: z.array(conversationLine),
  },
  'GET /api/staff/conversations/:conversationId': {
    summary: 'One conversation, oldest message first',
    access: 'support',
    params: conversationParams,
    reply: conversation,
  },
  'POST /api/staff/conversations/:conversationId/reply': {
    summary: 'Sends an answer in the conversation, and by mail',
    access: 'support',
    params: conversationParams,
    body: change({
      text: line(2000),
      messageId: described(
        'Chosen by the caller, so that a repeated call sends only one answer.',
        z.optional(uuid),
      ),
    }),
    reply: conversation,
    refusals: ['request_id_reused'],
  },
})
