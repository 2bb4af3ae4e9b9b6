import type { Cents } from '#domain/money.ts'
import type { DiscountWish } from '#domain/plan/declared-discounts.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A discount that rests, or rested, on the family's word. */
export type DeclaredDiscount = DiscountWish & {
  id: string
  planId: string
  status: 'Declared' | 'Confirmed' | 'Declined' | 'Withdrawn'
  letterId: string | null
}

const columns = sql`
  id, plan_id as "planId", enrolment_id as "enrolmentId", type, (amount_minor / 100.0)::float8 as amount,
  (percent_basis_points / 100.0)::float8 as percent, status, letter_id as "letterId"`

export async function listDeclared(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
): Promise<DeclaredDiscount[]> {
  return db.many<DeclaredDiscount>(sql`
    select ${columns} from declared_discount
    where account_id = ${accountId} and plan_id = ${planId} and status = 'Declared' order by declared_at, id`)
}

export async function findDiscount(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<DeclaredDiscount | undefined> {
  return db.first<DeclaredDiscount>(sql`
    select ${columns} from declared_discount where account_id = ${accountId} and id = ${id}`)
}

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

/** The same discount, saved again: it may take off another sum by now, or have another letter. */
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

/** Those of the ids that are letters of this account. */
export async function listLetterIds(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from discount_letter where account_id = ${accountId} and id::text = any(${ids}::text[])`)
  return rows.map(({ id }) => id)
}
