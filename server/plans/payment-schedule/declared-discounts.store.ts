import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export async function insertDeclared(
  tx: Transaction,
  discount: {
    accountId: string
    id: string
    planId: string
    enrolmentId: string | null
    type: string
    amount: Cents | null
    basisPoints: number | null
    takenOff: Cents
    letterId: string | null
    at: Date
  },
): Promise<void> {
  await tx.run(sql`
    insert into declared_discount (account_id, id, plan_id, enrolment_id, type, amount_minor, percent_basis_points,
      taken_off_minor, letter_id, status, declared_at)
    values (${discount.accountId}, ${discount.id}, ${discount.planId}, ${discount.enrolmentId}, ${discount.type},
      ${discount.amount}, ${discount.basisPoints}, ${discount.takenOff}, ${discount.letterId}, 'Declared',
      ${discount.at})`)
}

/** Updates a discount that was saved again: its amount or its letter may have changed. */
export async function updateDeclared(
  tx: Transaction,
  discount: { accountId: string; id: string; takenOff: Cents; letterId: string | null },
): Promise<void> {
  await tx.run(sql`
    update declared_discount set taken_off_minor = ${discount.takenOff}, letter_id = ${discount.letterId}
    where account_id = ${discount.accountId} and id = ${discount.id}`)
}

export async function settleDiscount(
  tx: Transaction,
  discount: { accountId: string; id: string; status: 'Confirmed' | 'Declined' | 'Withdrawn'; at: Date },
): Promise<void> {
  await tx.run(sql`
    update declared_discount set status = ${discount.status}, decided_at = ${discount.at}
    where account_id = ${discount.accountId} and id = ${discount.id} and status = 'Declared'`)
}

export async function insertLetter(
  tx: Transaction,
  letter: { accountId: string; id: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into discount_letter (account_id, id, created_at)
    values (${letter.accountId}, ${letter.id}, ${letter.at})`)
}

/** The given ids that are letters of this account. */
export async function listLetterIds(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
) {
  return db.values<string>(sql`
    select id from discount_letter where account_id = ${accountId} and id::text = any(${ids}::text[])`)
}
