import type { MovedGroup } from '#domain/explanations/balance-explanations.ts'
import type { VersionFact } from '#domain/explanations/change-explanations.ts'
import { mostLines } from '#domain/explanations/explanations.ts'
import type { Cents } from '#domain/money.ts'
import type { PlanFacts } from '#domain/explanations/plan-explanations.ts'
import type { ProductType } from '#domain/accounts.ts'
import type { Region } from '#domain/region.ts'
import { cancelledOfPlan, quoteOfInstalment } from '../../people/accounts/plans.reads.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { inZoneOf } from '../../platform/database/by-region.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type BalanceFacts = { region: Region; balance: Cents; groups: MovedGroup[] }

/**
 * A family's balance by kind of entry, read in one statement and so as of one moment. All entries are summed in the
 * database; only the newest of each group are read singly, in the order of an index.
 */
export async function findBalance(db: Db, accountId: string) {
  return db.first<BalanceFacts>(sql`
    with moved as materialized (
      select move, kind, school_id, posted_on, amount_minor from family_move where account_id = ${accountId}
    ), summed as materialized (
      select move, kind, school_id, count(*)::int as count, sum(amount_minor)::bigint as amount,
        min(posted_on) as oldest, max(posted_on) as newest
      from moved group by move, kind, school_id
    )
    select account.region,
      coalesce((select balance_minor from family_balance where account_id = account.id), 0) as balance,
      coalesce((
        select json_agg(json_build_object('move', summed.move, 'schoolName', school.name, 'count', summed.count,
          'amount', summed.amount, 'lines', (
            select json_agg(json_build_object(
              'entryId', line.id, 'date', line.posted_on, 'amount', line.amount_minor,
              'description', line.description, 'methodName', coalesce(paid.method_name, asked.bank_name),
              'instalment', paid.instalment, 'paidOn', paid.paid_on, 'schoolPayment', (
                select json_build_object('status', status, 'paidOn', school_payment.paid_on) from school_payment
                where school_payment.account_id = ${accountId} and school_payment.entry_id = line.id)) order by line.posted_on desc, line.id desc)
            from (
              select id, posted_on, amount_minor, description, cause_id from family_move
              where account_id = ${accountId} and kind = summed.kind and move = summed.move
                and school_id is not distinct from summed.school_id
                and posted_on between summed.oldest and summed.newest
              order by posted_on desc, id desc limit ${mostLines}
            ) line
              left join lateral (
                select payment.paid_on, source.display_name as method_name,
                  case when plan.id is not null then
                    json_build_object('seq', payment.instalment_seq - (
                      select count(*) from instalment extra where extra.account_id = payment.account_id
                        and extra.plan_id = payment.plan_id and extra.seq < payment.instalment_seq and extra.is_extra),
                      'year', plan.tuition_year) end as instalment
                from payment
                  left join repayment_source source
                    on source.account_id = payment.account_id and source.id = payment.source_id
                  left join plan on plan.account_id = payment.account_id and plan.id = payment.plan_id
                where payment.account_id = ${accountId} and payment.id = coalesce(
                  (select payment_id from refund where account_id = ${accountId} and id = line.cause_id),
                  (select payment_id from dispute where account_id = ${accountId} and id = line.cause_id),
                  line.cause_id)
                limit 1
              ) paid on true
              left join lateral (
                select bank.display_name as bank_name
                from withdrawal_request request join payout_bank_account bank
                  on bank.account_id = request.account_id and bank.id = request.bank_account_id
                where request.account_id = ${accountId} and request.id = line.cause_id
                limit 1
              ) asked on true)))
        from summed left join institution school on school.id = summed.school_id), '[]') as groups
    from account where account.id = ${accountId}`)
}

type WhichPlan = { accountId: string; planId: string }

/** The parts of an instalment by their payments. Requires `part` and a row `instalment`. */
const partsOf = (amount: Statement, which: Statement) => sql`coalesce((
  select json_agg(json_build_object('amount', ${amount}, 'paidOn', part.paid_on, 'entryId', part.entry_id)
    order by part.paid_on desc, part.id)
  from part where part.seq = instalment.seq and ${amount} > 0 and ${which}), '[]')`

/** A plan with its payments and their origin. */
export async function findPlan(db: Db, { accountId, planId }: WhichPlan) {
  return db.first<PlanFacts>(sql`
    with part as materialized (
      select charge.seq, payment.plan_id is not null as is_own, cover.settled_minor, cover.reserved_minor,
        coalesce(payment.paid_on, ${inZoneOf(sql`payment.created_at`)}::date) as paid_on, payment.id,
        source.display_name, entry.id as entry_id
      from charge
        join account on account.id = charge.account_id
        join cover on cover.account_id = charge.account_id and cover.charge_id = charge.id
        join payment on payment.account_id = cover.account_id and payment.id = cover.payment_id
        left join repayment_source source on source.account_id = payment.account_id and source.id = payment.source_id
        left join ledger_entry entry on entry.account_id = payment.account_id and entry.kind = 'Repayment'
          and entry.cause_id = payment.id
      where charge.account_id = ${accountId} and charge.plan_id = ${planId}
    )
    select account.region, plan.tuition_year as year, plan.status,
      ${isOnHold(sql`plan.account_id`)} as "isHeld", version.total_minor as total, ${cancelledOfPlan} as cancelled, (
        select coalesce(json_agg(json_build_object('dueOn', instalment.due_on, 'collectOn', instalment.collect_on,
          'noticedOn', instalment.noticed_on, 'quote', ${quoteOfInstalment}, 'collectedOn', instalment.collected_on, 'amount', instalment.amount_minor,
          'settled', instalment.settled_minor, 'waived', instalment.waived_minor, 'open', instalment.open_minor, 'status', instalment.status,
          'retryOn', instalment.retry_on, 'isExtra', instalment.is_extra, 'sourceId', instalment.source_id, 'movedFrom', instalment.moved_from,
          'isRetryMoved', instalment.status = 'Retrying' and exists (
            select from plan_change change where change.account_id = instalment.account_id
              and change.plan_id = instalment.plan_id and change.kind = 'Move' and change.status = 'Made'
              and change.details->>'dueOn' = instalment.due_on::text
              and change.details->>'to' = instalment.retry_on::text),
          'paid', (select json_build_object('paidOn', paid_on, 'methodName', display_name, 'entryId', entry_id)
            from part where part.seq = instalment.seq and is_own and part.settled_minor > 0 limit 1),
          'covers', ${partsOf(sql`part.settled_minor`, sql`not part.is_own`)},
          'reserved', ${partsOf(sql`part.reserved_minor`, sql`true`)})
          order by instalment.due_on, instalment.seq), '[]')
        from instalment
        where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
          and instalment.status <> 'Cancelled') as instalments
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      join account on account.id = plan.account_id
    where plan.account_id = ${accountId} and plan.id = ${planId}`)
}

export type SavedVersion = Omit<VersionFact, 'savedOn'> & { savedAt: Date }

export async function listVersions(db: Db, { accountId, planId }: WhichPlan) {
  return db.many<SavedVersion>(sql`
    select saved_by as "savedBy", saved_at as "savedAt", frequency, periodic_amount_minor as periodic,
      total_minor as total, repayment_count as count, (
        select change.details from plan_change change
        where change.account_id = plan_version.account_id and change.plan_id = plan_version.plan_id
          and change.version = plan_version.version and change.kind <> 'Move'
        order by change.made_at desc limit 1) as change
    from plan_version where account_id = ${accountId} and plan_id = ${planId} order by version`)
}

export async function findProduct(db: Db, accountId: string) {
  return db.first<{ region: Region; productType: ProductType }>(sql`
    select region, product_type as "productType" from account where id = ${accountId}`)
}
