import type { ApprovalPage } from '#contract/staff-approvals.ts'
import { whyNotApprove, type ApprovalKind } from '#domain/approvals.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { refusalMessage } from '../../platform/http/errors.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { carryOutApproval, type PayloadOf } from './approved-actions.ts'
import { findApproval, findApprovalNames, listApprovals, type Approval } from './approvals.reads.ts'
import { approvalOnTheWire } from './ask.ts'

const undo: Record<ApprovalKind, string> = {
  PayoutAccount: 'Can be undone: a bank account can be removed again',
  Withdrawal: 'Can be undone until it is in a payout',
  WithdrawalReturn: 'Cannot be undone. The family can request the money again',
  PayoutRelease: 'Cannot be undone. The file may be with the bank at once',
  RemittanceRelease: 'Cannot be undone. The file may be with the bank at once',
  Refund: 'Cannot be undone. The money is on its way to the payer',
  OfflinePayment: 'Can be undone: the payment can be reversed until it is passed on to the school',
  OfflineReversal: 'Cannot be undone. What the payment paid is owing again',
  Adjustment: 'Cannot be undone. Another adjustment can correct it',
  SurchargeRate: 'Can be undone: another rate can be set',
  DisputeLoss: 'Cannot be undone. The bank gives the money back to the payer',
  CustomerErasure: 'Cannot be undone. What is erased is gone',
}

const maxWaiting = 500

/** The page on which a second person decides. The view is recorded if it is about a family. */
export async function showApproval(deps: Deps, viewer: Viewer, id: string): Promise<ApprovalPage> {
  const approval = await findApproval(deps.db, id)
  const names = await findApprovalNames(deps.db, id)
  if (!approval || !names) throw new Refusal('not_found')
  const isOpen = approval.status === 'Open'
  const trial = isOpen ? await tryOut(deps, viewer, approval) : null
  const refusal = isOpen ? whyNotApprove(approval, viewer.staff) : undefined
  if (approval.accountId !== null)
    await recordView(deps, viewer, {
      subjectIds: [approval.accountId],
      action: 'ApprovalSeen',
      details: { approvalId: id },
    })
  const { reviewId = null, words = null } = approval.payload as { reviewId?: string; words?: string }
  return {
    ...approvalOnTheWire(approval),
    ...names,
    isOwn: approval.requestedById === viewer.staff.staffId,
    effects: [trial?.summary ?? approval.summary],
    balance: trial?.balance ?? null,
    words,
    undo: undo[approval.kind],
    whyNot: refusal ? refusalMessage(new Refusal(refusal)) : (trial?.whyNot ?? null),
    reviewId,
    place: await queuePositionOf(deps, approval),
  }
}

type Trial = Pick<ApprovalPage, 'balance' | 'whyNot'> & { summary: string | null }

/** Does the action and rolls it back, as when it was requested, to find out whether it is still possible. */
async function tryOut(deps: Deps, { staff, requestId }: Viewer, approval: Approval): Promise<Trial> {
  return deps.db.transaction(async (tx) => {
    const before = await balanceOf(tx, approval)
    await tx.client.query('savepoint before_trial')
    try {
      const { id, kind } = approval
      const payload = approval.payload as PayloadOf<ApprovalKind>
      const actor = { staff, reason: approval.reason, requestId }
      const { summary } = await carryOutApproval(tx, deps, actor, { id, kind, payload })
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

async function queuePositionOf({ db }: Deps, { id, requestedAt }: Approval): Promise<ApprovalPage['place']> {
  const open = await listApprovals(db, { status: 'Open', limit: maxWaiting })
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
