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
  takeAccount,
  type Month,
} from './make-statements.store.ts'
import { isWorthTelling, readStanding } from './standing.ts'

type StatementDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>

/** After a longer outage the oldest ones are no longer needed. */
const mostMonths = 12
const accountsAtOnce = 200
const nobody = '00000000-0000-0000-0000-000000000000'

/** Everything is looked at as it was a moment ago: what is being written just now is on the next statement or on none. */
const settledMs = 5 * 60_000

const name = 'make-statements'

/**
 * Makes the statements of every month that is over in a region, oldest first, and says how many. An account has one for
 * a month in which its balance moved or was not nothing, and for the newest month also where something is overdue,
 * disputed or on its way. Any number of processes may do this at once, and one that dies
 * loses nothing: what is made stays, and what is not is found again within the hour.
 */
export async function makeStatements(deps: StatementDeps): Promise<number> {
  let count = 0
  for (const region of regions) {
    const asOf = new Date(deps.clock().getTime() - settledMs)
    const known = await listFailedItems(deps.db, { work: name, now: deps.clock() })
    const failed = new Set(known.filter(({ isHeld }) => isHeld).map(({ item }) => item))
    for (const month of await monthsToDo(deps, region, asOf))
      count += await makeMonth(deps, { region, month, asOf, failed })
  }
  return count
}

async function monthsToDo({ db }: StatementDeps, region: Region, asOf: Date): Promise<Month[]> {
  const thisMonth = firstOfMonth(dateIn(region, asOf))
  const done = new Set(await listFinishedMonths(db, region, addMonthsClamped(thisMonth, -mostMonths)))
  return Array.from({ length: mostMonths }, (_, index) =>
    monthOf(addMonthsClamped(thisMonth, index - mostMonths)),
  ).filter(({ from }) => !done.has(from))
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 7)}-01`)
}

export function monthOf(date: CalendarDate): Month {
  const from = firstOfMonth(date)
  return { from, to: addMonthsClamped(from, 1) }
}

const itemOf = (accountId: string) => ({ item: accountId, accountId })

type Run = {
  region: Region
  month: Month
  asOf: Date
  /** Whose earlier month could not be made: they wait with the later ones, so that none is left out. */
  failed: Set<string>
}

/**
 * Goes through the accounts twice where others are at work too. First past whatever they have in hand, so that all are
 * busy; then waiting for it, because a family's next month may not start before this one is done.
 */
async function makeMonth(deps: StatementDeps, run: Run): Promise<number> {
  const first = await goThrough(deps, run, { waits: false })
  const second = first.isPassedOver ? await goThrough(deps, run, { waits: true }) : { count: 0 }
  if (run.failed.size === 0) await finishMonth(deps.db, run.region, run.month.from, deps.clock())
  return first.count + second.count
}

async function goThrough(
  deps: StatementDeps,
  { region, month, asOf, failed }: Run,
  { waits }: { waits: boolean },
): Promise<{ count: number; isPassedOver: boolean }> {
  const { db } = deps
  // Those of long ago are found in the portal; a mail for each would be a dozen at once. Nor do they say how the account
  // stands today, which the newest does.
  const now = deps.clock()
  const isNewest = month.to === firstOfMonth(dateIn(region, asOf))
  const owingOn = isNewest ? { today: dateIn(region, now), now } : null
  const make = (accountId: string) =>
    db.transaction(async (tx) => {
      if (!(await takeAccount(tx, accountId, { waits }))) return 'InOtherHands'
      return makeStatement(tx, deps, { accountId, month, asOf, isNewest, isNotified: isNewest })
    })
  const outcomes = { count: 0, isPassedOver: false }
  let after: string | undefined = nobody
  while (after !== undefined) {
    const ids: string[] = await listAccountsWithout(db, {
      region,
      month,
      owingOn,
      after,
      limit: accountsAtOnce,
    })
    const left = new Set(ids.filter((accountId) => !failed.has(accountId)))
    await workOn(deps, { name, itemOf }, [...left], async (some) => {
      for (const accountId of some) {
        const outcome = await make(accountId)
        left.delete(accountId)
        if (outcome === 'Made') outcomes.count += 1
        if (outcome === 'InOtherHands') outcomes.isPassedOver = true
      }
    })
    for (const accountId of left) failed.add(accountId)
    after = ids.at(-1)
  }
  return outcomes
}

/** Makes one statement, with its file and the letters about it, or finds that there is nothing to report. */
export async function makeStatement(
  tx: Transaction,
  deps: Pick<StatementDeps, 'clock' | 'jobs' | 'config'>,
  wanted: { accountId: string; month: Month; asOf: Date; isNewest: boolean; isNotified: boolean },
): Promise<'Made' | 'Nothing'> {
  const { accountId, month, asOf } = wanted
  const found = await readStatementOf(tx, wanted)
  if (!found) return 'Nothing'
  const now = deps.clock()
  const standing = wanted.isNewest
    ? await readStanding(tx, accountId, { region: found.region, now })
    : undefined
  const hasMoved = found.opening !== 0 || found.lines.length > 0
  if (!hasMoved && !(standing && isWorthTelling(standing))) return 'Nothing'
  const company = await companySettings({ config: deps.config, db: tx })
  // Drawing takes a large library, which a process that starts can do without.
  const { statementPdf } = await import('../../letters/documents/statement-document.ts')
  const monthName = month.from.slice(0, 7)
  const fileId = await storeFile(tx, deps, {
    accountId,
    // Found in a folder of downloads, it says what and whose it is.
    name: `${company.brand} statement ${monthName} ${found.shortId}.pdf`,
    contentType: 'application/pdf',
    bytes: Buffer.from(
      await statementPdf(
        { ...found, month: month.from, madeOn: dateIn(found.region, now), ...(standing && { standing }) },
        company,
      ),
    ),
    at: now,
  })
  await insertStatement(tx, {
    accountId,
    id: randomUUID(),
    // By name, the newest comes last in the alphabet.
    name: `Statement ${monthName}`,
    fileId,
    month: month.from,
    opening: found.opening,
    closing: cents(found.lines.reduce((sum, { amount }) => sum + amount, Number(found.opening))),
    coversUntil: asOf,
    createdAt: now,
  })
  if (wanted.isNotified && !company.flags.hideStatements) await notify(tx, deps, accountId, month)
  return 'Made'
}

async function notify(
  tx: Transaction,
  deps: Pick<StatementDeps, 'clock' | 'jobs' | 'config'>,
  accountId: string,
  month: Month,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, ({ firstName, region, shortId, schoolName, customerId }) => ({
    kind: 'StatementReady',
    facts: {
      firstName,
      region,
      shortId,
      schoolName,
      month: month.from,
      portalUrl: `${deps.config.portalOrigin}/statements`,
    },
    once: `statement ${accountId} ${month.from} ${customerId}`,
  }))
}
