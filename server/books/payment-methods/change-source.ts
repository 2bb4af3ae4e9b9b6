import { lockAccount } from '../../people/accounts/accounts.ts'
import { randomUUID } from 'node:crypto'
import type { RepaymentChange, RepaymentDetails } from '#contract/payment-methods.ts'
import { dateIn, datesIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { payingSource } from '#domain/payment-methods/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { workOn, workOnAccounts, type WorkDeps } from '../../platform/jobs/work-through.ts'
import type { Actor } from './actor.ts'
import { findOrPrepare } from './add-source.ts'
import { isUsable } from './paying-source.ts'
import type { MethodFacts } from './payment-methods.store.ts'
import { announcedWith, methodFacts, toDetails } from './repayment-details.ts'
import { saveSource } from './save-source.ts'
import { notifyMembersOfMethod } from './notify-members.ts'
import { changeEffectiveOn, mayChangeRepayments, whyNotActivate } from './source-rules.ts'
import {
  accountsToFree,
  closePendingChange,
  giveUpUnusable,
  insertPendingChange,
  listAccountsWithDueChange,
  quoteAnew,
  setActive,
  type NewQuote,
} from './sources.store.ts'

/** Takes the repayments from another payment method, which was saved before or is sent with the call. */
export async function changeRepayment(
  deps: Deps,
  accountId: string,
  change: RepaymentChange,
  actor: Actor,
): Promise<RepaymentDetails> {
  if ('repaymentSourceId' in change) return activateSource(deps, accountId, change, actor)
  const facts = await methodFacts(deps.db, accountId)
  // Before the provider is asked: a change that is refused leaves nothing behind there.
  checkChange(facts, change.repaymentChangeId)
  const prepared = await findOrPrepare(deps, facts, change, actor)
  // One letter says that it was added and chosen.
  const isToldLater = payingSource(facts.sources) !== undefined
  return deps.db.transaction(async (tx) => {
    const id =
      'savedId' in prepared
        ? prepared.savedId
        : await saveSource(tx, deps, accountId, { ...prepared, isToldLater }, actor)
    return switchTo(tx, deps, { accountId, sourceId: id, changeId: change.repaymentChangeId }, actor)
  })
}

export async function activateSource(
  deps: Deps,
  accountId: string,
  { repaymentChangeId, repaymentSourceId }: { repaymentChangeId: string | null; repaymentSourceId: string },
  actor: Actor,
): Promise<RepaymentDetails> {
  return deps.db.transaction((tx) =>
    switchTo(tx, deps, { accountId, sourceId: repaymentSourceId, changeId: repaymentChangeId }, actor),
  )
}

function checkChange(facts: MethodFacts, changeId: string | null): void {
  if (changeId !== null && !facts.repayments.some(({ planId }) => planId === changeId))
    throw new Refusal('not_found')
  if (!mayChangeRepayments(facts)) throw new Refusal('change_not_allowed')
}

type Switch = { accountId: string; sourceId: string; changeId: string | null }

async function switchTo(
  tx: Transaction,
  deps: Deps,
  { accountId, sourceId, changeId }: Switch,
  actor: Actor,
): Promise<RepaymentDetails> {
  await lockAccount(tx, accountId)
  const facts = await methodFacts(tx, accountId)
  const source = facts.sources.find(({ id }) => id === sourceId)
  if (!source) throw new Refusal('not_found')
  checkChange(facts, changeId)
  const now = deps.clock()
  const today = dateIn(facts.account.region, now)
  const record = (action: 'SourceActivated' | 'SourceChangePlanned' | 'SourceChangeCancelled') =>
    recordAudit(tx, { subjectId: accountId, by: actor, action, at: now, details: { sourceId } })

  const tell = (
    change: 'Kept' | 'Active' | 'Planned',
    { from = null, announced = [] }: { from?: CalendarDate | null; announced?: readonly NewQuote[] } = {},
  ) =>
    notifyMembersOfMethod(tx, deps, accountId, {
      displayName: source.displayName,
      change,
      from,
      ...(announced.length > 0 && { announced }),
    })

  if (source.isPreferred) {
    // Choosing the active method cancels a change that is still waiting.
    if (facts.pendingChange) {
      await closePendingChange(tx, accountId, 'Cancelled')
      await record('SourceChangeCancelled')
      await tell('Kept')
    }
  } else if (facts.pendingChange?.sourceId !== sourceId) {
    const why = whyNotActivate(facts, source, today)
    if (why) throw new Refusal(why)
    await closePendingChange(tx, accountId, 'Cancelled')
    const effectiveOn = changeEffectiveOn(facts, today)
    if (effectiveOn === undefined) {
      await setActive(tx, accountId, sourceId)
      await record('SourceActivated')
      // Its letter takes the place of the notice: the family has chosen the method itself, and in time.
      const announced = announcedWith(await methodFacts(tx, accountId), source, today)
      await quoteAnew(tx, { accountId, sourceId }, announced)
      await tell('Active', { announced })
    } else {
      await insertPendingChange(tx, { accountId, id: randomUUID(), sourceId, effectiveOn, at: now })
      await record('SourceChangePlanned')
      await tell('Planned', { from: effectiveOn })
    }
  }
  return toDetails(await methodFacts(tx, accountId), now)
}

/** Applies the changes that are due. Returns the number applied. */
export async function applyDueChanges(deps: WorkDeps): Promise<number> {
  const now = deps.clock()
  const name = 'apply-source-changes'
  const today = datesIn(now)
  const due = await listAccountsWithDueChange(deps.db, today, { work: name, now })
  const itemOf = (accountId: string) => ({ item: accountId, accountId })
  return workOn(deps, { name, itemOf }, due, async (accountIds) => {
    let applied = 0
    for (const accountId of accountIds) if (await applyDueChange(deps, accountId)) applied += 1
    return applied
  })
}

function applyDueChange({ db, clock }: BasicDeps, accountId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const facts = await methodFacts(tx, accountId)
    const now = clock()
    const today = dateIn(facts.account.region, now)
    const { pendingChange } = facts
    // Another process was faster, or the family has cancelled the change.
    if (!pendingChange || pendingChange.effectiveOn > today) return false
    const source = facts.sources.find(({ id }) => id === pendingChange.sourceId)
    const active = payingSource(facts.sources)
    // The old payment method is better than one that has become unusable while the change waited.
    const isWorse = !source || (!isUsable(source, today) && active !== undefined && isUsable(active, today))
    await closePendingChange(tx, accountId, isWorse ? 'Cancelled' : 'Applied')
    if (!isWorse) await setActive(tx, accountId, pendingChange.sourceId)
    await recordAudit(tx, {
      subjectId: accountId,
      action: isWorse ? 'SourceChangeCancelled' : 'SourceActivated',
      at: now,
      details: { sourceId: pendingChange.sourceId },
    })
    return !isWorse
  })
}

/**
 * Frees payments from the method that was chosen for them alone, where it can no longer pay: its card has expired, its
 * bank refuses it, or the authority to debit the account has ended.
 */
export async function dropUnusableMethods(deps: WorkDeps): Promise<void> {
  const today = datesIn(deps.clock())
  await workOnAccounts<{ accountId: string }>(deps, {
    name: 'drop-unusable-methods',
    atOnce: 200,
    due: accountsToFree(today),
    act: (tx, accounts) =>
      giveUpUnusable(
        tx,
        accounts.map(({ accountId }) => accountId),
        today,
      ),
  })
}
