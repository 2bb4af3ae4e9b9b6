import type { CollectionTerms } from '#domain/plan/next-payment.ts'
import type { Instalment, PlanWithInstalments } from '#domain/plan/plan-payments.ts'
import type { Region } from '#domain/region.ts'
import { activeFrom } from '../../people/accounts/plans.reads.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { FeedName } from './feed-key.ts'

export type FeedOwner = { accountId: string; customerId: string }
export type FeedRow = { id: string; createdAt: Date }

export async function findFeed(db: Db, { accountId, customerId }: FeedOwner) {
  return db.first<FeedRow>(sql`
    select id, created_at as "createdAt" from calendar_feed
    where account_id = ${accountId} and customer_id = ${customerId}`)
}

/** False if there is one already, e.g. from a concurrent request. */
export async function insertFeed(
  db: Db,
  { accountId, customerId, ...feed }: FeedOwner & FeedRow,
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into calendar_feed (account_id, customer_id, id, created_at)
    values (${accountId}, ${customerId}, ${feed.id}, ${feed.createdAt})
    on conflict (account_id, customer_id) do nothing`)
  return inserted === 1
}

export async function deleteFeed(db: Db, { accountId, customerId }: FeedOwner): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from calendar_feed where account_id = ${accountId} and customer_id = ${customerId}`)
  return deleted === 1
}

export type FeedPayment = Instalment & {
  planId: string
  planYear: number
  planVersion: number
  planStatus: PlanWithInstalments['status']
  isHeld: boolean
  seq: number
  tries: number
  moves: number
  changedAt: string
}

export type FeedContent = {
  region: Region
  schoolName: string
  createdAt: string
  payments: FeedPayment[]
  sources: CollectionTerms['sources']
}

/** Reads the content of a feed. The same statement checks that its owner may still see the account. */
export async function findFeedContent(db: Db, { accountId, id }: FeedName, sinceYear: number) {
  return db.value<FeedContent | undefined>(sql`
    select json_build_object(
      'region', account.region, 'schoolName', institution.name, 'createdAt', calendar_feed.created_at,
      'sources', (
        select coalesce(json_agg(json_build_object('id', id, 'type', type, 'isPreferred', is_preferred,
          'isDefault', is_default, 'activeFrom', ${activeFrom})), '[]')
        from repayment_source where repayment_source.account_id = account.id and status <> 'Removed'),
      'payments', (
        select coalesce(json_agg(json_build_object(
          'planId', plan.id, 'planYear', plan.tuition_year, 'planVersion', plan.version, 'planStatus', plan.status,
          'isHeld', ${isOnHold(sql`plan.account_id`)},
          'seq', instalment.seq, 'dueOn', instalment.due_on, 'collectOn', instalment.collect_on,
          'noticedOn', instalment.noticed_on, 'collectedOn', instalment.collected_on,
          'amount', instalment.amount_minor, 'settled', instalment.settled_minor, 'waived', instalment.waived_minor,
          'open', instalment.open_minor, 'status', instalment.status,
          'tries', instalment.tries, 'moves', instalment.moves, 'retryOn', instalment.retry_on,
          'sourceId', instalment.source_id, 'movedFrom', instalment.moved_from,
          'changedAt', greatest(version.saved_at, brought.at, instalment.noticed_on::timestamptz, instalment.moved_at)) order by plan.tuition_year, instalment.seq), '[]')
        from plan
          join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
            and version.version = plan.version
          join instalment on instalment.account_id = plan.account_id and instalment.plan_id = plan.id
          left join lateral (
            select max(payment.updated_at) as at from payment
            where payment.account_id = instalment.account_id and (payment.id = instalment.payment_id
              or payment.id in (
                select cover.payment_id from cover
                where cover.account_id = instalment.account_id and cover.charge_id = instalment.charge_id))) brought on true
        where plan.account_id = account.id and plan.status in ('Saved', 'Current', 'Completed')
          and plan.tuition_year >= ${sinceYear}::int and instalment.status <> 'Cancelled')
    ) as feed
    from calendar_feed
      join customer on customer.id = calendar_feed.customer_id and customer.status = 'Active'
      join account on account.id = calendar_feed.account_id
      join institution on institution.id = account.institution_id
    where calendar_feed.account_id = ${accountId} and calendar_feed.id = ${id}`)
}
