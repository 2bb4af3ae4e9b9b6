import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type Proof = 'Code' | 'Link' | 'Impersonation'

export type FoundSession = {
  email: string
  name: string
  region: Region
  accountIds: string[]
  expiresAt: string
  impersonatorEmail: string | null
}

/**
 * Columns of the statement that authenticates a caller, for the read that is part of it. They belong to the row that
 * makes the caller a member of the account: a read that asks by this account id finds nothing of anybody else's.
 */
export type CallerColumns = { accountId: Statement; firstName: Statement }

export const callerColumns: CallerColumns = {
  accountId: sql`member.account_id`,
  firstName: sql`customer.first_name`,
}

/** A read of one account by a statement of one row; no statement where what was sent cannot be read. */
export type AccountRead = { accountId: string; statement: Statement | undefined }

const nothing = sql`select null as nothing`

export type ReadSession = {
  /** Whether the account is one of theirs. Of another the row that is found holds nulls only. */
  isMember: boolean
  impersonatorEmail: string | null
  found: Record<string, unknown>
}

export async function insertSession(
  db: Db,
  session: {
    customerId: string
    id: string
    proof: Proof
    impersonatorEmail: string | null
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await db.run(sql`
    insert into session (customer_id, id, proof, impersonator_email, created_at, expires_at)
    values (${session.customerId}, ${session.id}, ${session.proof}, ${session.impersonatorEmail},
      ${session.createdAt}, ${session.expiresAt})`)
}

/** What makes a session good for a call: it is open, and its customer is not shut out. */
function isOpen(customerId: string, id: string, at: Date): Statement {
  return sql`
    session.customer_id = ${customerId} and session.id = ${id} and session.ended_at is null
      and session.expires_at > ${at} and customer.status = 'Active'`
}

/** The open session with its customer as they are now, not as they were when the token was signed. */
export async function findOpenSession(
  db: Db,
  customerId: string,
  id: string,
  at: Date,
): Promise<FoundSession | undefined> {
  const row = await db.first<{ session: FoundSession }>(sql`
    select json_build_object('email', customer.email, 'name', customer.first_name || ' ' || customer.last_name,
      'region', customer.region,
      'accountIds', array(select account_id from account_member where customer_id = customer.id order by account_id),
      'expiresAt', session.expires_at, 'impersonatorEmail', session.impersonator_email) as session
    from session join customer on customer.id = session.customer_id
    where ${isOpen(customerId, id, at)}`)
  return row?.session
}

/** In one round trip: whether the session is open, and what a read finds of an account of the caller. */
export async function readInOpenSession(
  db: Db,
  customerId: string,
  id: string,
  at: Date,
  { accountId, statement = nothing }: AccountRead,
): Promise<ReadSession | undefined> {
  const row = await db.first<Omit<ReadSession, 'found'> & Record<string, unknown>>(sql`
    select member.account_id is not null as "isMember", session.impersonator_email as "impersonatorEmail", found.*
    from session join customer on customer.id = session.customer_id
      left join account_member member on member.customer_id = customer.id and member.account_id::text = ${accountId}
      left join lateral (${statement}) found on true
    where ${isOpen(customerId, id, at)}`)
  if (!row) return undefined
  const { isMember, impersonatorEmail, ...found } = row
  return { isMember, impersonatorEmail, found }
}

export async function endSession(db: Db, customerId: string, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update session set ended_at = ${at}
    where customer_id = ${customerId} and id = ${id} and ended_at is null`)
}

/** Every session of a customer, wherever it is open. */
export async function endSessionsOf(db: Db, customerId: string, at: Date): Promise<number> {
  return db.run(sql`
    update session set ended_at = ${at} where customer_id = ${customerId} and ended_at is null`)
}

/** Every session in which this member of staff looks through a customer's eyes. */
export async function endImpersonationsBy(db: Db, email: string, at: Date): Promise<number> {
  return db.run(sql`
    update session set ended_at = ${at} where impersonator_email = ${email} and ended_at is null`)
}
