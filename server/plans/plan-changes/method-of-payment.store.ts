import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** The names of payment methods that were not removed, by their ids. */
export async function namesOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.many<{ id: string; name: string }>(sql`
    select id, display_name as name from repayment_source
    where account_id = ${accountId} and id = any(${ids}::uuid[]) and status <> 'Removed'`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Sets the method of a payment. It is announced again with its new method, and a notice that has not been sent is
 * withdrawn.
 */
export async function setMethodOfPayment(
  tx: Transaction,
  { accountId, planId, dueOn }: { accountId: string; planId: string; dueOn: CalendarDate },
  sourceId: string | null,
): Promise<void> {
  await tx.run(sql`
    update outbox_message set status = 'Expired' from instalment
    where instalment.account_id = ${accountId} and instalment.plan_id = ${planId} and instalment.due_on = ${dueOn}
      and instalment.status = 'Scheduled' and outbox_message.id = instalment.notice_id
      and outbox_message.status = 'Waiting'`)
  await tx.run(sql`
    update instalment set source_id = ${sourceId}, noticed_on = null, notice_id = null,
      method_choices = method_choices + 1
    where account_id = ${accountId} and plan_id = ${planId} and due_on = ${dueOn} and status = 'Scheduled'
      and settled_minor = 0`)
}
