import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ItemKey } from './waiting.reads.ts'

/**
 * Takes an item, unless somebody else has it. `since` is when it began to wait: earlier assignments no longer count. Of
 * two concurrent calls, one succeeds.
 */
export async function insertAssignment(
  db: Db,
  { kind, id }: ItemKey,
  { staffId, since, now, isTakeover }: { staffId: string; since: Date; now: Date; isTakeover: boolean },
): Promise<boolean> {
  const count = await db.run(sql`
    insert into queue_assignment as held (kind, item, staff_id, taken_at)
    values (${kind}, ${id}, ${staffId}, ${now})
    on conflict (kind, item) do update set staff_id = excluded.staff_id,
      taken_at = case when held.staff_id = excluded.staff_id and held.taken_at >= ${since} then held.taken_at
        else excluded.taken_at end
      where ${isTakeover} or held.staff_id = excluded.staff_id or held.taken_at < ${since}`)
  return count === 1
}

/** Deletes only the caller's own assignment: a colleague's item is taken over instead. */
export async function deleteAssignment(db: Db, { kind, id }: ItemKey, staffId: string): Promise<void> {
  await db.run(sql`
    delete from queue_assignment where kind = ${kind} and item = ${id} and staff_id = ${staffId}`)
}

export async function findHolder(db: Db, { kind, id }: ItemKey): Promise<{ name: string } | undefined> {
  return db.first<{ name: string }>(sql`
    select staff.name from queue_assignment join staff on staff.id = staff_id where kind = ${kind} and item = ${id}`)
}
