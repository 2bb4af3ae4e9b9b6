import { callable, type ActionEffect, type FamilyCall } from '#contract/staff-actions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import { Refusal } from '#domain/refusal.ts'
import { mayActAs } from '#domain/staff.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { check, checkPath } from '../../platform/http/http.ts'
import { coverInstalmentsOf } from '../../plans/repayments/cover-instalments.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import type { StaffCaller } from '../../people/staff-access/staff-caller.ts'
import { carryOut, type PayloadOf } from '../approvals/approved-actions.ts'
import { findApproval, type Approval } from '../approvals/approvals.store.ts'
import { effectOf, saidOf } from './action-effect.ts'
import { actionWords } from './action-words.ts'
import type { Done, Undo } from './done-action.ts'
import { addStaffWords, readMessages } from './family-reads.ts'
import { readFigures } from './figures.ts'
import { rolledBack, within, type Within } from './one-transaction.ts'
import { belongsTo, nameAction, type UndoCall } from './staff-actions.store.ts'

/** The answers to the calls that an action can name. */
export type Routes = (deps: Deps) => Record<string, unknown>

export type Wanted = {
  accountId: string
  call: FamilyCall
  params: Record<string, string>
  body: Record<string, unknown>
  words: string | undefined
}

export type StaffCall = { staff: StaffCaller; requestId: string }
export type ActionDeps = { deps: Deps; routes: Routes }

export type Tried = {
  effect: ActionEffect
  said: string
  approval: Approval | undefined
  undo: (Undo & { until: Date }) | null
  afterwards: ((deps: Deps) => Promise<unknown>)[]
}

/** Does an action in the caller's transaction, and says what came of it. */
export async function tryAction(
  tx: Transaction,
  { deps, routes }: ActionDeps,
  call: StaffCall & { reason: string },
  id: string,
  wanted: Wanted,
): Promise<Tried> {
  const { accountId } = wanted
  await refuseStranger(tx, wanted)
  const now = deps.clock()
  const customerId = wanted.params['customerId'] ?? null
  const figures = () => readFigures(tx, { accountId, customerId, now })
  await nameAction(tx, id)
  const before = await figures()
  const part = within(tx, deps)
  const { reply, params, body } = await run(routes(part.deps), call, wanted)
  const approval = await approvalIn(tx, reply)
  await addStaffWords(tx, id, wanted.words)
  const rehearsed = await rolledBack(tx, 'before_rehearsal', async () => {
    await rehearse(tx, part, call, { approval, accountId })
    await addStaffWords(tx, id, wanted.words)
    return { after: await figures(), messages: await readMessages(tx, deps, id) }
  })
  const { after, messages } = rehearsed
  const done: Done = { accountId, before, after, params, body, reply, now }
  const undo = await undoFor(tx, deps, wanted.call, done, approval)
  return {
    effect: effectOf(wanted.call, done, { messages, undo, approval }),
    said: saidOf(wanted.call, done, { messages, approval }),
    approval,
    undo,
    afterwards: part.afterwards,
  }
}

/** Runs the handler of the call itself, with its own checks of what was sent. */
export async function run(
  handlers: Record<string, unknown>,
  call: StaffCall & { reason: string },
  wanted: UndoCall,
) {
  const endpoint = (callable as Record<string, Endpoint>)[wanted.call]
  if (!endpoint) throw new Error(`${wanted.call} is no call of staff`)
  if (!mayActAs(call.staff.role, endpoint.role ?? 'admin')) throw new Refusal('forbidden')
  const params = (endpoint.params ? checkPath(endpoint.params, wanted.params) : {}) as Record<string, never>
  const sent = { ...wanted.body, reason: call.reason }
  const body = (endpoint.body ? check(endpoint.body, sent) : {}) as Record<string, unknown>
  const handler = handlers[wanted.call] as (call: object) => Promise<unknown>
  const reply = await handler({ ...call, params, query: undefined, body, setAccepted: () => {} })
  return { reply, params: wanted.params, body }
}

/** What the reply of a call asks a second person for. */
async function approvalIn(tx: Transaction, reply: unknown): Promise<Approval | undefined> {
  const found = reply as {
    approval?: { id: string } | null
    kind?: unknown
    requestedBy?: unknown
    id?: string
  }
  const id = found.approval?.id ?? (found.kind && found.requestedBy ? found.id : undefined)
  return id === undefined ? undefined : findApproval(tx, id)
}

/** Lets happen what would happen next by itself: the second person's yes, the provider's yes, the jobs that follow. */
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
    const done = await carryOut(tx, deps, actor, { id, kind, payload })
    await done.rehearse?.()
  }
  for (const work of rehearsals) await work(deps)
  await coverInstalmentsOf(tx, deps, accountId)
}

async function undoFor(
  tx: Transaction,
  { config }: Deps,
  call: FamilyCall,
  done: Done,
  approval: Approval | undefined,
): Promise<(Undo & { until: Date }) | null> {
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
  return undo ? { ...undo, until: undo.until ?? until } : null
}

/** Somebody who joins is no member yet; everything else in a path has to be this family's. */
export async function refuseStranger(
  tx: Transaction,
  { accountId, call, params, body }: Wanted,
): Promise<void> {
  const named = { ...params, ...(typeof body['accountId'] === 'string' && { accountId: body['accountId'] }) }
  for (const [name, value] of Object.entries(named)) {
    if (name === 'customerId' && call.endsWith('/add')) continue
    if (!(await belongsTo(tx, accountId, name, value))) throw new Refusal('not_found')
  }
}
