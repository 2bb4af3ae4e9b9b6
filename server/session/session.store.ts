import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type Proof = 'Code' | 'Link' | 'Impersonation'

export type SessionRow = {
  email: string
  name: string
  region: Region
  accountIds: string[]
  expiresAt: Date
  impersonatorEmail: string | null
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

/** The open session with its customer as they are now, not as they were when the token was signed. */
export async function findOpenSession(
  db: Db,
  customerId: string,
  id: string,
  at: Date,
): Promise<SessionRow | undefined> {
  return db.first<SessionRow>(sql`
    select customer.email, customer.first_name || ' ' || customer.last_name as name, customer.region,
      array(select account_id::text from account_member where customer_id = customer.id order by account_id)
        as "accountIds",
      session.expires_at as "expiresAt", session.impersonator_email as "impersonatorEmail"
    from session join customer on customer.id = session.customer_id
    where session.customer_id = ${customerId} and session.id = ${id}
      and session.ended_at is null and session.expires_at > ${at} and customer.status = 'Active'`)
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

export async function deleteSessionsBefore(db: Db, time: Date): Promise<number> {
  return db.run(sql`delete from session where expires_at < ${time} or ended_at < ${time}`)
}
