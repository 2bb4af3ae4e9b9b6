import type { CannedReply } from '#contract/staff-canned-replies.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ReplyRow = Omit<CannedReply, 'changedAt'> & { changedAt: Date }

const columns = sql`canned_reply.id, title, body, staff.name as "changedBy", changed_at as "changedAt"
  from canned_reply join staff on staff.id = changed_by`

export async function listReplies(db: Db) {
  return db.many<ReplyRow>(sql`select ${columns} order by lower(title)`)
}

export async function findReply(db: Db, id: string) {
  return db.first<ReplyRow>(sql`select ${columns} where canned_reply.id = ${id}`)
}

type Written = { id: string; title: string; body: string; changedBy: string; changedAt: Date }

/** Returns false if another reply has the title. */
export async function insertCannedReply(db: Db, reply: Written): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into canned_reply (id, title, body, changed_by, changed_at)
    values (${reply.id}, ${reply.title}, ${reply.body}, ${reply.changedBy}, ${reply.changedAt})
    on conflict do nothing`)
  return inserted === 1
}

export async function isTitleTaken(db: Db, { id, title }: Pick<Written, 'id' | 'title'>): Promise<boolean> {
  const row = await db.first(sql`
    select from canned_reply where lower(title) = lower(${title}) and id <> ${id}`)
  return row !== undefined
}

export async function updateReply(db: Db, reply: Written): Promise<void> {
  await db.run(sql`
    update canned_reply set title = ${reply.title}, body = ${reply.body}, changed_by = ${reply.changedBy},
      changed_at = ${reply.changedAt}
    where id = ${reply.id}`)
}

export async function deleteReply(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from canned_reply where id = ${id}`)
}
