import type { ApprovalKind, ApprovalStatus } from '#domain/approvals.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type Approval = {
  id: string
  kind: ApprovalKind
  status: ApprovalStatus
  payload: unknown
  contentHash: string
  summary: string
  accountId: string | null
  shortId: string | null
  amount: Cents | null
  currency: Currency | null
  requestedById: string
  requestedBy: string
  reason: string
  requestedAt: Date
  decidedBy: string | null
  decisionReason: string | null
  decidedAt: Date | null
}

const approvals = (condition: Statement) => sql`
  select approval.id, kind, approval.status, payload, content_hash as "contentHash", summary, account_id as "accountId", account.short_id as "shortId",
    amount_minor as amount, approval.currency, requested_by as "requestedById", requester.email as "requestedBy", reason,
    requested_at as "requestedAt", decider.email as "decidedBy", decision_reason as "decisionReason",
    decided_at as "decidedAt"
  from approval
    join staff requester on requester.id = requested_by
    left join staff decider on decider.id = decided_by
    left join account on account.id = account_id
  where ${condition}`

export async function findApproval(db: Db, id: string) {
  return db.first<Approval>(approvals(sql`approval.id = ${id}`))
}

/** The latest approval of a key, decided or not. */
export async function findLastApproval(db: Db, { kind, key }: { kind: ApprovalKind; key: string }) {
  return db.first<Approval>(
    approvals(sql`kind = ${kind} and key = ${key} order by requested_at desc limit 1`),
  )
}

export async function listApprovals(db: Db, { status, limit }: { status: ApprovalStatus; limit: number }) {
  return status === 'Open'
    ? db.many<Approval>(
        approvals(sql`approval.status = 'Open' order by requested_at, approval.id limit ${limit}`),
      )
    : db.many<Approval>(
        approvals(sql`approval.status = ${status} order by decided_at desc, approval.id limit ${limit}`),
      )
}

/** The names that its page shows. */
export async function findApprovalNames(
  db: Db,
  id: string,
): Promise<
  | {
      requestedByName: string
      decidedByName: string | null
      familyName: string | null
      schoolName: string | null
    }
  | undefined
> {
  return db.first(sql`
    select requester.name as "requestedByName", decider.name as "decidedByName", school.name as "schoolName",
      (select customer.last_name from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = approval.account_id
        order by customer.created_at, customer.id limit 1) as "familyName"
    from approval
      join staff requester on requester.id = requested_by
      left join staff decider on decider.id = decided_by
      left join account on account.id = approval.account_id
      left join institution school on school.id = account.institution_id
    where approval.id = ${id}`)
}

export async function countPeopleWhoApprove(db: Db) {
  return db.value<number>(sql`
    select count(*)::int as count from staff where status = 'Active' and role <> 'support'`)
}
