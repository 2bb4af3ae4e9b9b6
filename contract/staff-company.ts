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
  at: described('Of the first, where the same fault was met several times within a minute.', instant),
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

/** A setting that is left out stays; null goes back to how the installation was configured. */
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
    'What is not named keeps its usual time.',
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
  requireTwoFactor: described('Of all staff.', z.boolean()),
  surchargeCap: described(
    'The highest surcharge rate in percent that can be set for a region.',
    perRegion(z.number()),
  ),
  quietHours: described(
    "When nothing leaves that is not urgent, on the reader's clock; the same hour twice for never.",
    quietHours,
  ),
  arrearsReminderDays: described(
    'On which days after it began a family is reminded of what is overdue.',
    reminderDays,
  ),
  careContacts: described('Who else helps a family that finds it hard to pay.', perRegion(careContacts)),
  queueTargets: described(
    'In what time staff mean to settle each kind of thing.',
    z.record(z.enum(queueKinds), target),
  ),
  deskDayEnds: described('The hour at which a working day of staff ends.', z.int()),
  payoutAccount: described(
    'Where Australian payouts leave from; null while none is set.',
    z.nullable(z.object({ bank: z.string(), bsb: z.string(), ending: z.string() })),
  ),
  changed: described(
    'Those that were set here; the others are as the installation was configured.',
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
  about: described('What it does.', z.string()),
  schedule: described(
    'In the words of cron, in UTC; null for what happens as a consequence of something else.',
    z.nullable(z.string()),
  ),
  canRun: described('Whether it can be started by hand: what works on one single thing cannot.', z.boolean()),
  lastRun: z.nullable(jobRun),
  lastDoneAt: described('Null where no success is on record.', z.nullable(instant)),
  isOverdue: described('Whether it has not succeeded for longer than its schedule allows.', z.boolean()),
  done: described('Of the last twenty-four hours.', z.int()),
  failed: z.int(),
  waiting: described('In the queue at this moment.', z.int()),
  active: z.int(),
  givenUp: described('Given up after all tries, and still to be looked at.', z.int()),
})
export type StaffJob = z.infer<typeof job>

const parkedItem = z.object({
  work: described('The work that could not process it, and the row in the words of that work.', z.string()),
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
    'What a person should look at, the worst first.',
    z.array(z.object({ code: z.string(), text: z.string(), count: z.int() })),
  ),
  outbox: backlog,
  unknownPayments: backlog,
  unknownRefunds: backlog,
  parked: z.array(z.object({ work: z.string(), count: z.int() })),
  jobs: z.object({
    count: described('Those that run by the clock.', z.int()),
    late: described(
      'Those that have not succeeded for longer than their schedule allows, or failed three times in a row.',
      z.array(z.object({ name: z.string(), since: z.nullable(instant) })),
    ),
  }),
  providerEvents: z.object({
    ...backlog.shape,
    delaySeconds: described(
      'From their arrival, of the last twenty; null before the first.',
      z.nullable(z.number()),
    ),
  }),
  ledgerCheck: described(
    'Null before the first check.',
    z.nullable(z.object({ ageSeconds: z.number(), violations: z.int() })),
  ),
  idleSeconds: described('Since a scheduled job began, in whichever process.', z.number()),
})
export type Health = z.infer<typeof health>

const chatLine = z.object({
  id,
  author: z.enum(chatAuthors),
  name: z.string(),
  text: z.string(),
  about: described('Where the customer wrote from a page that says so.', z.nullable(z.string())),
  sentAt: instant,
})
export type ChatLine = z.infer<typeof chatLine>

const conversationHead = z.object({
  id,
  customerId: described('Null for a visitor.', z.nullable(id)),
  name: z.string(),
  email: z.string(),
  shortIds: described("Of the customer's accounts; none for a visitor.", z.array(z.string())),
  waitingSince: described(
    'When they wrote what nobody has answered; null where nobody waits.',
    z.nullable(instant),
  ),
  closedAt: described('What they write next opens it again.', z.nullable(instant)),
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
  conversationId: described('A conversation, by its id in the list.', uuid),
})

named({
  OutboxLine: [outboxLine, 'A message in the outbox.'],
  OutboxMessage: [outboxMessage, 'A message with its text.'],
  SampleLine: [sampleLine, 'A kind of message.'],
  MessageSample: [sample, 'A message as families get it, with made-up facts.'],
  ClientError: [clientError, 'An error that a browser reported.'],
  StaffContact: [contact, 'How families reach us.'],
  QuietHours: [quietHours, 'Hours of a day, or none where both are the same.'],
  CareContact: [careContact, 'Somebody else who helps.'],
  QueueTarget: [target, 'In what time something is settled.'],
  CompanySettings: [companySettings, 'What the company has decided.'],
  StaffJobRun: [jobRun, 'One run of a job.'],
  StaffJob: [job, 'A job and its last runs.'],
  ParkedItem: [parkedItem, 'A row that could not be processed and waits for a person.'],
  Backlog: [backlog, 'What waits, and for how long.'],
  Health: [health, 'Whether everything runs.'],
  ChatLine: [chatLine, 'A message of a conversation.'],
  ConversationHead: [
    conversationHead,
    "Of a visitor nothing is known but the address they gave, which may be anybody's.",
  ],
  ConversationLine: [conversationLine, 'A conversation, as it is listed.'],
  Conversation: [conversation, 'A conversation with all its messages.'],
})

/** The company itself: its messages, scheduled jobs and settings. */
export const staffCompany = endpoints({
  'GET /api/staff/outbox': {
    summary: 'Mails and text messages, newest first',
    access: 'staff',
    role: 'support',
    query: z.object({
      status: described('Only those in this state.', z.optional(z.enum(messageStatuses))),
      recipient: described('The whole e-mail address or mobile number.', z.optional(line(254))),
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: z.array(outboxLine),
  },
  'GET /api/staff/outbox/:messageId': {
    summary: 'One message with its words, unless they are a secret',
    access: 'staff',
    role: 'support',
    params: z.object({ messageId: described('A message in the outbox.', uuid) }),
    reply: outboxMessage,
    refusals: ['not_found'],
  },
  'POST /api/staff/outbox/:messageId/resend': {
    summary: 'Sends a message that was refused once more, to where its customer is reached today',
    access: 'staff',
    role: 'operations',
    params: z.object({ messageId: described('A message in the outbox.', uuid) }),
    body: change({}),
    reply: outboxLine,
    refusals: ['not_found', 'not_possible'],
  },
  'GET /api/staff/templates': {
    summary: 'Every kind of message that Larkwell sends',
    access: 'staff',
    role: 'support',
    reply: z.array(sampleLine),
  },
  'GET /api/staff/templates/:kind': {
    summary: 'How one kind of message reads and looks today, with invented facts',
    access: 'staff',
    role: 'support',
    params: z.object({ kind: described('A kind of message, by its name in the list.', line(60)) }),
    reply: sample,
    refusals: ['not_found'],
  },
  'GET /api/staff/client-errors': {
    summary: 'Faults that browsers have met, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({ limit: unlessSent(countInQuery(200), 50) }),
    reply: z.array(clientError),
  },
  'GET /api/staff/settings': {
    summary: 'Name and contacts of the company, and which features are on',
    access: 'staff',
    role: 'support',
    reply: companySettings,
  },
  'PUT /api/staff/settings': {
    summary: 'Changes settings; null goes back to how the installation was configured',
    access: 'staff',
    role: 'admin',
    body: change(settingFields),
    reply: companySettings,
  },
  'GET /api/staff/jobs': {
    summary: 'Every job, on schedule or when needed: when it runs and how it last went',
    access: 'staff',
    role: 'operations',
    reply: z.array(job),
  },
  'GET /api/staff/jobs/:name/runs': {
    summary: 'The last runs of a job, newest first',
    access: 'staff',
    role: 'operations',
    params: z.object({ name: described('A job, by its name in the list.', line(60)) }),
    query: z.object({ limit: unlessSent(countInQuery(200), 20) }),
    reply: z.array(jobRun),
    refusals: ['not_found'],
  },
  'POST /api/staff/jobs/:name/run': {
    summary: 'Starts a job now, without waiting for its hour',
    access: 'staff',
    role: 'operations',
    params: z.object({ name: described('A job, by its name in the list.', line(60)) }),
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'not_possible'],
  },
  'GET /api/staff/parked-items': {
    summary: 'Rows that a job could not process, the oldest first; nothing tries them again by itself',
    access: 'staff',
    role: 'operations',
    reply: z.array(parkedItem),
  },
  'POST /api/staff/parked-items/retry': {
    summary: 'Lets the next run of its job try a parked row again',
    access: 'staff',
    role: 'operations',
    body: change({ work: line(60), item: line(200) }),
    reply: z.object({}),
    refusals: ['not_found'],
  },
  'GET /api/staff/health': {
    summary: 'What is wrong with the service at this moment, and the figures behind it',
    access: 'staff',
    role: 'operations',
    reply: health,
  },
  'GET /api/staff/conversations': {
    summary: 'Conversations with customers and visitors, those that wait for an answer first',
    access: 'staff',
    role: 'support',
    query: z.object({
      state: described(
        'Only those that wait for an answer, or only those that do not; all, without it.',
        z.optional(z.enum(['Waiting', 'Answered'])),
      ),
      limit: unlessSent(countInQuery(200), 50),
      before: described('Only those whose newest message is older.', z.optional(instant)),
    }),
    reply: z.array(conversationLine),
  },
  'GET /api/staff/conversations/:conversationId': {
    summary: 'One conversation, oldest message first',
    access: 'staff',
    role: 'support',
    params: conversationParams,
    reply: conversation,
    refusals: ['not_found'],
  },
  'POST /api/staff/conversations/:conversationId/reply': {
    summary: 'Answers in the conversation, and by mail',
    access: 'staff',
    role: 'support',
    params: conversationParams,
    body: change({
      text: line(2000),
      messageId: described(
        'Chosen by the caller, so that a second click is still one answer.',
        z.optional(uuid),
      ),
    }),
    reply: conversation,
    refusals: ['not_found', 'request_id_reused'],
  },
})
