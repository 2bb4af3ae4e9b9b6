import type { Database, Db, Transaction } from '#server/platform/database/open.ts'
import type { Statement } from '#server/platform/database/sql.ts'

type Explained = { 'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }] }

/**
 * A database that counts how many pages each statement touches: the cost of finding something, which does not depend on
 * how busy the machine is. Each statement is carried out twice, so it suits only steps that find nothing to do.
 */
export function countingBuffers(db: Database) {
  const touched: { buffers: number; text: string }[] = []
  const explain = async (on: Db, { text, values }: Statement) => {
    if (text.startsWith('set ')) return
    const statement = { text: `explain (analyze, buffers, format json) ${text}`, values } as Statement
    const explained = await on.first<Explained>(statement)
    const plan = explained?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('The database has not explained a statement')
    touched.push({ buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], text })
  }
  const counting = (on: Db): Db => ({
    many: async (statement) => (await explain(on, statement), on.many(statement)),
    first: async (statement) => (await explain(on, statement), on.first(statement)),
    value: async (statement) => (await explain(on, statement), on.value(statement)),
    values: async (statement) => (await explain(on, statement), on.values(statement)),
    run: async (statement) => (await explain(on, statement), on.run(statement)),
  })
  return {
    touched,
    db: {
      ...db,
      ...counting(db),
      transaction: (work) => db.transaction((tx: Transaction) => work({ ...tx, ...counting(tx) })),
    } satisfies Database,
  }
}
