import type { Client } from 'pg'
import type { Statement } from '#server/platform/database/sql.ts'
import { withClient } from '../postgres/databases.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}
type Explain = (statement: Pick<Statement, 'text' | 'values'>, options?: string) => Promise<PlanNode>

/** Says how the server's own statements are carried out, planned as the server has them planned. */
export async function explaining<Result>(
  databaseUrl: string,
  work: (explain: Explain, client: Client) => Promise<Result>,
): Promise<Result> {
  const options = '-c plan_cache_mode=force_generic_plan'
  return withClient({ connectionString: databaseUrl, options }, (client) =>
    work((statement, how = '') => explain(client, statement, how), client),
  )
}

async function explain(
  client: Client,
  { text, values }: Parameters<Explain>[0],
  options: string,
): Promise<PlanNode> {
  const literals = values.map((value) => literalOf(client, value)).join(', ')
  await client.query(`prepare explained as ${text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (${options} format json) execute explained ${literals && `(${literals})`}`,
  )
  await client.query('deallocate explained')
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('The database has not explained a statement.')
  return plan
}

function literalOf(client: Client, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return client.escapeLiteral(`{${value.map((each) => `"${String(each)}"`).join(',')}}`)
  return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}
