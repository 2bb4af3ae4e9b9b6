import { randomUUID } from 'node:crypto'
import type { CannedReply, FilledReply } from '#contract/staff-canned-replies.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import { fillReply, whyNotCannedReply } from '#domain/canned-replies.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Deps, ReadDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { changedFields, companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { requireConversation } from '../company/conversations.ts'
import {
  deleteReply,
  findReply,
  insertCannedReply,
  isTitleTaken,
  listReplies,
  updateReply,
} from './canned-replies.store.ts'
import { readFamilies, replyFactsOf } from './chat-facts.ts'

type ReplyText = { title: string; body: string }

export async function readReplies({ db }: Pick<Deps, 'db'>): Promise<CannedReply[]> {
  return (await listReplies(db)).map((row) => onTheWire(row))
}

/** The canned replies, filled in for one conversation. */
export async function readFilledReplies(deps: ReadDeps, conversationId: string): Promise<FilledReply[]> {
  const { customerId, firstName } = await requireConversation(deps.db, conversationId)
  const families = customerId === null ? [] : await readFamilies(deps, customerId)
  const facts = replyFactsOf(firstName, families)
  return (await listReplies(deps.db)).map((row) => ({ ...onTheWire(row), ...fillReply(row.body, facts) }))
}

export async function addReply(deps: ReadDeps, actor: StaffActor, text: ReplyText): Promise<CannedReply> {
  const row = rowOf(deps, actor, randomUUID(), text)
  return deps.db.transaction(async (tx) => {
    if (!(await insertCannedReply(tx, row))) throw new Refusal('already_exists')
    await record(tx, deps, actor, 'CannedReplyAdded', { replyId: row.id, title: row.title })
    return onTheWire(orNotFound(await findReply(tx, row.id)))
  })
}

export async function changeReply(
  deps: ReadDeps,
  actor: StaffActor,
  id: string,
  text: ReplyText,
): Promise<CannedReply> {
  const row = rowOf(deps, actor, id, text)
  return deps.db.transaction(async (tx) => {
    const before = orNotFound(await findReply(tx, id))
    if (await isTitleTaken(tx, row)) throw new Refusal('already_exists')
    await updateReply(tx, row)
    const changed = changedFields(before, { ...before, ...text }, ['title', 'body'])
    await record(tx, deps, actor, 'CannedReplyChanged', { replyId: id, ...changed })
    return onTheWire(orNotFound(await findReply(tx, id)))
  })
}

export async function removeReply(deps: ReadDeps, actor: StaffActor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { title } = orNotFound(await findReply(tx, id))
    await deleteReply(tx, id)
    await record(tx, deps, actor, 'CannedReplyRemoved', { replyId: id, title })
  })
}

function rowOf({ clock }: ReadDeps, { staff }: StaffActor, id: string, { title, body }: ReplyText) {
  const problem = whyNotCannedReply(body)
  if (problem !== undefined) throw fieldRefusal({ body: problem })
  return { id, title, body, changedBy: staff.staffId, changedAt: clock() }
}

function record(
  tx: Parameters<typeof recordAction>[0],
  { clock }: ReadDeps,
  actor: StaffActor,
  action: AuditAction,
  details: Record<string, string>,
): Promise<void> {
  return recordAction(tx, actor, { subjectId: companyId, action, at: clock(), details })
}
