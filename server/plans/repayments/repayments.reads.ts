import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type InstalmentKey = { accountId: string; planId: string; seq: number }

/** A table of keys, for a join. */
export const keysOf = (keys: readonly InstalmentKey[]) => sql`
  jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key ("accountId" uuid, "planId" uuid, seq int)`

export type Announced = InstalmentKey & {
  frequency: Frequency
  shortId: string
  schoolName: string
  bpay: { billerCode: string; reference: string } | null
  payer: Payer | null
}

/** A select for the keys in `chosen`: the facts of instalments that families are told. */
export const describeChosen = sql`
  select chosen.account_id as "accountId", chosen.plan_id as "planId", chosen.seq, version.frequency,
    account.short_id as "shortId", institution.name as "schoolName",
    case when account.bpay_reference is not null and institution.bpay_biller_code is not null then json_build_object(
      'billerCode', institution.bpay_biller_code, 'reference', account.bpay_reference) end as bpay,
    payer_of(chosen.account_id) as payer
  from chosen
    join plan on plan.account_id = chosen.account_id and plan.id = chosen.plan_id
    join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    join account on account.id = chosen.account_id
    join institution on institution.id = account.institution_id`

/** The facts of instalments that were announced before, and whose day has changed. */
export async function describeAnnounced(tx: Db, keys: readonly InstalmentKey[]) {
  return tx.many<Announced>(sql`
    with chosen as (
      select key."accountId" as account_id, key."planId" as plan_id, key.seq
      from ${keysOf(keys)}
    )
    ${describeChosen}`)
}

export type Payer = { id: string; email: string; firstName: string; mobile: string | null }
