import { callable, type ActionEffect, type FamilyCall } from '#contract/staff-actions.ts'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import { Refusal } from '#domain/refusal.ts'
import { mayActAs } from '#domain/staff.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { check, checkPath } from '../../platform/http/http.ts'
import { countExtrasOf } from '../../plans/plan-changes/count-extras.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import { carryOutApproval, type PayloadOf } from '../approvals/approved-actions.ts'
import { findApproval, type Approval } from '../approvals/approvals.reads.ts'
import { actionEffectOf, doneSentence } from './action-effect.ts'
import { actionWords } from './action-words.ts'
import type { Done, OfferedUndo } from './done-action.ts'
import { addStaffWords, readMessages } from './family-reads.ts'
import { readFamilyFigures } from './figures.ts'
import { rolledBack, within, type Within } from './one-transaction.ts'
import { belongsTo, nameAction, type UndoCall } from './staff-actions.store.ts'

/** The handlers of the calls that an action can name. */
export type Routes = (deps: Deps) => Record<string, unknown>

export type ActionRequest = {
  accountId: string
  call: FamilyCall
  params: Record<string, string>
  body: Record<string, unknown>
  words: string | undefined
}

export type StaffCall = { staff: StaffCaller; requestId: string }
export type ActionDeps = { deps: Deps; routes: Routes }

export type ActionResult = {
  effect: ActionEffect
  said: string
  approval: Approval | undefined
  undo: OfferedUndo | null
  afterwards: ((deps: Deps) => Promise<unknown>)[]
}

/** Does an action in the caller's transaction and returns its effect. */
export async function tryAction(
  tx: Transaction,
  { deps, routes }: ActionDeps,
  call: StaffCall & { reason: string },
  id: string,
  request: ActionRequest,
): Promise<ActionResult> {
  const { accountId } = request
  await requireOwnIds(tx, request)
  const now = deps.clock()
  const customerId = request.params['customerId'] ?? null
  const figures = () => readFamilyFigures(tx, { accountId, customerId, now })
  await nameAction(tx, id)
  const before = await figures()
  const part = within(tx, deps)
  const { reply, params, body } = await runCall(routes(part.deps), call, request)
  const approval = await approvalIn(tx, reply)
  await addStaffWords(tx, id, request.words)
  const rehearsed = await rolledBack(tx, 'before_rehearsal', async () => {
    await rehearse(tx, part, call, { approval, accountId })
    await addStaffWords(tx, id, request.words)
    return { after: await figures(), messages: await readMessages(tx, deps, id) }
  })
  const { after, messages } = rehearsed
  const done: Done = { accountId, before, after, params, body, reply, now }
  const undo = await undoFor(tx, deps, request.call, done, approval)
  return {
    effect: actionEffectOf(request.call, done, { messages, undo, approval }),
    said: doneSentence(request.call, done, { messages, approval }),
    approval,
    undo,
    afterwards: part.afterwards,
  }
}

/** Runs the call's own handler, with the same checks of the input. */
export async function runCall(
  handlers: Record<string, unknown>,
  call: StaffCall & { reason: string },
  request: UndoCall,
) {
  const endpoint = (callable as Record<string, Endpoint>)[request.call]
  if (!endpoint) throw new Error(`${request.call} is no call of staff`)
  if (!isRole(endpoint.access) || !mayActAs(call.staff.role, endpoint.access)) throw new Refusal('forbidden')
  const params = (endpoint.params ? checkPath(endpoint.params, request.params) : {}) as Record<string, never>
  const uncheckedBody = { ...request.body, reason: call.reason }
  const body = (endpoint.body ? check(endpoint.body, uncheckedBody) : {}) as Record<string, unknown>
  const handler = handlers[request.call] as (call: object) => Promise<unknown>
  const reply = await handler({ ...call, params, query: undefined, body, setAccepted: () => {} })
  return { reply, params: request.params, body }
}

/** The approval by a second person that the reply of a call asks for. */
async function approvalIn(tx: Transaction, reply: unknown): Promise<Approval | undefined> {
  const pending = reply as {
    approval?: { id: string } | null
    kind?: unknown
    requestedBy?: unknown
    id?: string
  }
  const id = pending.approval?.id ?? (pending.kind && pending.requestedBy ? pending.id : undefined)
  return id === undefined ? undefined : findApproval(tx, id)
}

/** Plays what would follow by itself: the second person's approval, the provider's confirmation, the next jobs. */
async function rehearse(
  tx: Transaction,
  { deps, rehearsals }: Within,
  call: StaffCall & { reason: string },
  { approval, accountId }: { approval: Approval | undefined; accountId: string },
): Promise<void> {
  if (approval) {
    const { id, kind } = approval
    const payload = approval.payload as PayloadOf<ApprovalKind>
    const actor: StaffActor = { staff: call.staff, reason: call.reason, requestId: call.requestId }
    const done = await carryOutApproval(tx, deps, actor, { id, kind, payload })
    await done.rehearse?.()
  }
  for (const work of rehearsals) await work(deps)
  await countExtrasOf(tx, deps, accountId)
}

async function undoFor(
  tx: Transaction,
  { config }: Deps,
  call: FamilyCall,
  done: Done,
  approval: Approval | undefined,
): Promise<OfferedUndo | null> {
  const until = new Date(done.now.getTime() + config.staffUndoHours * 60 * 60_000)
  if (approval) {
    return {
      call: 'POST /api/staff/approvals/:approvalId/decline',
      params: { approvalId: approval.id },
      body: {},
      until,
      words: 'Can be withdrawn until a second person decides.',
    }
  }
  const undo = await actionWords[call].undo?.(done, tx)
  return undo ? { until, params: done.params, body: {}, ...undo } : null
}

/** Refuses ids of other families. A customer who is being added is not a member yet, so that id is not checked. */
export async function requireOwnIds(
  tx: Transaction,
  { accountId, call, params, body }: ActionRequest,
): Promise<void> {
  const ids = { ...params, ...(typeof body['accountId'] === 'string' && { accountId: body['accountId'] }) }
  for (const [name, value] of Object.entries(ids)) {
    if (name === 'customerId' && call.endsWith('/add')) continue
    if (!(await belongsTo(tx, accountId, name, value))) throw new Refusal('not_found')
  }
}
