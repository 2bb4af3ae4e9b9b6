import type {
  Conversation,
  CompanySettingsReply,
  Health,
  ParkedItem,
  StaffJobRun,
} from '#contract/staff-company.ts'
import { choice } from '../choice.ts'
import { command, type Command, type Save } from '../command.ts'
import { saveOptions } from '../save-file.ts'
import { scheduleText } from '../schedule-text.ts'
import { shortened, theOne } from '../short-ids.ts'
import { facts, table } from '../table.ts'
import { companyMoment, counted, duration, yesNo } from '../words.ts'

const statuses = ['Waiting', 'Sent', 'Expired', 'Refused'] as const
const limit = { value: 'count', about: 'how many, at most 200; 50 unless told otherwise' } as const
const message = { name: 'message', about: 'its id, from outbox list' } as const
const letterOptions = {
  html: { value: 'file', about: 'write the mail as it looks into a file' },
  force: saveOptions.force,
} as const
const which = { name: 'conversation', about: 'its id, from conversations list' } as const

export const companyCommands: Command[] = [
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
        'Nobody has written to us yet.',
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
        body: { text: argument.text, reason: 'Answer to what they wrote' },
      })
      return { raw: shown, text: `Sent.\n\n${conversationPage(shown)}` }
    },
  }),
  command({
    name: 'outbox list',
    about: 'Lists mails and text messages, newest first.',
    options: {
      status: { value: 'status', about: `one of ${statuses.join(', ')}` },
      to: { value: 'address', about: 'the whole e-mail address or mobile number' },
      limit,
    },
    examples: ['outbox list --status Refused', 'outbox list --to olivia@demo.example'],
    async run({ api, option }) {
      const status = option.status === undefined ? undefined : choice('--status', option.status, statuses)
      const messages = await api('GET /api/staff/outbox', {
        query: { status, recipient: option.to, limit: option.limit },
      })
      const text = table(messages, [
        { title: 'When', value: ({ createdAt }) => companyMoment(createdAt) },
        { title: 'To', value: ({ recipient }) => recipient },
        { title: 'What', value: ({ kind, channel }) => kind ?? channel },
        { title: 'Status', value: (each) => each.status },
        { title: 'Tries', value: ({ tries }) => tries, alignRight: true },
        { title: 'Id', value: ({ id }) => id },
        { title: 'Error', value: ({ lastError }) => lastError },
      ])
      return { raw: messages, text }
    },
  }),
  command({
    name: 'outbox show',
    about: 'Shows one message with its words, unless they are a secret.',
    arguments: [message],
    options: letterOptions,
    examples: ['outbox show 4c1e07b9', 'outbox show 4c1e07b9 --html letter.html'],
    async run({ api, argument, option, note, save }) {
      const shown = await api('GET /api/staff/outbox/:messageId', { params: { messageId: argument.message } })
      note(await saveLetter(shown.html, option, save))
      const about = facts([
        ['To', shown.recipient],
        ['What', shown.kind],
        ['Status', shown.status],
        ['Sent', companyMoment(shown.sentAt)],
        ['Subject', shown.subject],
        ['Error', shown.lastError],
      ])
      return {
        raw: shown,
        text: `${about}\n\n${shown.text ?? 'A secret: its words are for the customer only.'}`,
      }
    },
  }),
  command({
    name: 'outbox resend',
    about: 'Sends a message that was refused once more, to where its customer is reached today.',
    arguments: [message],
    isChange: true,
    examples: [
      'outbox resend 4c1e07b9 --reason "Address corrected"',
      'outbox resend 4c1e07b9 --reason "Mailbox was full" --json',
    ],
    async run({ api, reason, argument }) {
      const sent = await api('POST /api/staff/outbox/:messageId/resend', {
        params: { messageId: argument.message },
        body: { reason },
      })
      return { raw: sent, text: `On its way to ${sent.recipient}.` }
    },
  }),
  command({
    name: 'outbox samples',
    about: 'Shows how every kind of message reads today, or one of them, with invented facts.',
    arguments: [{ name: 'kind', about: 'one of the kinds; all are listed without it', isOptional: true }],
    options: letterOptions,
    examples: ['outbox samples', 'outbox samples Receipt --html receipt.html'],
    async run({ api, argument, option, note, save }) {
      if (argument.kind === undefined) {
        const kinds = await api('GET /api/staff/templates')
        const text = table(kinds, [
          { title: 'Kind', value: ({ kind }) => kind },
          { title: 'By', value: ({ channel }) => channel },
        ])
        return { raw: kinds, text }
      }
      const sample = await api('GET /api/staff/templates/:kind', { params: { kind: argument.kind } })
      note(await saveLetter(sample.html, option, save))
      return { raw: sample, text: [sample.subject, sample.text].filter(Boolean).join('\n\n') }
    },
  }),
  command({
    name: 'errors list',
    about: 'Lists faults that browsers have met, newest first.',
    options: { limit },
    examples: ['errors list', 'errors list --limit 5 --json'],
    async run({ api, option }) {
      const errors = await api('GET /api/staff/client-errors', { query: { limit: option.limit } })
      const text = table(
        errors,
        [
          { title: 'When', value: ({ at }) => companyMoment(at) },
          { title: 'Times', value: ({ times }) => times, alignRight: true },
          { title: 'Page', value: ({ path }) => path },
          { title: 'Request', value: ({ requestId }) => requestId },
          { title: 'Fault', value: (each) => each.message },
        ],
        'No browser has met a fault.',
      )
      return { raw: errors, text }
    },
  }),
  command({
    name: 'settings show',
    about: 'Shows contact details and name of the company, and which features are on.',
    examples: ['settings show', 'settings show --json'],
    async run({ api }) {
      const settings = await api('GET /api/staff/settings')
      return { raw: settings, text: settingsPage(settings) }
    },
  }),
  command({
    name: 'settings set',
    about: 'Changes settings; "default" goes back to how the installation was configured.',
    options: {
      brand: { value: 'name', about: 'how we call ourselves in messages' },
      'phone-au': { value: 'number', about: 'support by phone in Australia' },
      'phone-uk': { value: 'number', about: 'support by phone in the United Kingdom' },
      'email-au': { value: 'email', about: 'support by mail in Australia' },
      'email-uk': { value: 'email', about: 'support by mail in the United Kingdom' },
      'terms-url': { value: 'url', about: 'the terms' },
      'funded-terms-url': { value: 'url', about: 'the terms of Plus, where we pay the school ahead' },
      'privacy-url': { value: 'url', about: 'the privacy policy' },
      'upload-invoices': { value: 'yes|no', about: 'whether families hand invoices in' },
      'hide-statements': { value: 'yes|no', about: 'takes Statements away' },
      'hide-early-payments': { value: 'yes|no', about: 'takes the page for early payments away' },
      'staff-may-pay': { value: 'yes|no', about: "whether our people may pay in a customer's place" },
      'require-two-factor': { value: 'yes|no', about: 'whether all staff need an authenticator app' },
      'arrears-reminder-days': {
        value: 'days',
        about: 'when a family is reminded of what is overdue, in days after it began: "0,7,14,21"',
      },
      'care-contacts-au': {
        value: 'contacts',
        about: 'who else helps, in Australia: "Name | what they do | how to reach them", one a line',
      },
      'care-contacts-uk': { value: 'contacts', about: 'the same in the United Kingdom' },
      'queue-targets': {
        value: 'times',
        about: 'in what time staff mean to settle things: "Chat=30m, Identity=1d", d for business days',
      },
      'desk-day-ends': {
        value: 'hour',
        about: 'the hour at which a working day of staff ends, from 12 to 23',
      },
      'quiet-hours': {
        value: 'from-until',
        about: 'when nothing leaves that is not urgent, on the reader\'s clock: "20-8", or "off"',
      },
      'payout-account-au': {
        value: 'account',
        about: 'where Australian payouts leave from: bank, user id there, BSB and number',
      },
      'surcharge-cap-au': { value: 'percent', about: 'the highest card surcharge rate in Australia' },
    },
    isChange: true,
    examples: [
      'settings set --phone-au "1300 139 446" --reason "New line"',
      'settings set --hide-statements default --reason "Statements are back"',
    ],
    async run({ api, reason, option }) {
      const text = (typed: string | undefined) => (typed === 'default' ? null : typed)
      const flag = (
        name:
          | 'upload-invoices'
          | 'hide-statements'
          | 'hide-early-payments'
          | 'staff-may-pay'
          | 'require-two-factor',
      ) => {
        const typed = option[name]
        if (typed === undefined || typed === 'default') return text(typed) as null | undefined
        return choice(`--${name}`, typed, ['yes', 'no']) === 'yes'
      }
      const numberOf = (typed: string | undefined) => {
        const kept = text(typed)
        return typeof kept === 'string' ? Number(kept) : kept
      }
      const settings = await api('PUT /api/staff/settings', {
        body: {
          brand: text(option.brand),
          supportPhoneAu: text(option['phone-au']),
          supportPhoneUk: text(option['phone-uk']),
          supportEmailAu: text(option['email-au']),
          supportEmailUk: text(option['email-uk']),
          termsUrl: text(option['terms-url']),
          fundedTermsUrl: text(option['funded-terms-url']),
          privacyUrl: text(option['privacy-url']),
          uploadInvoices: flag('upload-invoices'),
          hideStatements: flag('hide-statements'),
          hideEarlyPayments: flag('hide-early-payments'),
          staffMayPay: flag('staff-may-pay'),
          requireTwoFactor: flag('require-two-factor'),
          surchargeCapAu: numberOf(option['surcharge-cap-au']),
          quietHours: text(option['quiet-hours']),
          arrearsReminderDays: text(option['arrears-reminder-days']),
          careContactsAu: text(option['care-contacts-au']),
          careContactsUk: text(option['care-contacts-uk']),
          queueTargets: text(option['queue-targets']),
          deskDayEnds: numberOf(option['desk-day-ends']),
          payoutAccountAu: text(option['payout-account-au']),
          reason,
        },
      })
      return { raw: settings, text: `Set. Every page shows it within seconds.\n\n${settingsPage(settings)}` }
    },
  }),
  command({
    name: 'jobs list',
    about: 'Lists every job, on schedule or when needed: when it ran last, how long it took and how it went.',
    examples: ['jobs list', 'jobs list --json'],
    async run({ api }) {
      const jobs = await api('GET /api/staff/jobs')
      const text = table(jobs, [
        { title: 'Job', value: ({ name }) => name },
        { title: 'Runs', value: ({ schedule }) => scheduleText(schedule) },
        { title: 'Last run', value: ({ lastRun }) => companyMoment(lastRun?.startedAt) || 'none on record' },
        { title: 'Took', value: ({ lastRun }) => tookOf(lastRun), alignRight: true },
        { title: 'Outcome', value: ({ lastRun }) => outcomeOf(lastRun) },
        { title: 'Overdue', value: ({ isOverdue }) => (isOverdue ? 'OVERDUE' : '') },
        { title: 'Done 24 h', value: ({ done }) => done, alignRight: true },
        { title: 'Failed 24 h', value: ({ failed }) => failed, alignRight: true },
        { title: 'Waiting', value: ({ waiting }) => waiting, alignRight: true },
        { title: 'Given up', value: ({ givenUp }) => givenUp, alignRight: true },
        { title: 'Error', value: ({ lastRun }) => lastRun?.error },
      ])
      const overdue = jobs.filter(({ isOverdue }) => isOverdue).length
      const warning =
        overdue > 0 ? `\n\n${counted(overdue, 'job')} overdue. See health for what is wrong.` : ''
      return { raw: jobs, text: text + warning }
    },
  }),
  command({
    name: 'jobs runs',
    about: 'Lists the last runs of a job, newest first.',
    arguments: [{ name: 'job', about: 'its name, from jobs list' }],
    options: { limit: { value: 'count', about: 'how many, at most 200; 20 unless told otherwise' } },
    examples: ['jobs runs run-repayments', 'jobs runs make-statements --limit 50'],
    async run({ api, argument, option }) {
      const runs = await api('GET /api/staff/jobs/:name/runs', {
        params: { name: argument.job },
        query: { limit: option.limit },
      })
      const text = table(
        runs,
        [
          { title: 'Began', value: ({ startedAt }) => companyMoment(startedAt) },
          { title: 'Took', value: (run) => tookOf(run), alignRight: true },
          { title: 'Outcome', value: (run) => outcomeOf(run) },
          { title: 'Error', value: ({ error }) => error },
        ],
        'No run is on record.',
      )
      return { raw: runs, text }
    },
  }),
  command({
    name: 'jobs run',
    about: 'Starts a job now, without waiting for its hour.',
    arguments: [{ name: 'job', about: 'its name, from jobs list' }],
    isChange: true,
    examples: [
      'jobs run run-repayments --reason "The bank was away this morning"',
      'jobs run import-deposits --reason "File came late"',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/jobs/:name/run', {
        params: { name: argument.job },
        body: { reason },
      })
      return { raw, text: `${argument.job} begins within seconds. See jobs list for how it went.` }
    },
  }),
  command({
    name: 'jobs parked',
    about: 'Lists rows that a job could not process, the oldest first; nothing tries them again by itself.',
    examples: ['jobs parked', 'jobs parked --json'],
    async run({ api }) {
      const items = await api('GET /api/staff/parked-items')
      const text = table(
        items,
        [
          { title: 'Since', value: ({ firstFailedAt }) => companyMoment(firstFailedAt) },
          { title: 'Last try', value: ({ lastFailedAt }) => companyMoment(lastFailedAt) },
          { title: 'Tries', value: ({ tries }) => tries, alignRight: true },
          { title: 'Work', value: ({ work }) => work },
          { title: 'Item', value: ({ item }) => item },
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Reason', value: (each) => each.reason },
        ],
        'Nothing is parked.',
      )
      return { raw: items, text }
    },
  }),
  command({
    name: 'jobs retry',
    about: 'Lets the next run of its job try a parked row again, once what was wrong with it is put right.',
    arguments: [
      { name: 'work', about: 'the work, from jobs parked' },
      { name: 'item', about: 'the row, from jobs parked' },
    ],
    isChange: true,
    examples: [
      'jobs retry chase-overdue 7f03b1aa/3 --reason "Amount corrected"',
      'jobs retry renew-plans 4c1e07b9 --reason "Fees were missing" --json',
    ],
    async run({ api, reason, argument }) {
      const parked = await api('GET /api/staff/parked-items')
      const meant = parked.filter(
        ({ work, item }) => work === argument.work && [item, shortened(item)].includes(argument.item),
      )
      const item = meant.length === 0 ? argument.item : theOneItem(meant, argument.item)
      const raw = await api('POST /api/staff/parked-items/retry', {
        body: { work: argument.work, item, reason },
      })
      return { raw, text: 'The next run tries it again. It is back in jobs parked if that fails.' }
    },
  }),
  command({
    name: 'health',
    about: 'Shows what is wrong with the service at this moment, and the figures behind it.',
    examples: ['health', 'health --json'],
    async run({ api }) {
      const health = await api('GET /api/staff/health')
      return { raw: health, text: healthPage(health) }
    },
  }),
]

function healthPage({ problems, ...figures }: Health): string {
  const { outbox, unknownPayments, unknownRefunds, parked, ledgerCheck, idleSeconds } = figures
  const waiting = ({ count, oldestSeconds }: Health['outbox']) =>
    count === 0 ? 'none' : `${count}, the oldest for ${duration(oldestSeconds)}`
  const found = table(
    problems,
    [
      { title: 'Problem', value: ({ code }) => code },
      { title: 'Count', value: ({ count }) => count, alignRight: true },
      { title: 'What', value: ({ text }) => text },
    ],
    'Nothing is wrong.',
  )
  const below = facts([
    ['Messages waiting', waiting(outbox)],
    ['Payments without known outcome', waiting(unknownPayments)],
    ['Refunds without known outcome', waiting(unknownRefunds)],
    ['Parked rows', parked.map(({ work, count }) => `${count} of ${work}`).join(', ') || 'none'],
    [
      'Last check of the ledger',
      ledgerCheck
        ? `${duration(ledgerCheck.ageSeconds)} ago, ${counted(ledgerCheck.violations, 'violation')}`
        : 'never',
    ],
    ['Last job began', `${duration(idleSeconds)} ago`],
  ])
  return `${found}\n\n${below}`
}

function conversationPage({ name, customerId, email, shortIds, messages }: Conversation): string {
  const head = facts([
    ['Who', name],
    ['E-mail', email],
    ['Accounts', shortIds.join(', ')],
    ['Note', customerId === null ? 'Nobody has proved that this is their address.' : null],
  ])
  const lines = messages.map(
    ({ author, name: by, text, about, sentAt }) =>
      `${companyMoment(sentAt)}  ${by} (${author})\n${about === null ? '' : `  About: ${about}\n`}  ${text}`,
  )
  return [head, ...lines].join('\n\n')
}

function theOneItem(meant: readonly ParkedItem[], typed: string): string {
  return theOne(
    meant.map(({ item }) => item),
    { typed, noun: 'parked row', listed: 'jobs parked' },
  )
}

function tookOf(run: StaffJobRun | null): string {
  if (!run?.endedAt) return ''
  const ms = Date.parse(run.endedAt) - Date.parse(run.startedAt)
  return ms < 2_000 ? `${Math.max(0, ms)} ms` : duration(ms / 1000)
}

function outcomeOf(run: StaffJobRun | null): string {
  if (!run) return ''
  return run.outcome ?? 'under way'
}

function settingsPage(settings: CompanySettingsReply): string {
  const { AU, UK } = settings.support
  return facts([
    ['Brand', settings.brand],
    ['Support in Australia', `${AU.phone}, ${AU.email}`],
    ['Support in the UK', `${UK.phone}, ${UK.email}`],
    ['Terms', settings.termsUrl],
    ['Terms of Plus', settings.fundedTermsUrl],
    ['Privacy', settings.privacyUrl],
    ['Families hand invoices in', yesNo(settings.flags.uploadInvoices)],
    ['Statements are hidden', yesNo(settings.flags.hideStatements)],
    ['Early payments are hidden', yesNo(settings.flags.hideEarlyPayments)],
    ["Staff may pay in a customer's place", yesNo(settings.flags.staffMayPay)],
    ['All staff need a second factor', yesNo(settings.requireTwoFactor)],
    ['Highest card surcharge, Australia', `${settings.surchargeCap.AU}%`],
    ['Quiet hours', quietHoursText(settings.quietHours)],
    ['Reminders of arrears', `after ${settings.arrearsReminderDays.join(', ')} days`],
    ['Help elsewhere, Australia', settings.careContacts.AU.map(({ name }) => name).join(', ')],
    ['Help elsewhere, United Kingdom', settings.careContacts.UK.map(({ name }) => name).join(', ')],
    ['Time to settle what waits', settings.queueTargets],
    ['A working day ends at', `${settings.deskDayEnds}:00`],
    [
      'Australian payouts leave from',
      settings.payoutAccount &&
        `${settings.payoutAccount.bank}, BSB ${settings.payoutAccount.bsb}, ending ${settings.payoutAccount.ending}`,
    ],
    ['Set here', settings.changed.join(', ') || 'nothing'],
  ])
}

const quietHoursText = ({ from, until }: CompanySettingsReply['quietHours']) =>
  from === until ? 'none' : `${from}:00 to ${until}:00, on the reader's clock`

/** Letters are about families: kept as carefully as their documents. */
async function saveLetter(
  html: string | null,
  { html: to, force }: { html: string | undefined; force: boolean },
  save: Save,
): Promise<string> {
  if (to === undefined) return ''
  if (html === null) return 'It is no mail, so there is nothing to save.'
  const bytes = new TextEncoder().encode(html)
  return (await save({ bytes, fileName: to }, { to, force })).text
}
