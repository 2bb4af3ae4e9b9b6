import { createHmac, timingSafeEqual } from 'node:crypto'
import { fastify } from 'fastify'
import { Pool } from 'pg'
import { mappedOverview, type Ask, type Caller } from './mapped-overview.ts'
import { mappedTransactions } from './mapped-transactions.ts'

/**
 * The portal's reads as most people would begin them: Fastify, a query for each table, rows mapped in code. It checks
 * the token and who may see the account, and validates, counts and logs nothing. What is asked of our own reads is
 * stated against it.
 */
const [keyId = '', secret = ''] = (process.env.SESSION_KEYS ?? '').split(':')
// As many connections as the server has.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const ask: Ask = async <Row>(name: string, text: string, values: unknown[]) =>
  (await pool.query<Row & object>({ name, text, values })).rows

const callerText = `
  select customer.first_name as "firstName", account.id as "accountId", account.short_id as "shortId", account.region,
    account.product_type as "productType", account.status, institution.name as "institutionName"
  from session
    join customer on customer.id = session.customer_id
    join account_member on account_member.customer_id = session.customer_id
    join account on account.id = account_member.account_id
    join institution on institution.id = account.institution_id
  where session.customer_id = $1 and session.id = $2 and session.ended_at is null and session.expires_at > $3
    and customer.status = 'Active' and account.id = $4`

async function callerOf(authorization: string | undefined, accountId: string): Promise<Caller | undefined> {
  const claims = verify(authorization?.slice('Bearer '.length) ?? '')
  if (!claims) return undefined
  const [caller] = await ask<Caller>('caller', callerText, [claims.sub, claims.sid, new Date(), accountId])
  return caller
}

type Claims = { sub: string; sid: string; exp: number; aud: string }

function verify(token: string): Claims | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest()
  const sent = Buffer.from(signature, 'base64url')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return undefined
  const { alg, kid } = decode(head) as { alg: string; kid: string }
  const claims = decode(payload) as Claims
  const isValid =
    alg === 'HS256' && kid === keyId && claims.aud === 'session' && claims.exp * 1000 > Date.now()
  return isValid ? claims : undefined
}

const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

type Request = { Params: { accountId: string }; Querystring: { limit?: string } }
const account = '/api/portal/customer/account/:accountId'

const app = fastify()
app.get<Request>(`${account}/overview`, async ({ headers, params }, reply) => {
  const caller = await callerOf(headers.authorization, params.accountId)
  return caller ? mappedOverview(ask, caller) : reply.code(401).send()
})
app.get<Request>(`${account}/transactions`, async ({ headers, params, query }, reply) => {
  const caller = await callerOf(headers.authorization, params.accountId)
  return caller ? mappedTransactions(ask, caller, Number(query.limit)) : reply.code(401).send()
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
