import type { ApprovalKind, ApprovalStatus } from '#domain/approvals.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type Approval = {
  id: string
  kind: ApprovalKind
  status: ApprovalStatus
  payload: unknown
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
  select approval.id, kind, approval.status, payload, summary, account_id as "accountId", account.short_id as "shortId",
    amount_minor as amount, approval.currency, requested_by as "requestedById", requester.email as "requestedBy", reason,
    requested_at as "requestedAt", decider.email as "decidedBy", decision_reason as "decisionReason",
    decided_at as "decidedAt"
  from approval
    join staff requester on requester.id = requested_by
    left join staff decider on decider.id = decided_by
    left join account on account.id = account_id
  where ${condition}`

export async function findApproval(db: Db, id: string): Promise<Approval | undefined> {
  return db.first<Approval>(approvals(sql`approval.id = ${id}`))
}

export async function findOpenApproval(
  db: Db,
  { kind, key }: { kind: ApprovalKind; key: string },
): Promise<Approval | undefined> {
  return db.first<Approval>(approvals(sql`kind = ${kind} and key = ${key} and approval.status = 'Open'`))
}

/** The last one, decided or not. */
export async function findLastApproval(
  db: Db,
  { kind, key }: { kind: ApprovalKind; key: string },
): Promise<Approval | undefined> {
  return db.first<Approval>(
    approvals(sql`kind = ${kind} and key = ${key} order by requested_at desc limit 1`),
  )
}

export async function listApprovals(
  db: Db,
  { status, limit }: { status: ApprovalStatus; limit: number },
): Promise<Approval[]> {
  return status === 'Open'
    ? db.many<Approval>(
        approvals(sql`approval.status = 'Open' order by requested_at, approval.id limit ${limit}`),
      )
    : db.many<Approval>(
        approvals(sql`approval.status = ${status} order by decided_at desc, approval.id limit ${limit}`),
      )
}

/** What its page says besides. */
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

/** Of two decisions on the same request, the second waits here and then finds it decided. */
export async function lockApproval(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`select from approval where id = ${id} for update`)
}

/** False if the same is asked for already. */
export async function insertApproval(
  tx: Transaction,
  row: {
    id: string
    kind: ApprovalKind
    key: string
    payload: unknown
    accountId: string | null
    summary: string
    amount: Cents | null
    currency: Currency | null
    requestedBy: string
    reason: string
    now: Date
  },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into approval (id, kind, key, payload, account_id, summary, amount_minor, currency, requested_by, reason,
      requested_at)
    values (${row.id}, ${row.kind}, ${row.key}, ${JSON.stringify(row.payload)}, ${row.accountId}, ${row.summary},
      ${row.amount}, ${row.currency}, ${row.requestedBy}, ${row.reason}, ${row.now})
    on conflict (kind, key) where status = 'Open' do nothing`)
  return inserted === 1
}

export async function markApproval(
  tx: Transaction,
  id: string,
  decision: { status: ApprovalStatus; decidedBy: string; reason: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update approval set status = ${decision.status}, decided_by = ${decision.decidedBy},
      decision_reason = ${decision.reason}, decided_at = ${decision.now}
    where id = ${id}`)
}

export async function countPeopleWhoApprove(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::int as count from staff where status = 'Active' and role <> 'support'`)
  return row?.count ?? 0
}
