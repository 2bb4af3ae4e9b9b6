import type { ActionEffect, ActionUndo, DoneAction, ListedAction } from '#contract/staff-actions.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { actorOf, recordAction, recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { approvalOnTheWire } from '../approvals/ask.ts'
import { findApproval } from '../approvals/approvals.reads.ts'
import { rolledBack, within } from './one-transaction.ts'
import {
  completeAction,
  findAction,
  insertAction,
  listActions,
  lockAction,
  markUndone,
  type StaffAction,
} from './staff-actions.store.ts'
import {
  requireOwnIds,
  runCall,
  tryAction,
  type ActionDeps,
  type StaffCall,
  type ActionRequest,
} from './try-action.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** Previews an action: it is done and rolled back, so that the preview shows what would really happen. */
export async function previewAction(
  { deps, routes }: ActionDeps,
  call: StaffCall,
  id: string,
  request: ActionRequest,
): Promise<ActionEffect> {
  const { effect } = await deps.db.transaction((tx) =>
    rolledBack(tx, 'before_preview', () =>
      tryAction(tx, { deps, routes }, { ...call, reason: 'Preview' }, id, request),
    ),
  )
  const details = { call: request.call }
  await recordView(deps, call, { subjectIds: [request.accountId], action: 'ActionPreviewed', details })
  return effect
}

/**
 * Does the action, once for each id. `seen` is the fingerprint of the preview on the screen: if the effect would by now
 * differ, everything is rolled back.
 */
export async function doAction(
  { deps, routes }: ActionDeps,
  call: StaffCall & { reason: string },
  { id, seen, ...request }: ActionRequest & { id: string; seen: string | undefined },
): Promise<{ done: DoneAction; isWaiting: boolean }> {
  const hash = bodyHash({ ...request, reason: call.reason })
  const key = { accountId: request.accountId, id }
  const { staffId } = call.staff
  const afterwards = await deps.db.transaction(async (tx) => {
    const row = { ...key, staffId, call: request.call, bodyHash: hash, createdAt: deps.clock() }
    await requireOwnIds(tx, request)
    if (!(await insertAction(tx, row))) {
      const existing = await findAction(tx, key)
      if (existing?.bodyHash !== hash) throw new Refusal('request_id_reused')
      return []
    }
    const result = await tryAction(tx, { deps, routes }, call, id, request)
    if (seen !== undefined && seen !== result.effect.seen) throw new Refusal('effect_changed')
    const { undo, said, approval } = result
    await completeAction(tx, {
      ...key,
      said,
      approvalId: approval?.id ?? null,
      undo: undo && { call: undo.call, params: undo.params, body: undo.body },
      undoWords: result.effect.undo.words,
      undoUntil: undo ? (undo.until ?? null) : null,
    })
    return result.afterwards
  })
  for (const work of afterwards) await work(deps)
  return readDone(deps, key)
}

async function readDone(
  { db, clock }: BasicDeps,
  key: RowKey,
): Promise<{ done: DoneAction; isWaiting: boolean }> {
  const action = await findAction(db, key)
  if (!action) throw new Error('An action has vanished')
  const approval = action.approvalId === null ? undefined : await findApproval(db, action.approvalId)
  const done: DoneAction = {
    id: action.id,
    said: action.said,
    approval: approval ? approvalOnTheWire(approval) : null,
    undo: undoOf(action, clock()),
  }
  return { done, isWaiting: approval?.status === 'Open' }
}

function undoOf({ undo, undoUntil, undoneAt, undoWords }: StaffAction, now: Date): ActionUndo {
  if (undoneAt) return { isPossible: false, words: 'Undone.', until: null }
  const isPossible = undo !== null && undoUntil !== null && undoUntil > now
  const words = undo && !isPossible ? 'Cannot be undone any more.' : undoWords
  return { isPossible, words, until: isPossible ? undoUntil.toISOString() : null }
}

const maxListed = 50

export async function showActions(deps: Deps, viewer: Viewer, accountId: string): Promise<ListedAction[]> {
  const rows = await listActions(deps.db, { accountId, limit: maxListed })
  await recordView(deps, viewer, { subjectIds: [accountId], action: 'ActionsListed' })
  const now = deps.clock()
  return rows.map((row) => ({
    id: row.id,
    said: row.said,
    by: row.by,
    at: row.createdAt.toISOString(),
    undo: undoOf(row, now),
  }))
}

/** Undoes an action by the call stored with it, in one transaction with the record that it is undone. */
export async function undoAction(
  { deps, routes }: ActionDeps,
  call: StaffCall & { body: { reason: string } },
  key: RowKey,
): Promise<{ said: string }> {
  const { reason } = call.body
  const afterwards = await deps.db.transaction(async (tx) => {
    const action = orNotFound(await lockAction(tx, key))
    const at = deps.clock()
    if (action.undoneAt) throw new Refusal('already_decided')
    if (!action.undo || !action.undoUntil || action.undoUntil <= at) throw new Refusal('undo_too_late')
    const part = within(tx, deps)
    await runCall(routes(part.deps), { ...call, reason }, action.undo)
    await markUndone(tx, { ...key, staffId: call.staff.staffId, at })
    await recordAction(tx, actorOf(call), {
      subjectId: key.accountId,
      action: 'ActionUndone',
      at,
      details: { actionId: key.id, call: action.call },
    })
    return part.afterwards
  })
  for (const work of afterwards) await work(deps)
  return { said: 'Undone.' }
}
