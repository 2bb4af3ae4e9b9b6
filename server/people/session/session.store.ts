import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Proof = 'Code' | 'Link' | 'Impersonation'

export type ActiveSession = {
  email: string
  firstName: string
  name: string
  region: Region
  accountIds: string[]
  expiresAt: string
  impersonatorEmail: string | null
}

export async function insertCustomerSession(
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

/** The open session with the customer's current data, not the data from when the token was signed. */
export async function findOpenSession(db: Db, customerId: string, id: string, at: Date) {
  return db.value<ActiveSession | undefined>(sql`
    select json_build_object('email', customer.email, 'firstName', customer.first_name,
      'name', customer.first_name || ' ' || customer.last_name,
      'region', customer.region,
      'accountIds', array(select account_id from account_member where customer_id = customer.id order by account_id),
      'expiresAt', session.expires_at, 'impersonatorEmail', session.impersonator_email) as session
    from session join customer on customer.id = session.customer_id
    where session.customer_id = ${customerId} and session.id = ${id} and session.ended_at is null
      and session.expires_at > ${at} and customer.status = 'Active'`)
}

export async function endSession(db: Db, customerId: string, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update session set ended_at = ${at}
    where customer_id = ${customerId} and id = ${id} and ended_at is null`)
}

export async function endAllOfCustomer(db: Db, customerId: string, at: Date): Promise<void> {
  await db.run(sql`
    update session set ended_at = ${at} where customer_id = ${customerId} and ended_at is null`)
}

export async function endAllOfImpersonator(db: Db, email: string, at: Date): Promise<void> {
  await db.run(sql`
    update session set ended_at = ${at} where impersonator_email = ${email} and ended_at is null`)
}
