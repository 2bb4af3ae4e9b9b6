import type { Database, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'

type Later = (deps: Deps) => Promise<unknown>

/** The use cases of one transaction that is already open, and what is left to do after it. */
export type Within = {
  deps: Deps
  /** Once it is committed. */
  afterwards: Later[]
  /** What would come of that, for a preview. */
  rehearsals: Later[]
}

/**
 * Lets use cases that begin transactions of their own be parts of one: each becomes a savepoint. So an action can be tried
 * out with the very code that does it, and be rolled back.
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
    // Where the server is away this fails too, and what failed first is what counts.
    await tx.client.query(`rollback to savepoint ${name}`).catch(() => {})
    throw error
  }
}

/** Does something, and takes it back whatever comes of it. */
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
