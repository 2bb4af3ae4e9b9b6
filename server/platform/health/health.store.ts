import type { Database, Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { Channel } from '../providers/channels.ts'

export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const rows = await db.many<{ name: string }>(sql`select name from migration`)
  return new Set(rows.map((row) => row.name))
}

/**
 * Writes a row, and a temporary file of half a megabyte: on a full disk a row may still fit into an existing page,
 * but a file does not. Throws when either fails.
 */
export async function probeWrite(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local work_mem = '64kB'`)
    await tx.run(sql`select count(*) from generate_series(1, 40000)`)
    await tx.run(sql`
      insert into write_probe (written_at) values (${now})
      on conflict (id) do update set written_at = excluded.written_at`)
  })
}

/**
 * The channels that send nothing: a message has waited since `before`, and none was sent since. Parked and expired
 * messages do not count.
 */
export async function listStuckChannels(db: Db, { now, before }: { now: Date; before: Date }) {
  return db.values<Channel>(sql`
    with waiting as materialized (
      select distinct channel from outbox_message message
      where status = 'Waiting' and coalesce(not_before, created_at) < ${before} and (send_before is null or send_before > ${now})
        and not exists (select from parked_item where item = message.id::text)
    )
    select channel from waiting where not exists (
      -- Uses the index on creation: a message that was just sent was written within a day.
      select from outbox_message sent where sent.channel = waiting.channel and sent.sent_at >= ${before}
        and sent.created_at > ${before}::timestamptz - interval '1 day')
    order by channel`)
}

/** The number of waiting items and the age of the oldest; both 0 if there are none. */
export type Backlog = { count: number; oldestSeconds: number }

export type HealthFigures = {
  outbox: Backlog
  unknownPayments: Backlog
  unknownRefunds: Backlog
  /** Provider events that were received and not processed, and the average recent processing delay. */
  providerEvents: Backlog & { delaySeconds: number | null }
  /** Null before the first check. */
  ledgerCheck: { ageSeconds: number; violations: number } | null
  /** Seconds since any process last started a job; null if none is on record. */
  idleSeconds: number | null
  /** Whether the last attempt to archive the write-ahead log failed; false where it is not archived. */
  isArchivingFailing: boolean
  /** The job queue counts these once a minute. */
  givenUp: { job: string; count: number }[]
}

/** Reads all figures in one statement, because every scrape of every process needs them. */
export async function readHealthFigures(db: Db, now: Date): Promise<HealthFigures> {
  const ageOf = (time: ReturnType<typeof sql>) =>
    sql`extract(epoch from ${now}::timestamptz - ${time})::float8`
  const backlogSince = (
    time: ReturnType<typeof sql>,
  ) => sql`json_build_object('count', count(*), 'oldestSeconds',
    greatest(coalesce(${ageOf(sql`min(${time})`)}, 0), 0))`
  const backlog = backlogSince(sql`created_at`)
  const row = await db.first<HealthFigures>(sql`
    select
      -- Parked messages wait for staff and are counted separately. Messages for the morning are not late before.
      (select ${backlogSince(sql`coalesce(not_before, created_at)`)} from outbox_message message where status = 'Waiting' and not exists (
        select from parked_item where item = message.id::text and try_after is null)) as outbox,
      (select ${backlog} from payment where status in ('Created', 'Sent', 'Unknown')) as "unknownPayments",
      (select ${backlog} from refund_order where status in ('Ordered', 'Unknown')) as "unknownRefunds",
      (select json_build_object('count', count(*), 'oldestSeconds',
        greatest(coalesce(${ageOf(sql`min(received_at)`)}, 0), 0), 'delaySeconds', (
          select avg(extract(epoch from processed_at - received_at))::float8 from (
            select received_at, processed_at from provider_event done where processed_at is not null
            order by received_at desc limit 20) lately))
        from provider_event where processed_at is null) as "providerEvents",
      (select json_build_object('ageSeconds', ${ageOf(sql`checked_at`)}, 'violations', violations)
        from ledger_check order by checked_at desc limit 1) as "ledgerCheck",
      (select ${ageOf(sql`started_at`)} from job_run order by started_at desc limit 1) as "idleSeconds",
      (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        from pg_stat_archiver) as "isArchivingFailing",
      (select coalesce(json_agg(json_build_object('job', name, 'count', failed_count)), '[]') from pgboss.queue)
        as "givenUp"`)
  if (!row) throw new Error('A statement without conditions returned no row')
  return row
}
