import { randomUUID } from 'node:crypto'
import { whyNotApprove, type ApprovalKind, type ApprovalStatus } from '#domain/approvals.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Log } from '../../platform/log.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { carryOutApproval, cleanUp, type PayloadOf } from './approved-actions.ts'
import { insertApproval, lockApproval, markApproval } from './approvals.store.ts'
import { countPeopleWhoApprove, findApproval, findLastApproval, type Approval } from './approvals.reads.ts'

export type ApprovalRequest<Kind extends ApprovalKind> = {
  kind: Kind
  payload: PayloadOf<Kind>
  /** What may wait for approval once at a time, such as a payout. */
  key: string
  /** Whether the key is an id that the caller chose: then it stands for this one request, decided or not. */
  isRequestId?: boolean
  /** What has to be the same if it is requested again; the payload by default. */
  content?: unknown
}

/**
 * Requests an action that another member of staff has to approve. It is tried first and rolled back, so that an
 * impossible action is refused now and not on approval. Requesting it again while it is open returns the same request.
 */
export async function requestApproval<Kind extends ApprovalKind>(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  request: ApprovalRequest<Kind>,
): Promise<Approval> {
  const prior = await findPriorApproval(tx, request)
  if (prior) return prior
  const id = randomUUID()
  await tx.client.query('savepoint before_trial')
  const trial = await carryOutApproval(tx, deps, actor, { ...request, id })
  await tx.client.query('rollback to savepoint before_trial')
  const { accountId, summary, amount, currency } = trial
  const isNew = await insertApproval(tx, {
    ...request,
    id,
    contentHash: contentHash(request),
    accountId,
    summary,
    amount,
    currency,
    requestedBy: actor.staff.staffId,
    reason: actor.reason,
    now: deps.clock(),
  })
  if (isNew) await record(tx, deps, actor, { id, accountId, summary }, 'ApprovalRequested')
  const approval = await findPriorApproval(tx, request)
  if (!approval) throw new Error('A request for approval has vanished')
  return approval
}

/** The approval that was requested by this key before. Refuses the key if something else was requested by it. */
export async function findPriorApproval<Kind extends ApprovalKind>(
  db: Db,
  request: ApprovalRequest<Kind>,
): Promise<Approval | undefined> {
  const prior = await findLastApproval(db, request)
  if (!prior || (prior.status !== 'Open' && !request.isRequestId)) return undefined
  if (prior.contentHash !== contentHash(request)) throw new Refusal('request_id_reused')
  return prior
}

const contentHash = ({ payload, content = payload }: ApprovalRequest<ApprovalKind>) => bodyHash(content)

/**
 * Carries out the requested action in one transaction with the approval: a killed process leaves both or neither. Work
 * that can only follow, such as a provider's call, is repeated by its own job.
 */
export async function approve(deps: Deps, actor: StaffActor, id: string): Promise<Approval> {
  const { approval, afterwards } = await deps.db.transaction(async (tx) => {
    const approval = await lockOpenApproval(tx, id)
    const refusal = whyNotApprove(approval, actor.staff)
    if (refusal) throw new Refusal(refusal)
    const approvedBy: StaffActor = {
      ...actor,
      reason: approval.reason,
      approval: { id, requestedBy: approval.requestedBy, reason: actor.reason },
    }
    const done = await carryOutApproval(tx, deps, approvedBy, {
      id,
      kind: approval.kind,
      payload: approval.payload as PayloadOf<ApprovalKind>,
    })
    await decide(tx, deps, actor, approval, 'Approved')
    return { approval: await readApproval(tx, id), afterwards: done.afterwards }
  })
  crashPoint(deps.config, 'after-approval')
  await afterwards?.()
  return approval
}

/** Everyone with the role may decline. If the person who requested it declines, the request is withdrawn. */
export async function decline(deps: Deps, actor: StaffActor, id: string): Promise<Approval> {
  return deps.db.transaction(async (tx) => {
    const approval = await lockOpenApproval(tx, id)
    if (approval.status !== 'Open') throw new Refusal('already_decided')
    const isOwn = approval.requestedById === actor.staff.staffId
    await decide(tx, deps, actor, approval, isOwn ? 'Withdrawn' : 'Declined')
    await cleanUp(tx, deps, approval)
    return readApproval(tx, id)
  })
}

async function lockOpenApproval(tx: Transaction, id: string): Promise<Approval> {
  await lockApproval(tx, id)
  return readApproval(tx, id)
}

async function readApproval(tx: Transaction, id: string): Promise<Approval> {
  return orNotFound(await findApproval(tx, id))
}

async function decide(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  approval: Approval,
  status: Exclude<ApprovalStatus, 'Open'>,
): Promise<void> {
  const { staff, reason } = actor
  await markApproval(tx, approval.id, { status, decidedBy: staff.staffId, reason, now: deps.clock() })
  await record(tx, deps, actor, approval, `Approval${status === 'Approved' ? 'Given' : status}`)
}

async function record(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  actor: StaffActor,
  { id, accountId, summary }: Pick<Approval, 'id' | 'accountId' | 'summary'>,
  action: AuditAction,
): Promise<void> {
  await recordAction(tx, actor, {
    subjectId: accountId ?? companyId,
    action,
    at: clock(),
    details: { approvalId: id, summary },
  })
}

/** Warns at start-up if nobody can approve, rather than when a family waits for its money. */
export async function warnOfMissingApprover({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): Promise<void> {
  const count = await countPeopleWhoApprove(db)
  if (count >= 2) return
  log.warn(
    { count },
    'Payouts, large refunds, adjustments and surcharge rates need two members of staff of operations or admin; ' +
      'there are not enough. Add one with `ops staff add`.',
  )
}
