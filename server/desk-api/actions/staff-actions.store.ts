import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type UndoCall = { call: string; params: Record<string, string>; body: Record<string, unknown> }

export type StaffAction = {
  accountId: string
  id: string
  call: string
  bodyHash: string
  said: string
  approvalId: string | null
  undo: UndoCall | null
  undoWords: string
  undoUntil: Date | null
  undoneAt: Date | null
  createdAt: Date
}

const columns = sql`action.account_id as "accountId", action.id, action.call, action.body_hash as "bodyHash", action.said,
  action.approval_id as "approvalId", action.undo, action.undo_words as "undoWords", action.undo_until as "undoUntil",
  action.undone_at as "undoneAt", action.created_at as "createdAt"`

/** Returns false if the id exists: a second click waits here until the first has ended. */
export async function insertAction(
  tx: Transaction,
  action: Pick<StaffAction, 'accountId' | 'id' | 'call' | 'bodyHash' | 'createdAt'> & { staffId: string },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into staff_action (account_id, id, staff_id, call, body_hash, said, undo_words, created_at)
    values (${action.accountId}, ${action.id}, ${action.staffId}, ${action.call}, ${action.bodyHash}, '', '',
      ${action.createdAt})
    on conflict do nothing`)
  return inserted === 1
}

export async function completeAction(
  tx: Transaction,
  action: RowKey & Pick<StaffAction, 'said' | 'approvalId' | 'undo' | 'undoWords' | 'undoUntil'>,
): Promise<void> {
  await tx.run(sql`
    update staff_action set said = ${action.said}, approval_id = ${action.approvalId},
      undo = ${action.undo && JSON.stringify(action.undo)}, undo_words = ${action.undoWords},
      undo_until = ${action.undoUntil}
    where account_id = ${action.accountId} and id = ${action.id}`)
}

export async function findAction(db: Db, { accountId, id }: RowKey): Promise<StaffAction | undefined> {
  return db.first<StaffAction>(sql`
    select ${columns} from staff_action action where account_id = ${accountId} and id = ${id}`)
}

/** Locks the action, so that the second of two concurrent undos finds it undone. */
export async function lockAction(tx: Transaction, { accountId, id }: RowKey) {
  return tx.first<StaffAction>(sql`
    select ${columns} from staff_action action where account_id = ${accountId} and id = ${id} for update`)
}

export async function markUndone(
  tx: Transaction,
  { accountId, id, staffId, at }: RowKey & { staffId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update staff_action set undone_at = ${at}, undone_by = ${staffId}
    where account_id = ${accountId} and id = ${id}`)
}

export async function listActions(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<(StaffAction & { by: string })[]> {
  return db.many(sql`
    select ${columns}, staff.name as by
    from staff_action action join staff on staff.id = action.staff_id
    where action.account_id = ${accountId} order by action.created_at desc, action.id limit ${limit}`)
}

/** Every row written from here on in this transaction refers to this action. */
export async function nameAction(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`select set_config('larkwell.staff_action', ${id}, true)`)
}

export async function lastUndoDay(
  db: Db,
  { accountId, changeId }: { accountId: string; changeId: string },
): Promise<string | null> {
  const row = await db.first<{ undoUntil: string | null }>(sql`
    select undo_until as "undoUntil" from plan_change where account_id = ${accountId} and id = ${changeId}`)
  return row?.undoUntil ?? null
}

/** How to find out whether an id in a path belongs to the account. */
const owners: Record<string, (accountId: string, id: string) => ReturnType<typeof sql>> = {
  accountId: (accountId, id) => sql`select 1 from account where id = ${accountId} and id::text = ${id}`,
  requestId: (accountId, id) =>
    sql`select 1 from payment_request where account_id = ${accountId} and id = ${id}`,
  paymentId: (accountId, id) =>
    sql`select 1 from payment where account_id = ${accountId} and id::text = ${id}`,
  careId: (accountId, id) =>
    sql`select 1 from care_request where account_id = ${accountId} and id::text = ${id}`,
  studentId: (accountId, id) =>
    sql`select 1 from enrolment where account_id = ${accountId} and student_id::text = ${id}`,
  contactChangeId: (accountId, id) => sql`
    select 1 from contact_change change join account_member member on member.customer_id = change.customer_id
    where member.account_id = ${accountId} and change.id::text = ${id}`,
  customerId: (accountId, id) =>
    sql`select 1 from account_member where account_id = ${accountId} and customer_id::text = ${id}`,
}

/** Whether an id in a path belongs to the account. Ids below an account's path are checked by the call itself. */
export async function belongsTo(db: Db, accountId: string, name: string, id: string): Promise<boolean> {
  const owner = owners[name]
  return owner === undefined || (await db.first(owner(accountId, id))) !== undefined
}
