import { Pool } from 'pg'
import { verify } from './floor-overview.ts'

/**
 * The least an honest server can do for a page of transactions: check the token, ask once for plain columns of an
 * account that the session's customer is a member of, and write them as JSON. No balance, no filters, no cursor.
 */
export function openTransactionsFloor(env: Record<string, string | undefined>) {
  const [id = '', secret = ''] = (env.SESSION_KEYS ?? '').split(':')
  const pool = new Pool({ connectionString: env.DATABASE_URL, max: 10 })

  return async (authorization: string | undefined, accountId: string, limit: number) => {
    const claims = verify(authorization?.slice('Bearer '.length) ?? '', id, secret)
    if (!claims) return undefined
    const values = [claims.sub, claims.sid, new Date(), accountId, limit]
    const { rows } = await pool.query<Row>({ name: 'transactions', text: statement, values })
    const transactions = rows.map((row) => ({
      id: row.id,
      date: row.date,
      typeDesc: row.description,
      amount: Number(row.amount) / 100,
      school: { name: row.school },
      isPending: false,
    }))
    return JSON.stringify({ transactions })
  }
}

type Row = { id: string; date: string; description: string | null; amount: string; school: string | null }

export const transactionsPath = /^\/api\/portal\/customer\/account\/([^/]+)\/transactions\?limit=(\d+)$/

const statement = `
  select entry.id, entry.posted_on::text as date, entry.description, posting.amount_minor as amount,
    institution.name as school
  from session
    join customer on customer.id = session.customer_id
    join account_member on account_member.customer_id = session.customer_id
    cross join lateral (
      select account_id, id, posted_on, description, institution_id from ledger_entry
      where ledger_entry.account_id = account_member.account_id order by posted_on desc, id desc limit $5
    ) entry
    join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id and posting.book = 'Family'
    left join institution on institution.id = entry.institution_id
  where session.customer_id = $1 and session.id = $2 and session.ended_at is null and session.expires_at > $3
    and customer.status = 'Active' and account_member.account_id = $4
  order by entry.posted_on desc, entry.id desc`
