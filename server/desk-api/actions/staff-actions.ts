import type { AuditAction } from '#domain/audit-words.ts'
import type { ActionEffect, ActionUndo, DoneAction, ListedAction } from '#contract/staff-actions.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { actorOf, recordAction, recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { approvalOnTheWire } from '../approvals/ask.ts'
import { findApproval } from '../approvals/approvals.store.ts'
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
import { refuseStranger, run, tryAction, type ActionDeps, type StaffCall, type Wanted } from './try-action.ts'

/** What an action would do: it is done and rolled back, so that what is shown is what would happen. */
export async function previewAction(
  { deps, routes }: ActionDeps,
  call: StaffCall,
  id: string,
  wanted: Wanted,
): Promise<ActionEffect> {
  const { effect } = await deps.db.transaction((tx) =>
    rolledBack(tx, 'before_preview', () =>
      tryAction(tx, { deps, routes }, { ...call, reason: 'Preview' }, id, wanted),
    ),
  )
  await view(deps, call, wanted.accountId, { action: 'ActionPreviewed', details: { call: wanted.call } })
  return effect
}

/**
 * Does it, once for each id. What `seen` stands for was on the screen: if the action would by now do anything else, all of
 * it is rolled back.
 */
export async function doAction(
  { deps, routes }: ActionDeps,
  call: StaffCall & { reason: string },
  { id, seen, ...wanted }: Wanted & { id: string; seen: string | undefined },
): Promise<{ done: DoneAction; isWaiting: boolean }> {
  const hash = bodyHash({ ...wanted, reason: call.reason })
  const key = { accountId: wanted.accountId, id }
  const { staffId } = call.staff
  const afterwards = await deps.db.transaction(async (tx) => {
    const row = { ...key, staffId, call: wanted.call, bodyHash: hash, createdAt: deps.clock() }
    await refuseStranger(tx, wanted)
    if (!(await insertAction(tx, row))) {
      const known = await findAction(tx, key)
      if (known?.bodyHash !== hash) throw new Refusal('request_id_reused')
      return []
    }
    const tried = await tryAction(tx, { deps, routes }, call, id, wanted)
    if (seen !== undefined && seen !== tried.effect.seen) throw new Refusal('effect_changed')
    const { undo, said, approval } = tried
    await completeAction(tx, {
      ...key,
      said,
      approvalId: approval?.id ?? null,
      undo: undo && { call: undo.call, params: undo.params, body: undo.body },
      undoWords: tried.effect.undo.words,
      undoUntil: undo ? (undo.until ?? null) : null,
    })
    return tried.afterwards
  })
  for (const work of afterwards) await work(deps)
  return readDone(deps, key)
}

async function readDone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: { accountId: string; id: string },
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

const mostListed = 50

export async function showActions(deps: Deps, viewer: Viewer, accountId: string): Promise<ListedAction[]> {
  const rows = await listActions(deps.db, { accountId, limit: mostListed })
  await view(deps, viewer, accountId, { action: 'ActionsListed' })
  const now = deps.clock()
  return rows.map((row) => ({
    id: row.id,
    said: row.said,
    by: row.by,
    at: row.createdAt.toISOString(),
    undo: undoOf(row, now),
  }))
}

async function view(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  accountId: string,
  seen: { action: AuditAction; details?: Record<string, string> },
): Promise<void> {
  await recordView(db, viewer, { subjectIds: [accountId], at: clock(), ...seen })
}

/** Takes an action back by the call that was kept with it, in one transaction with the note that it is undone. */
export async function undoAction(
  { deps, routes }: ActionDeps,
  call: StaffCall & { body: { reason: string } },
  key: { accountId: string; id: string },
): Promise<{ said: string }> {
  const { reason } = call.body
  const afterwards = await deps.db.transaction(async (tx) => {
    const action = await lockAction(tx, key)
    if (!action) throw new Refusal('not_found')
    const at = deps.clock()
    if (action.undoneAt) throw new Refusal('already_decided')
    if (!action.undo || !action.undoUntil || action.undoUntil <= at) throw new Refusal('undo_too_late')
    const part = within(tx, deps)
    await run(routes(part.deps), { ...call, reason }, action.undo)
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
