import { createHash } from 'node:crypto'
import {
  callable,
  type ActionEffect,
  type ActionUndo,
  type DoneAction,
  type FamilyCall,
  type FamilyReads,
  type ListedAction,
} from '#contract/staff-actions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatMoment } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import { mayActAs } from '#domain/staff.ts'
import type { Transaction } from '../../database/open.ts'
import type { Deps } from '../../deps.ts'
import { check, checkPath } from '../../http/http.ts'
import { bodyHash } from '../../idempotency/body-hash.ts'
import { coverInstalmentsOf } from '../../repayments/cover-instalments.ts'
import { actorOf, recordAction, recordView, type StaffActor, type Viewer } from '../access/staff-audit.ts'
import type { StaffCaller } from '../access/staff-caller.ts'
import { carryOut, type PayloadOf } from '../approvals/approved-actions.ts'
import { approvalOnTheWire } from '../approvals/ask.ts'
import { findApproval, type Approval } from '../approvals/approvals.store.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import { actionWords, namesInWords, type Done, type Undo } from './action-words.ts'
import { addStaffWords, readMessages } from './family-reads.ts'
import { readFigures, rowsOf } from './figures.ts'
import { rolledBack, within } from './one-transaction.ts'
import {
  belongsTo,
  completeAction,
  findAction,
  insertAction,
  listActions,
  lockAction,
  markUndone,
  nameAction,
  type StaffAction,
  type UndoCall,
} from './staff-actions.store.ts'

/** The answers to the calls that an action can name. */
export type Routes = (deps: Deps) => Record<string, unknown>

export type Wanted = {
  accountId: string
  call: FamilyCall
  params: Record<string, string>
  body: Record<string, unknown>
  words: string | undefined
}

type StaffCall = { staff: StaffCaller; requestId: string }
type ActionDeps = { deps: Deps; routes: Routes }

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

type Tried = {
  effect: ActionEffect
  said: string
  approval: Approval | undefined
  undo: (Undo & { until: Date }) | null
  afterwards: ((deps: Deps) => Promise<unknown>)[]
}

/** Does an action in the caller's transaction, and says what came of it. */
async function tryAction(
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
    await rehearse(tx, deps, call, { part, approval, accountId, rehearsals: part.rehearsals })
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
async function run(
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
  deps: Deps,
  call: StaffCall & { reason: string },
  {
    part,
    approval,
    accountId,
    rehearsals,
  }: {
    part: ReturnType<typeof within>
    approval: Approval | undefined
    accountId: string
    rehearsals: ((deps: Deps) => Promise<unknown>)[]
  },
): Promise<void> {
  if (approval) {
    const { id, kind } = approval
    const payload = approval.payload as PayloadOf<ApprovalKind>
    const actor: StaffActor = { staff: call.staff, reason: call.reason, requestId: call.requestId }
    const done = await carryOut(tx, part.deps, actor, { id, kind, payload })
    await done.rehearse?.()
  }
  for (const work of rehearsals) await work(part.deps)
  await coverInstalmentsOf(tx, { ...deps, db: part.deps.db, jobs: part.deps.jobs }, accountId)
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

type Outcome = {
  messages: readonly (FamilyReads & { firstName: string | null })[]
  undo: (Undo & { until: Date }) | null
  approval: Approval | undefined
}

function effectOf(call: FamilyCall, done: Done, { messages, undo, approval }: Outcome): ActionEffect {
  const words = actionWords[call]
  const { rows, hiddenDebits } = rowsOf(done.before, done.after, words.shows ?? [])
  const needsTwoPeople = approval !== undefined
  return {
    rows,
    sentences: [
      ...(words.sentences?.(done) ?? []),
      ...(hiddenDebits > 0
        ? [{ mark: 'calendar' as const, text: `${hiddenDebits} more days of payments are different.` }]
        : []),
      ...toldInWords(messages),
    ],
    familyReads: messages.map(({ firstName: _, ...message }) => message),
    needsTwoPeople,
    undo: {
      isPossible: undo !== null,
      words: undo
        ? (undo.words ?? `Can be undone until ${formatMoment(undo.until, done.before.region)}.`)
        : words.final,
      until: undo?.until.toISOString() ?? null,
    },
    seen: fingerprint(rows, needsTwoPeople),
  }
}

function toldInWords(messages: Outcome['messages']): ActionEffect['sentences'] {
  const readers = (channel: 'email' | 'sms') => [
    ...new Set(
      messages.filter((each) => each.channel === channel).flatMap(({ firstName }) => firstName ?? []),
    ),
  ]
  const [mails, texts] = [readers('email'), readers('sms')]
  const gets = (names: string[]) => `${namesInWords(names)} ${names.length === 1 ? 'gets' : 'get'}`
  return [
    ...(mails.length > 0 ? [{ mark: 'mail' as const, text: `${gets(mails)} a mail.` }] : []),
    ...(texts.length > 0 ? [{ mark: 'phone' as const, text: `${gets(texts)} a text message.` }] : []),
  ]
}

function saidOf(
  call: FamilyCall,
  done: Done,
  { messages, approval }: Pick<Outcome, 'messages' | 'approval'>,
): string {
  const said = actionWords[call].said(done)
  if (approval) return `${said} It waits for a second person.`
  const names = [...new Set(messages.flatMap(({ firstName }) => firstName ?? []))]
  if (names.length === 0) return said
  return `${said} ${namesInWords(names)} ${names.length === 1 ? 'is' : 'are'} told.`
}

function fingerprint(rows: ActionEffect['rows'], needsTwoPeople: boolean): string {
  return createHash('sha256')
    .update(JSON.stringify([rows, needsTwoPeople]))
    .digest('base64url')
}

/** Somebody who joins is no member yet; everything else in a path has to be this family's. */
async function refuseStranger(tx: Transaction, { accountId, call, params, body }: Wanted): Promise<void> {
  const named = { ...params, ...(typeof body['accountId'] === 'string' && { accountId: body['accountId'] }) }
  for (const [name, value] of Object.entries(named)) {
    if (name === 'customerId' && call.endsWith('/add')) continue
    if (!(await belongsTo(tx, accountId, name, value))) throw new Refusal('not_found')
  }
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
  seen: { action: string; details?: Record<string, string> },
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
