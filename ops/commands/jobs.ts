import { callCommand } from '../call-command.ts'
import type { Health, ParkedItem, StaffJobRun } from '#contract/staff-company.ts'
import { command, type Command } from '../command.ts'
import { scheduleText } from '../schedule-text.ts'
import { shortened, theOne } from '../short-ids.ts'
import { facts, table } from '../table.ts'
import { companyMoment, counted, duration } from '../words.ts'

/** What runs by itself, and what went wrong. */
export const jobCommands: Command[] = [
  callCommand({
    name: 'jobs list',
    about: 'Lists every job, on schedule or when needed: when it ran last, how long it took and how it went.',
    call: 'GET /api/staff/jobs',
    examples: ['jobs list'],
    text: (jobs) => {
      const text = table(jobs, [
        { title: 'Job', value: ({ name }) => name },
        { title: 'Runs', value: ({ schedule }) => scheduleText(schedule) },
        { title: 'Last run', value: ({ lastRun }) => companyMoment(lastRun?.startedAt) || 'never' },
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
      return text + warning
    },
  }),
  callCommand({
    name: 'jobs runs',
    about: 'Lists the last runs of a job, newest first.',
    call: 'GET /api/staff/jobs/:name/runs',
    arguments: { job: { about: 'its name, from jobs list', field: 'name' } },
    options: { limit: {} },
    examples: ['jobs runs run-repayments', 'jobs runs make-statements --limit 50'],
    text: (runs) =>
      table(
        runs,
        [
          { title: 'Began', value: ({ startedAt }) => companyMoment(startedAt) },
          { title: 'Took', value: (run) => tookOf(run), alignRight: true },
          { title: 'Outcome', value: (run) => outcomeOf(run) },
          { title: 'Error', value: ({ error }) => error },
        ],
        'No runs yet.',
      ),
  }),
  callCommand({
    name: 'jobs run',
    about: 'Starts a job now, without waiting for its hour.',
    call: 'POST /api/staff/jobs/:name/run',
    arguments: { job: { about: 'its name, from jobs list', field: 'name' } },
    examples: ['jobs run run-repayments --reason "The bank was away this morning"'],
    text: (_, typed) => `${typed.job} starts within seconds. See jobs list for the result.`,
  }),
  callCommand({
    name: 'jobs parked',
    about: 'Lists rows that a job could not process, the oldest first; they are not retried automatically.',
    call: 'GET /api/staff/parked-items',
    examples: ['jobs parked'],
    text: (items) =>
      table(
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
      ),
  }),
  command({
    name: 'jobs retry',
    about: 'Lets the next run of its job try a parked row again, once what was wrong with it is put right.',
    arguments: [
      { name: 'work', about: 'the work, from jobs parked' },
      { name: 'item', about: 'the row, from jobs parked' },
    ],
    isChange: true,
    examples: ['jobs retry chase-overdue 7f03b1aa/3 --reason "Amount corrected"'],
    async run({ api, reason, argument }) {
      const parked = await api('GET /api/staff/parked-items')
      const meant = parked.filter(
        ({ work, item }) => work === argument.work && [item, shortened(item)].includes(argument.item),
      )
      const item = meant.length === 0 ? argument.item : theOneItem(meant, argument.item)
      const raw = await api('POST /api/staff/parked-items/retry', {
        body: { work: argument.work, item, reason },
      })
      return { raw, text: 'The next run tries it again. If that fails, it is listed in jobs parked again.' }
    },
  }),
  callCommand({
    name: 'health',
    about: 'Shows what is wrong with the service at this moment, and the figures behind it.',
    call: 'GET /api/staff/health',
    examples: ['health'],
    text: healthPage,
  }),
  callCommand({
    name: 'errors list',
    about: 'Lists browser errors, newest first.',
    call: 'GET /api/staff/client-errors',
    options: { limit: {} },
    examples: ['errors list', 'errors list --limit 5 --json'],
    text: (errors) =>
      table(
        errors,
        [
          { title: 'When', value: ({ at }) => companyMoment(at) },
          { title: 'Times', value: ({ times }) => times, alignRight: true },
          { title: 'Page', value: ({ path }) => path },
          { title: 'Request', value: ({ requestId }) => requestId },
          { title: 'Error', value: (each) => each.message },
        ],
        'No browser errors.',
      ),
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
    'No problems.',
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
  return run.outcome ?? 'running'
}
