import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type AuditSeal = { number: number; lastSeq: number; seenSeq: number; digest: string; sealedAt: Date }

/** Blocks other sealing runs, but not the writers of events. */
export async function lockAuditSeals(tx: Transaction): Promise<void> {
  await tx.run(sql`lock table audit_seal in share row exclusive mode`)
}

export async function lastAuditSeal(db: Db): Promise<AuditSeal | undefined> {
  return db.first<AuditSeal>(sql`
    select number, last_seq as "lastSeq", seen_seq as "seenSeq", digest, sealed_at as "sealedAt"
    from audit_seal order by number desc limit 1`)
}

export async function hasAuditDigest(db: Db, digest: string): Promise<boolean> {
  return (await db.first(sql`select 1 from audit_seal where digest = ${digest}`)) !== undefined
}

export async function lastAuditSeq(db: Db): Promise<number> {
  const row = await db.first<{ seq: number | null }>(sql`select max(seq) as seq from audit_event`)
  return row?.seq ?? 0
}

/** The number of the last event in the next batch of at most `limit` events after `after`, up to `upTo`. */
export async function endOfAuditEvents(
  db: Db,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<number | undefined> {
  const row = await db.first<{ seq: number | null }>(sql`
    select max(seq) as seq from (
      select seq from audit_event where seq > ${after} and seq <= ${upTo} order by seq limit ${limit}) as next`)
  return row?.seq ?? undefined
}

/**
 * The content of a seal: the number of its events, and a hash over the previous seal's hash and the hash of each
 * event. An event is hashed as an array, so that no value can be mistaken for part of its neighbour.
 */
function selectSealContent({
  number,
  after,
  upTo,
  previous,
}: Record<'number' | 'after' | 'upTo' | 'previous', Statement>) {
  return sql`
    select count(*) as events,
      encode(sha256(convert_to(concat_ws(' ', ${previous}, ${number}, ${upTo}, count(*)), 'UTF8')
        || coalesce(string_agg(sha256(convert_to(jsonb_build_array(event.seq, event.subject_id, event.id,
          extract(epoch from event.at), event.actor_kind, event.actor_id, event.impersonator_email, event.action,
          event.details, event.request_id)::text, 'UTF8')), '' order by event.seq), '')), 'hex') as digest
    from audit_event event where (${after} is null or event.seq > ${after}) and event.seq <= ${upTo}`
}

/** Adds the next seal. The first one covers every event up to its end. */
export async function insertAuditSeal(
  tx: Transaction,
  previous: AuditSeal | undefined,
  next: { lastSeq: number; seenSeq: number; at: Date },
): Promise<AuditSeal> {
  const number = previous === undefined ? 0 : previous.number + 1
  const content = selectSealContent({
    number: sql`${number}::bigint`,
    after: sql`${previous?.lastSeq ?? null}::bigint`,
    upTo: sql`${next.lastSeq}::bigint`,
    previous: sql`${previous?.digest ?? null}::text`,
  })
  const [row] = await tx.many<{ digest: string }>(sql`
    insert into audit_seal (number, last_seq, seen_seq, events, digest, sealed_at)
    select ${number}, ${next.lastSeq}, ${next.seenSeq}, events, digest, ${next.at} from (${content}) as sealed
    returning digest`)
  if (!row) throw new Error('A seal was not written')
  return { number, lastSeq: next.lastSeq, seenSeq: next.seenSeq, digest: row.digest, sealedAt: next.at }
}

export type CheckedSeal = { number: number; isBroken: boolean }

/** The next seals, each compared with its events as they are now and with the seal before it. */
export async function checkAuditSeals(db: Db, after: number, limit: number): Promise<CheckedSeal[]> {
  const content = selectSealContent({
    number: sql`seal.number`,
    after: sql`previous.last_seq`,
    upTo: sql`seal.last_seq`,
    previous: sql`previous.digest`,
  })
  return db.many<CheckedSeal>(sql`
    select seal.number, now_is.digest <> seal.digest or now_is.events <> seal.events
      or (previous.number is null) <> (seal.number = 0) as "isBroken"
    from (select * from audit_seal where number > ${after} order by number limit ${limit}) as seal
      left join audit_seal previous on previous.number = seal.number - 1
      cross join lateral (${content}) as now_is
    order by seal.number`)
}

export async function hasAuditEvent(db: Db, seq: number): Promise<boolean> {
  return (await db.first(sql`select 1 from audit_event where seq = ${seq}`)) !== undefined
}
