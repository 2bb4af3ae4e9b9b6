import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#domain/refusal.ts'
import { isDatabaseUnavailable, type Db, type Transaction } from '../database/open.ts'
import type { Statement } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { ProviderFailure } from '../providers/provider-failure.ts'
import type { JobName } from './jobs.ts'
import { findAccounts, lockFreeAccounts, readDue } from './due-accounts.store.ts'
import { forgetFailedItems, recordFailedItem, retryParkedItem } from './parked-items.store.ts'
import { findParkedAccount, listFailedItems, type Turn } from './parked-items.reads.ts'
import type { WorkName } from './work-names.ts'

export type WorkDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** The part of a failed row that staff see. */
export type WorkItem = { item: string; accountId: string | null }

/** Work on rows, any of which may fail without affecting the others. */
type Work<Row> = {
  name: WorkName
  itemOf: (row: Row) => WorkItem
  /** The number of rows that share a transaction while none fails. */
  atOnce?: number
}

/** `lanes` is the number of chunks that are processed side by side, for work that waits for a provider. */
type ListedWork<Row> = Work<Row> & { lanes?: number }

export type ClaimedWork<Row> = Work<Row> & {
  /**
   * Locks the next rows, without those that `isFree` skips. Or only lists them, where `process` locks each and checks
   * whether another process was first. `after` is the last row that was done in this run, for work that leaves some
   * of its rows unchanged.
   */
  claim: (tx: Transaction, turn: Turn & { after: Row | undefined }) => Promise<Row[]>
  /**
   * Returns the number of rows that count; all if it returns nothing. `failures` says how often a single row has
   * failed in this run.
   */
  process: (tx: Transaction, rows: Row[], failures: number) => Promise<number | void>
  /** How often a row is tried in one run before it has to wait. */
  triesAtOnce?: number
}

/**
 * Takes the next rows of a work and processes them until none is left. Rows that fail together are tried in halves,
 * so that only the row that cannot be processed is left out: it is tried again later, a few times, and then parked.
 * Any number of processes may do the same work at once. Returns how many rows were processed.
 */
export async function workThrough<Row>(deps: WorkDeps, work: ClaimedWork<Row>): Promise<number> {
  const { name, itemOf, claim, process, atOnce = 1, triesAtOnce = 1 } = work
  const run = failuresOf(deps, name)
  const failures = new Map<string, number>()
  let count = 0
  let limit = atOnce
  let after: Row | undefined
  for (;;) {
    let rows: Row[] = []
    try {
      count += await deps.db.transaction(async (tx) => {
        rows = await claim(tx, { work: name, now: deps.clock(), limit, after })
        const [first] = rows
        if (!first) return 0
        const counted = await process(tx, rows, failures.get(itemOf(first).item) ?? 0)
        await forgetFailures(tx, name, rows.map(itemOf))
        return counted ?? rows.length
      })
    } catch (error) {
      const [first] = rows
      if (!first || isDatabaseUnavailable(error)) throw error
      if (rows.length > 1) {
        limit = Math.ceil(rows.length / 2)
        continue
      }
      const { item, accountId } = itemOf(first)
      const failed = (failures.get(item) ?? 0) + 1
      failures.set(item, failed)
      if (failed >= triesAtOnce) await run.record({ item, accountId }, error)
      else deps.log.error({ err: error, job: name, item }, 'an item failed and is tried at once')
      continue
    }
    if (rows.length < limit) return count
    after = rows.at(-1)
    limit = Math.min(atOnce, limit * 2)
  }
}

/**
 * The same for listed rows, which `process` handles without a transaction around it, because it may call a provider.
 * Held rows are skipped; a list with a limit must leave them out itself, or they would fill it. Returns how many were
 * processed.
 */
export async function workOn<Row>(
  deps: WorkDeps,
  work: ListedWork<Row>,
  rows: readonly Row[],
  process: (rows: readonly Row[]) => Promise<number | void>,
): Promise<number> {
  return workInChunks(deps, work, rows, async (chunk) => ({
    count: (await process(chunk)) ?? chunk.length,
    done: chunk,
  }))
}

async function workInChunks<Row>(
  deps: WorkDeps,
  { name, itemOf, atOnce = 1, lanes = 1 }: ListedWork<Row>,
  rows: readonly Row[],
  process: (rows: readonly Row[]) => Promise<{ count: number; done: readonly Row[] }>,
): Promise<number> {
  if (rows.length === 0) return 0
  const run = failuresOf(deps, name)
  const failed = await listFailedItems(deps.db, { work: name, now: deps.clock() })
  const heldByItem = new Map(failed.map(({ item, isHeld }) => [item, isHeld]))
  const free = heldByItem.size === 0 ? rows : rows.filter((row) => heldByItem.get(itemOf(row).item) !== true)
  let count = 0
  const queue = chunksOf(free, atOnce)
  const processChunk = async (chunk: readonly Row[]) => {
    let done: readonly Row[] = []
    try {
      const processed = await process(chunk)
      count += processed.count
      done = processed.done
    } catch (error) {
      const [first] = chunk
      if (!first || isDatabaseUnavailable(error)) throw error
      if (chunk.length > 1) queue.unshift(...chunksOf(chunk, Math.ceil(chunk.length / 2)))
      else await run.record(itemOf(first), error)
      return
    }
    const recovered = done.map(itemOf).filter(({ item }) => heldByItem.has(item))
    if (recovered.length > 0) await forgetFailures(deps.db, name, recovered)
  }
  const lane = async () => {
    try {
      for (let chunk = queue.shift(); chunk; chunk = queue.shift()) await processChunk(chunk)
    } finally {
      // A lane that fails ends the others after their present chunk.
      queue.length = 0
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return count
}

export type AccountWork<Due extends { accountId: string }, Acted> = Omit<ListedWork<Due>, 'itemOf'> & {
  /**
   * A subquery of what is due, with the column `accountId`. It finds it by an index of what is due, not of history,
   * because it runs every minute.
   */
  due: Statement
  /** Acts on what is due of accounts that are locked. Returns what it has acted on; all if it returns nothing. */
  act: (tx: Transaction, due: readonly Due[]) => Promise<readonly Acted[] | void>
  /** Calls the provider, once it is committed what was done. */
  afterwards?: (acted: readonly Acted[]) => Promise<void>
}

/** So many accounts that what is due is not read too often, and so few that memory is flat. */
const pageLength = 20_000
const noAccount = '00000000-0000-0000-0000-000000000000'

/** An account that is locked is tried so often, with a pause, before it is left to the next run. */
const passes = 5
const pauseMs = 200

/**
 * Work on accounts: find those for which something is due, lock them, read again what is due, act. An account that is
 * locked is passed over and tried again at the end, so that any number of processes share the work and none waits for
 * long. Returns how many rows were acted on.
 */
export async function workOnAccounts<Due extends { accountId: string }, Acted = Due>(
  deps: WorkDeps,
  work: AccountWork<Due, Acted>,
): Promise<number> {
  let count = 0
  for (let pass = 1; ; pass += 1) {
    const { acted, isAllFree } = await passThrough(deps, work)
    count += acted
    if (isAllFree || pass === passes) return count
    await sleep(pauseMs)
  }
}

async function passThrough<Due extends { accountId: string }, Acted>(
  deps: WorkDeps,
  { due, act, afterwards, ...work }: AccountWork<Due, Acted>,
): Promise<{ acted: number; isAllFree: boolean }> {
  const itemOf = (accountId: string) => ({ item: accountId, accountId })
  let count = 0
  let isAllFree = true
  for (let after = noAccount; ;) {
    const found = await deps.db.transaction((tx) => findAccounts(tx, due, { after, limit: pageLength }))
    count += await workInChunks(deps, { ...work, itemOf }, found, async (chunk) => {
      const { done, acted } = await deps.db.transaction(async (tx) => {
        const free = await lockFreeAccounts(tx, chunk)
        const rows = free.length > 0 ? await readDue<Due>(tx, due, free) : []
        const result = rows.length > 0 ? await act(tx, rows) : []
        return { done: free, acted: result ?? (rows as unknown[] as Acted[]) }
      })
      if (done.length < chunk.length) isAllFree = false
      if (acted.length > 0) await afterwards?.(acted)
      return { done, count: acted.length }
    })
    const last = found.at(-1)
    if (!last || found.length < pageLength) return { acted: count, isAllFree }
    after = last
  }
}

function chunksOf<Row>(rows: readonly Row[], size: number): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}

/** One failure concerns one row; this many mean a fault of the system, so the run stops. */
const maxFailures = 100
/** If a provider is unavailable, further rows would fail as well. */
const maxUnanswered = 10

function failuresOf(deps: WorkDeps, work: WorkName) {
  let failed = 0
  let unanswered = 0
  return {
    async record(item: WorkItem, error: unknown): Promise<void> {
      const isTemporary = await recordFailure(deps, work, item, error)
      if (isTemporary) unanswered += 1
      else failed += 1
      if (failed > maxFailures || unanswered > maxUnanswered) throw error
    },
  }
}

/**
 * Logs and records that an item failed. Returns whether the failure is temporary, because a provider is unavailable.
 */
export async function recordFailure(
  { db, clock, log }: WorkDeps,
  work: WorkName | JobName,
  { item, accountId }: WorkItem,
  error: unknown,
): Promise<boolean> {
  const isTemporary = error instanceof ProviderFailure && error.isRetryable
  const failed = { work, item, accountId, reason: reasonOf(error), isTemporary, now: clock() }
  const isParked = await recordFailedItem(db, failed)
  const words = isParked ? 'an item is parked' : 'an item failed and is tried again'
  if (isTemporary) log.warn({ err: error, job: work, item }, words)
  else log.error({ err: error, job: work, item }, words)
  return isTemporary
}

/** Deletes the recorded failures of items that have succeeded. */
export async function forgetFailures(
  db: Db,
  work: WorkName | JobName,
  items: readonly Pick<WorkItem, 'item'>[],
): Promise<void> {
  await forgetFailedItems(
    db,
    work,
    items.map(({ item }) => item),
  )
}

/** Lets a parked item be tried once more, with the next run of its work. Returns the account it belongs to, if any. */
export async function giveAnotherTry(
  tx: Transaction,
  parked: { work: string; item: string },
  now: Date,
): Promise<string | null> {
  const accountId = await findParkedAccount(tx, parked)
  if (!(await retryParkedItem(tx, parked, now))) throw new Refusal('not_found')
  return accountId
}

const reasonLength = 300

/** The reason for staff. Messages of the database and of parsers quote data, so they stay in the log. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof Refusal) {
    const fields = Object.entries(error.fields ?? {}).map(([name, words]) => `${name}: ${words}`)
    return [`refused as ${error.code}`, ...fields].join('; ').slice(0, reasonLength)
  }
  const { code, severity, constraint } = error as { code?: string; severity?: string; constraint?: string }
  if (severity !== undefined)
    return `the database answered ${code ?? 'with an error'}${constraint ? ` (${constraint})` : ''}`
  if (error instanceof SyntaxError) return 'something could not be read'
  return error.message.slice(0, reasonLength)
}

/** Runs steps one after the other. A failed step does not stop the next; the failures are thrown at the end. */
export async function inSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length <= 1) {
    for (const error of failures) throw error
    return
  }
  const messages = failures.map((error) => (error instanceof Error ? error.message : String(error)))
  throw new AggregateError(failures, messages.join('; '))
}
