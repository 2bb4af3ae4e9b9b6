import type { ApprovalPage } from '#contract/staff-approvals.ts'
import { whyNotApprove, type ApprovalKind } from '#domain/approvals.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { refusalMessage } from '../../platform/http/errors.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { carryOut, type PayloadOf } from './approved-actions.ts'
import { findApproval, findApprovalNames, listApprovals, type Approval } from './approvals.reads.ts'
import { approvalOnTheWire } from './ask.ts'

const undo: Record<ApprovalKind, string> = {
  PayoutAccount: 'Can be undone: a bank account can be removed again',
  Withdrawal: 'Can be undone until it is in a payout',
  PayoutRelease: 'Cannot be undone. The file may be with the bank at once',
  RemittanceRelease: 'Cannot be undone. The file may be with the bank at once',
  Refund: 'Cannot be undone. The money is on its way to the payer',
  Adjustment: 'Cannot be undone. Another adjustment can correct it',
  SurchargeRate: 'Can be undone: another rate can be set',
  DisputeLoss: 'Cannot be undone. The bank gives the money back to the payer',
  CustomerErasure: 'Cannot be undone. What is erased is gone',
}

const mostWaiting = 500

/** What a second person decides on. That they looked is on record where it is about a family. */
export async function showApproval(deps: Deps, viewer: Viewer, id: string): Promise<ApprovalPage> {
  const approval = await findApproval(deps.db, id)
  const names = await findApprovalNames(deps.db, id)
  if (!approval || !names) throw new Refusal('not_found')
  const isOpen = approval.status === 'Open'
  const tried = isOpen ? await tryOut(deps, viewer, approval) : null
  const refusal = isOpen ? whyNotApprove(approval, viewer.staff) : undefined
  if (approval.accountId !== null)
    await recordView(deps.db, viewer, {
      subjectIds: [approval.accountId],
      action: 'ApprovalSeen',
      at: deps.clock(),
      details: { approvalId: id },
    })
  const { reviewId = null, words = null } = approval.payload as { reviewId?: string; words?: string }
  return {
    ...approvalOnTheWire(approval),
    ...names,
    isOwn: approval.requestedById === viewer.staff.staffId,
    effects: [tried?.summary ?? approval.summary],
    balance: tried?.balance ?? null,
    words,
    undo: undo[approval.kind],
    whyNot: refusal ? refusalMessage(new Refusal(refusal)) : (tried?.whyNot ?? null),
    reviewId,
    place: await placeOf(deps, approval),
  }
}

type Tried = Pick<ApprovalPage, 'balance' | 'whyNot'> & { summary: string | null }

/** Does it and rolls it back, as when it was asked for: only so is it known whether it can still be done. */
async function tryOut(deps: Deps, { staff, requestId }: Viewer, approval: Approval): Promise<Tried> {
  return deps.db.transaction(async (tx) => {
    const before = await balanceOf(tx, approval)
    await tx.client.query('savepoint before_trial')
    try {
      const { id, kind } = approval
      const payload = approval.payload as PayloadOf<ApprovalKind>
      const actor = { staff, reason: approval.reason, requestId }
      const { summary } = await carryOut(tx, deps, actor, { id, kind, payload })
      const after = await balanceOf(tx, approval)
      const isMoved = before !== null && after !== null && before !== after
      return {
        summary,
        balance: isMoved ? { now: toDecimal(before), after: toDecimal(after) } : null,
        whyNot: null,
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { summary: null, balance: null, whyNot: refusalMessage(error) }
    } finally {
      await tx.client.query('rollback to savepoint before_trial')
    }
  })
}

async function balanceOf(tx: Transaction, { accountId }: Approval): Promise<Cents | null> {
  return accountId === null ? null : readBalance(tx, accountId)
}

async function placeOf({ db }: Deps, { id, requestedAt }: Approval): Promise<ApprovalPage['place']> {
  const open = await listApprovals(db, { status: 'Open', limit: mostWaiting })
  const index = open.findIndex((each) => each.id === id)
  const others = open.filter((each) => each.id !== id)
  const before = others.filter((each) => each.requestedAt < requestedAt)
  const next = others.find((each) => each.requestedAt >= requestedAt)
  return {
    number: index === -1 ? null : index + 1,
    count: open.length,
    previousId: before.at(-1)?.id ?? null,
    nextId: next?.id ?? before[0]?.id ?? null,
  }
}
