import { randomUUID } from 'node:crypto'
import { lossNeedsTwo, whyNotAccept, whyNotAnswer } from '#domain/disputes.ts'
import { nextLook } from '#domain/payments.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { recordDispute } from '../../books/payments/disputes.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import {
  closeDispute,
  readDispute,
  submitEvidence,
  type DisputeOutcome,
} from '../../platform/providers/stripe/dispute-answers.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'
import {
  claimAnswer,
  findAnswer,
  insertAnswer,
  listDueAnswers,
  refuseAnswer,
  repeatAnswerCheck,
  type AnswerKey,
  type AnswerOrder,
} from './answers.store.ts'
import { drawFile } from './compose-evidence.ts'
import { lockDispute } from './disputes.store.ts'
import type { DisputeInFull } from './disputes.reads.ts'
import { isAnswered, requireDispute, prepareEvidence } from './evidence.ts'

/**
 * Sends evidence to the bank. It is stored with its key before the provider is called, so that after any failure the
 * same evidence is sent again and the bank gets it once. The digest identifies the evidence on the screen: nothing else
 * is sent.
 */
export async function sendEvidence(
  deps: Deps,
  actor: StaffActor,
  disputeId: string,
  digest: string,
): Promise<DisputeInFull> {
  const ordered = await deps.db.transaction(async (tx) => {
    const dispute = orNotFound(await lockDispute(tx, disputeId))
    const key = { accountId: dispute.accountId, disputeId }
    const existing = await findAnswer(tx, key)
    // A second click, or a call whose reply was lost: the same evidence is sent once.
    if (existing?.digest === digest && existing.status !== 'Refused') return undefined
    const now = deps.clock()
    const refusal = whyNotAnswer({ ...dispute, isAnswered: isAnswered(dispute) }, now)
    if (refusal) throw new Refusal(refusal)
    const prepared = await prepareEvidence({ ...deps, db: tx }, dispute)
    if (!prepared.draft) throw new Refusal('evidence_missing')
    if (prepared.digest !== digest) throw new Refusal('evidence_changed')
    await orderAnswer(tx, deps, actor, dispute, { kind: 'Evidence', sent: prepared.composed, digest })
    return key
  })
  if (ordered) await sendNow(deps, ordered)
  return requireDispute(deps.db, disputeId)
}

/** Accepts the loss of a dispute, if one person may. */
export async function acceptLoss(
  deps: Deps,
  actor: StaffActor,
  disputeId: string,
): Promise<DisputeInFull | 'NeedsApproval'> {
  const key = await deps.db.transaction(async (tx) => {
    const dispute = await lockAcceptable(tx, disputeId)
    if (lossNeedsTwo(dispute.amount, deps.config.disputeApprovalLimit)) return 'NeedsApproval' as const
    await orderAnswer(tx, deps, actor, dispute, { kind: 'Acceptance', sent: null, digest: null })
    return { accountId: dispute.accountId, disputeId }
  })
  if (key === 'NeedsApproval') return key
  await sendNow(deps, key)
  return requireDispute(deps.db, disputeId)
}

/** Accepts a loss that needs two people. */
export async function acceptApprovedLoss(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  { disputeId }: { disputeId: string },
): Promise<Effect> {
  const dispute = await lockAcceptable(tx, disputeId)
  const { accountId, amount, region } = dispute
  await orderAnswer(tx, deps, actor, dispute, { kind: 'Acceptance', sent: null, digest: null })
  return {
    accountId,
    summary: 'A disputed payment is lost: its money stays with the payer, and the family owes it again',
    amount,
    currency: regionFacts[region].currency,
    afterwards: () => sendNow(deps, { accountId, disputeId }),
  }
}

async function lockAcceptable(tx: Transaction, disputeId: string): Promise<DisputeInFull> {
  const dispute = orNotFound(await lockDispute(tx, disputeId))
  const refusal = whyNotAccept({ ...dispute, isAnswered: isAnswered(dispute) })
  if (refusal) throw new Refusal(refusal)
  return dispute
}

async function orderAnswer(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  actor: StaffActor,
  { accountId, id: disputeId, amount }: DisputeInFull,
  answer: Pick<AnswerOrder, 'kind' | 'sent' | 'digest'>,
): Promise<void> {
  const now = clock()
  await insertAnswer(tx, {
    ...answer,
    accountId,
    disputeId,
    providerKey: `dispute:${randomUUID()}`,
    orderedBy: actor.staff.staffId,
    reason: actor.reason,
    now,
    nextLookAt: nextLook(now, 0) ?? now,
  })
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: answer.kind === 'Evidence' ? 'DisputeEvidenceSent' : 'DisputeLossAccepted',
    at: now,
    details: { disputeId, amountMinor: String(amount) },
  })
}

async function sendNow(deps: Deps, key: AnswerKey): Promise<void> {
  const order = await findAnswer(deps.db, key)
  if (order?.status === 'Ordered') await recordOutcome(deps, order, await send(deps, order))
}

async function send(deps: Deps, order: AnswerOrder): Promise<DisputeOutcome> {
  const account = deps.providers.stripe[order.region]
  const { providerDisputeId, providerKey: key, sent } = order
  if (!sent) return closeDispute(account, { providerDisputeId, key })
  const company = await companySettings(deps)
  return submitEvidence(account, {
    providerDisputeId,
    key,
    texts: Object.fromEntries(sent.texts.map(({ field, text }) => [field, text])),
    files: await Promise.all(
      sent.files.map(async ({ field, fileName, source }) => ({
        field,
        fileName,
        bytes: await drawFile(source, company),
      })),
    ),
  })
}

async function recordOutcome(deps: Deps, order: AnswerOrder, outcome: DisputeOutcome): Promise<void> {
  if (outcome.kind === 'Accepted') {
    await recordDispute(deps, { accountId: order.accountId, id: order.paymentId }, outcome.dispute)
  } else if (outcome.kind === 'Refused') {
    await refuseAnswer(deps.db, order, outcome.reason)
  } else {
    deps.log.warn(
      { err: outcome.cause, provider: 'stripe' },
      'an answer to a dispute is not known to be sent',
    )
  }
}

const answersAtOnce = 100

/** Asks the provider about unconfirmed answers and sends them again. Returns their number. */
export async function checkAnswers(deps: Deps): Promise<number> {
  const name = 'look-at-disputes'
  const due = await listDueAnswers(deps.db, { work: name, now: deps.clock(), limit: answersAtOnce })
  const itemOf = ({ disputeId, accountId }: AnswerKey) => ({ item: disputeId, accountId })
  return workOn(deps, { name, itemOf }, due, async (keys) => {
    for (const key of keys) {
      const order = await findAnswer(deps.db, key)
      if (!order) continue
      try {
        await checkAnswer(deps, order)
      } catch (error) {
        await repeatAnswerCheck(deps.db, order, deps.clock())
        throw error
      }
    }
  })
}

async function checkAnswer(deps: Deps, order: AnswerOrder): Promise<void> {
  const now = deps.clock()
  const next = nextLook(order.orderedAt, order.looks + 1)
  const nextLookAt = next && next <= now ? new Date(now.getTime() + 60_000) : next
  if (!(await claimAnswer(deps.db, order, { now, nextLookAt }))) return
  try {
    const dispute = await readDispute(deps.providers.stripe[order.region], order.providerDisputeId)
    await recordDispute(deps, { accountId: order.accountId, id: order.paymentId }, dispute)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    deps.log.warn({ err: error }, 'a dispute could not be looked up')
    return
  }
  // The dispute is still unanswered at the provider, so our answer was lost.
  await sendNow(deps, order)
}
