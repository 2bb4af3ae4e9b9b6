import { rows } from './rows.ts'

export type Instalment = { planId: string; seq: number }

/** As if the money of these instalments had gone back: they are overdue. */
export async function unpay(accountId: string, instalments: readonly Instalment[]): Promise<void> {
  await rows(
    `with unpaid as (
       update charge set status = 'Overdue', payment_id = null, settled_minor = 0, passed_on_minor = 0
       from unnest($2::uuid[], $3::int[]) late (plan_id, seq)
       where charge.account_id = $1 and charge.plan_id = late.plan_id and charge.seq = late.seq
       returning charge.id
     ), uncovered as (
       delete from cover using unpaid where cover.account_id = $1 and cover.charge_id = unpaid.id
       returning cover.payment_id
     )
     update payment set covered_minor = 0, returned_minor = amount_minor
     where account_id = $1 and id in (select payment_id from uncovered)`,
    [accountId, instalments.map(({ planId }) => planId), instalments.map(({ seq }) => seq)],
  )
}
