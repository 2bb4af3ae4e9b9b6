import { randomUUID } from 'node:crypto'
import { addMonthsClamped, calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { regions, type Region } from '#domain/region.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { listFailedItems } from '../../platform/jobs/parked-items.reads.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { storeFile } from '../../platform/files/stored-files.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import {
  finishMonth,
  insertStatement,
  listAccountsWithout,
  listFinishedMonths,
  readStatementOf,
  tryLockAccount,
  type StatementMonth,
} from './make-statements.store.ts'
import { isWorthReporting, readStanding } from './standing.ts'

type StatementDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>

/** After a longer outage the oldest ones are no longer needed. */
const maxMonths = 12
const accountsAtOnce = 200
const beforeFirstId = '00000000-0000-0000-0000-000000000000'

/**
 * Entries are read as of some minutes ago, so that one being written now is either on the next statement or on none.
 */
const settledMs = 5 * 60_000

const name = 'make-statements'

/**
 * Makes the statements of every month that is over in a region, oldest first, and returns their number. An account gets
 * one for a month in which its balance moved or was not zero, and for the newest month also if something is overdue,
 * disputed or on its way. Any number of processes may do this at once, and a crash loses nothing: finished statements
 * stay, and the rest is found again within the hour.
 */
export async function makeStatements(deps: StatementDeps): Promise<number> {
  let count = 0
  for (const region of regions) {
    const asOf = new Date(deps.clock().getTime() - settledMs)
    const failures = await listFailedItems(deps.db, { work: name, now: deps.clock() })
    const failed = new Set(failures.filter(({ isHeld }) => isHeld).map(({ item }) => item))
    for (const month of await monthsToDo(deps, region, asOf))
      count += await makeMonth(deps, { region, month, asOf, failed })
  }
  return count
}

async function monthsToDo({ db }: StatementDeps, region: Region, asOf: Date): Promise<StatementMonth[]> {
  const thisMonth = firstOfMonth(dateIn(region, asOf))
  const done = new Set(await listFinishedMonths(db, region, addMonthsClamped(thisMonth, -maxMonths)))
  return Array.from({ length: maxMonths }, (_, index) =>
    monthOf(addMonthsClamped(thisMonth, index - maxMonths)),
  ).filter(({ from }) => !done.has(from))
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 7)}-01`)
}

export function monthOf(date: CalendarDate): StatementMonth {
  const from = firstOfMonth(date)
  return { from, to: addMonthsClamped(from, 1) }
}

const itemOf = (accountId: string) => ({ item: accountId, accountId })

type Run = {
  region: Region
  month: StatementMonth
  asOf: Date
  /** Accounts whose earlier month failed: their later months wait, so that none is skipped. */
  failed: Set<string>
}

/**
 * Goes through the accounts twice if other processes work too: first skipping accounts that they have locked, so that
 * all are busy; then waiting for those, because a family's next month may not start before this one is done.
 */
async function makeMonth(deps: StatementDeps, run: Run): Promise<number> {
  const first = await makeForAccounts(deps, run, { waits: false })
  const second = first.isPassedOver ? await makeForAccounts(deps, run, { waits: true }) : { count: 0 }
  if (run.failed.size === 0) await finishMonth(deps.db, run.region, run.month.from, deps.clock())
  return first.count + second.count
}

async function makeForAccounts(
  deps: StatementDeps,
  { region, month, asOf, failed }: Run,
  { waits }: { waits: boolean },
): Promise<{ count: number; isPassedOver: boolean }> {
  const { db } = deps
  // Only the newest statement is mailed: after an outage there could be a dozen at once. Older ones are in the portal
  // and do not show the account's current standing.
  const now = deps.clock()
  const isNewest = month.to === firstOfMonth(dateIn(region, asOf))
  const owingOn = isNewest ? { today: dateIn(region, now), now } : null
  const make = (accountId: string) =>
    db.transaction(async (tx) => {
      if (!(await tryLockAccount(tx, accountId, { waits }))) return 'InOtherHands'
      return makeStatement(tx, deps, { accountId, month, asOf, isNewest, isNotified: isNewest })
    })
  const outcomes = { count: 0, isPassedOver: false }
  let after: string | undefined = beforeFirstId
  while (after !== undefined) {
    const ids: string[] = await listAccountsWithout(db, {
      region,
      month,
      owingOn,
      after,
      limit: accountsAtOnce,
    })
    const remaining = new Set(ids.filter((accountId) => !failed.has(accountId)))
    await workOn(deps, { name, itemOf }, [...remaining], async (some) => {
      for (const accountId of some) {
        const outcome = await make(accountId)
        remaining.delete(accountId)
        if (outcome === 'Made') outcomes.count += 1
        if (outcome === 'InOtherHands') outcomes.isPassedOver = true
      }
    })
    for (const accountId of remaining) failed.add(accountId)
    after = ids.at(-1)
  }
  return outcomes
}

/** Makes one statement with its file and letters, unless there is nothing to report. */
export async function makeStatement(
  tx: Transaction,
  deps: Pick<StatementDeps, 'clock' | 'jobs' | 'config'>,
  request: { accountId: string; month: StatementMonth; asOf: Date; isNewest: boolean; isNotified: boolean },
): Promise<'Made' | 'Nothing'> {
  const { accountId, month, asOf } = request
  const facts = await readStatementOf(tx, request)
  if (!facts) return 'Nothing'
  const now = deps.clock()
  const standing = request.isNewest
    ? await readStanding(tx, accountId, { region: facts.region, now })
    : undefined
  const hasMoved = facts.opening !== 0 || facts.lines.length > 0
  if (!hasMoved && !(standing && isWorthReporting(standing))) return 'Nothing'
  const company = await companySettings({ config: deps.config, db: tx })
  // The PDF library is large, so it is loaded when it is first needed and not at start-up.
  const { statementPdf } = await import('../../letters/documents/statement-document.ts')
  const monthName = month.from.slice(0, 7)
  const fileId = await storeFile(tx, deps, {
    accountId,
    // In a folder of downloads, the name should say what it is and whose.
    name: `${company.brand} statement ${monthName} ${facts.shortId}.pdf`,
    contentType: 'application/pdf',
    bytes: Buffer.from(
      await statementPdf(
        { ...facts, month: month.from, madeOn: dateIn(facts.region, now), ...(standing && { standing }) },
        company,
      ),
    ),
    at: now,
  })
  await insertStatement(tx, {
    accountId,
    id: randomUUID(),
    // The name sorts by month.
    name: `Statement ${monthName}`,
    fileId,
    month: month.from,
    opening: facts.opening,
    closing: cents(facts.lines.reduce((sum, { amount }) => sum + amount, Number(facts.opening))),
    coversUntil: asOf,
    createdAt: now,
  })
  if (request.isNotified && !company.flags.hideStatements) await notify(tx, deps, accountId, month)
  return 'Made'
}

async function notify(
  tx: Transaction,
  deps: Pick<StatementDeps, 'clock' | 'jobs' | 'config'>,
  accountId: string,
  month: StatementMonth,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, (member, customerId) => ({
    kind: 'StatementReady',
    facts: {
      ...member,
      month: month.from,
      portalUrl: `${deps.config.portalOrigin}/statements`,
    },
    once: `statement ${accountId} ${month.from} ${customerId}`,
  }))
}
