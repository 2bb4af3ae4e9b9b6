import { createHmac, timingSafeEqual } from 'node:crypto'
import { Pool } from 'pg'

/**
 * The least an honest server can do for an authenticated overview: check the token's signature and life, ask the
 * database once, and pass its JSON on. The session, the membership and the five tables of an overview (account, plan,
 * students, payment requests, ledger) are one prepared statement; nothing is validated, mapped, logged or counted.
 */
export function openFloor(env: Record<string, string | undefined>) {
  const [id = '', secret = ''] = (env.SESSION_KEYS ?? '').split(':')
  // As many connections as the server has.
  const pool = new Pool({ connectionString: env.DATABASE_URL, max: 10 })

  return async (authorization: string | undefined, accountId: string): Promise<string | undefined> => {
    const claims = verify(authorization?.slice('Bearer '.length) ?? '', id, secret)
    if (!claims) return undefined
    const values = [claims.sub, claims.sid, new Date(), accountId]
    const { rows } = await pool.query<{ body: string }>({ name: 'overview', text: statement, values })
    return rows[0]?.body
  }
}

export const floorPath = /^\/api\/portal\/customer\/account\/([^/]+)\/overview$/

type Claims = { sub: string; sid: string; exp: number; aud: string }

export function verify(token: string, id: string, secret: string): Claims | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const { alg, kid } = decode(head) as { alg: string; kid: string }
  const claims = decode(payload) as Claims
  const isValid = alg === 'HS256' && kid === id && claims.aud === 'session' && claims.exp * 1000 > Date.now()
  return isValid ? claims : undefined
}

const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

/** An account of the caller, while their session is open. */
export const fromOpenSession = `
  from session
    join customer on customer.id = session.customer_id
    join account_member on account_member.customer_id = session.customer_id
    join account on account.id = account_member.account_id
    join institution on institution.id = account.institution_id
  where session.customer_id = $1 and session.id = $2 and session.ended_at is null and session.expires_at > $3
    and customer.status = 'Active' and account.id = $4`

const statement = `
  select json_build_object(
    'firstName', customer.first_name,
    'account', json_build_object('accountId', account.id, 'shortId', account.short_id, 'region', account.region,
      'productType', account.product_type, 'status', account.status, 'institutionName', institution.name),
    'balanceMinor', (
      select coalesce(sum(amount_minor), 0) from ledger_posting
      where ledger_posting.account_id = account.id and book = 'Family'),
    'plan', (
      select json_build_object('tuitionYear', plan.tuition_year, 'status', plan.status,
        'startDate', version.start_date, 'endDate', version.end_date, 'frequency', version.frequency,
        'periodicAmountMinor', version.periodic_amount_minor, 'totalMinor', version.total_minor,
        'familyFees', version.family_fees, 'studentFees', version.student_fees)
      from plan join plan_version version
        on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = account.id
      order by plan.status = 'Current' desc, plan.tuition_year desc limit 1),
    'students', (
      select coalesce(json_agg(json_build_object('name', student.first_name || ' ' || student.last_name,
        'yearLevel', enrolment.start_year_level)), '[]')
      from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
      where enrolment.account_id = account.id),
    'requests', (
      select coalesce(json_agg(json_build_object('id', id, 'amountMinor', amount_due_minor - amount_paid_minor,
        'dueDate', due_on, 'periodName', period_name) order by due_on), '[]')
      from payment_request
      where payment_request.account_id = account.id and status in ('Open', 'PartPaid') and expires_at > $3)
  )::text as body
  ${fromOpenSession}`
