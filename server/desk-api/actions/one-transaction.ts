import type { Database, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'

type Later = (deps: Deps) => Promise<unknown>

/** The dependencies of use cases within an open transaction, and the work left for after it. */
export type Within = {
  deps: Deps
  /** Runs once the transaction is committed. */
  afterwards: Later[]
  /** What that work would lead to, for a preview. */
  rehearsals: Later[]
}

/**
 * Lets use cases that begin their own transactions run within one: each becomes a savepoint. So a preview runs the same
 * code as the action and is rolled back.
 */
export function within(tx: Transaction, deps: Deps): Within {
  const afterwards: Later[] = []
  const rehearsals: Later[] = []
  const nested: Deps = {
    ...deps,
    db: databaseWithin(tx, deps.db),
    jobs: {
      ...deps.jobs,
      start: (name, data) => void afterwards.push(async () => deps.jobs.start(name, data)),
    },
    afterCommit: (work, rehearse) => {
      afterwards.push(work)
      rehearsals.push(rehearse)
    },
  }
  return { deps: nested, afterwards, rehearsals }
}

function databaseWithin(tx: Transaction, outer: Database): Database {
  let count = 0
  return {
    ...tx,
    load: () => outer.load(),
    // The caller that opened the transaction closes it.
    close: async () => {},
    transaction: async (work) => {
      count += 1
      return atSavepoint(tx, `part_${count}`, work)
    },
  }
}

async function atSavepoint<T>(
  tx: Transaction,
  name: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await tx.client.query(`savepoint ${name}`)
  try {
    const result = await work(tx)
    await tx.client.query(`release savepoint ${name}`)
    return result
  } catch (error) {
    // Without a connection this fails too; the first error is the one to report.
    await tx.client.query(`rollback to savepoint ${name}`).catch(() => {})
    throw error
  }
}

/** Runs the work and rolls it back, whether it succeeds or fails. */
export async function rolledBack<T>(
  tx: Transaction,
  name: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await tx.client.query(`savepoint ${name}`)
  try {
    return await work(tx)
  } finally {
    await tx.client.query(`rollback to savepoint ${name}`).catch(() => {})
  }
}
