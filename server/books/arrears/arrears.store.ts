import type { Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * The one open request for what an account is behind with, locked: nobody else creates or changes one until the
 * transaction ends.
 */
export async function lockRequest(tx: Transaction, accountId: string): Promise<{ id: string } | undefined> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
  return tx.first<{ id: string }>(sql`
    select id from payment_request
    where account_id = ${accountId} and is_arrears and status in ('Open', 'PartPaid') for update`)
}

/** Adds a fee to the request, whose amount `fitRequest` then sets. The family has not been notified of the fee yet. */
export async function growRequest(
  tx: Transaction,
  { accountId, id }: RowKey,
  { fee, now }: { fee: Cents; now: Date },
): Promise<void> {
  await tx.run(sql`
    update payment_request set fee_minor = fee_minor + ${fee}, grown_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}

export async function setRequestOfInstalment(
  tx: Transaction,
  instalment: { accountId: string; planId: string; seq: number },
  requestId: string,
): Promise<void> {
  await tx.run(sql`
    update instalment set payment_request_id = ${requestId}
    where account_id = ${instalment.accountId} and plan_id = ${instalment.planId} and seq = ${instalment.seq}`)
}
