import { randomUUID } from 'node:crypto'
import { whyNotApprove, type ApprovalKind, type ApprovalStatus } from '#domain/approvals.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import { Refusal } from '#domain/refusal.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Log } from '../../platform/log.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { carryOut, cleanUp, type PayloadOf } from './approved-actions.ts'
import {
  countPeopleWhoApprove,
  findApproval,
  findOpenApproval,
  insertApproval,
  lockApproval,
  markApproval,
  type Approval,
} from './approvals.store.ts'

/**
 * Asks for something that another member of staff has to approve. It is tried out first and rolled back: what could not
 * be done is refused now, not when it is approved. Asking again while it is open finds the same request.
 */
export async function requestApproval<Kind extends ApprovalKind>(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  wanted: { kind: Kind; key: string; payload: PayloadOf<Kind> },
): Promise<Approval> {
  const open = await findOpenApproval(tx, wanted)
  if (open) return open
  const id = randomUUID()
  await tx.client.query('savepoint before_trial')
  const trial = await carryOut(tx, deps, actor, { ...wanted, id })
  await tx.client.query('rollback to savepoint before_trial')
  const { accountId, summary, amount, currency } = trial
  const isNew = await insertApproval(tx, {
    ...wanted,
    id,
    accountId,
    summary,
    amount,
    currency,
    requestedBy: actor.staff.staffId,
    reason: actor.reason,
    now: deps.clock(),
  })
  if (isNew) await record(tx, deps, actor, { id, accountId, summary }, 'ApprovalRequested')
  const asked = await findOpenApproval(tx, wanted)
  if (!asked) throw new Error('A request for approval has vanished')
  return asked
}

/**
 * Does what was asked for, in one transaction with the approval: a process that is killed leaves both or neither. What
 * can only be done after that, as a call of a provider, is repeated by its own job.
 */
export async function approve(deps: Deps, actor: StaffActor, id: string): Promise<Approval> {
  const { approval, afterwards } = await deps.db.transaction(async (tx) => {
    const asked = await lockAsked(tx, id)
    const refusal = whyNotApprove(asked, actor.staff)
    if (refusal) throw new Refusal(refusal)
    const approvedBy: StaffActor = {
      ...actor,
      reason: asked.reason,
      approval: { id, requestedBy: asked.requestedBy, reason: actor.reason },
    }
    const done = await carryOut(tx, deps, approvedBy, {
      id,
      kind: asked.kind,
      payload: asked.payload as PayloadOf<ApprovalKind>,
    })
    await decide(tx, deps, actor, asked, 'Approved')
    return { approval: await readApproval(tx, id), afterwards: done.afterwards }
  })
  crashPoint(deps.config, 'after-approval')
  await afterwards?.()
  return approval
}

/** Everyone of the role may say no. Said by the person who asked, it withdraws the request. */
export async function decline(deps: Deps, actor: StaffActor, id: string): Promise<Approval> {
  return deps.db.transaction(async (tx) => {
    const asked = await lockAsked(tx, id)
    if (asked.status !== 'Open') throw new Refusal('already_decided')
    const isOwn = asked.requestedById === actor.staff.staffId
    await decide(tx, deps, actor, asked, isOwn ? 'Withdrawn' : 'Declined')
    await cleanUp(tx, deps, asked)
    return readApproval(tx, id)
  })
}

async function lockAsked(tx: Transaction, id: string): Promise<Approval> {
  await lockApproval(tx, id)
  return readApproval(tx, id)
}

async function readApproval(tx: Transaction, id: string): Promise<Approval> {
  const approval = await findApproval(tx, id)
  if (!approval) throw new Refusal('not_found')
  return approval
}

async function decide(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  asked: Approval,
  status: Exclude<ApprovalStatus, 'Open'>,
): Promise<void> {
  const { staff, reason } = actor
  await markApproval(tx, asked.id, { status, decidedBy: staff.staffId, reason, now: deps.clock() })
  await record(tx, deps, actor, asked, `Approval${status === 'Approved' ? 'Given' : status}`)
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

/** Says at the start that nothing can be approved, rather than when a family waits for its money. */
export async function warnOfMissingApprover({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): Promise<void> {
  const count = await countPeopleWhoApprove(db)
  if (count >= 2) return
  log.warn(
    { count },
    'Payouts, large refunds, adjustments and surcharge rates need two members of staff of operations or admin; ' +
      'there are not enough. Add one with `ops staff add`.',
  )
}
