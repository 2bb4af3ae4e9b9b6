import { lockPlans } from '../payment-schedule/put-plan.ts'
import { randomUUID } from 'node:crypto'
import type { CareAnswers } from '#contract/care.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { careDays, careReference, type CareStatus } from '#domain/care.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { sendHoldLetter } from './care-letters.ts'
import {
  closeOffers,
  findAccount,
  findLastRequest,
  findOpenRequest,
  insertRequest,
  insertWords,
  listUnderWay,
  moveRequest,
  type CareRow,
} from './care.store.ts'
import { findOpenHold } from '../../people/holds/holds.reads.ts'
import { startHold } from '../../people/holds/holds.ts'
import { endHoldAndNotify } from './care-letters.ts'
import { seenText } from '../../people/texts/texts.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type CareReply = { reference: string; status: CareStatus }
type OfAccount = { accountId: string }

/** Stores a family's request, and puts its payments on hold in the same transaction. */
export async function requestCare(
  deps: Deps,
  {
    accountId,
    answers,
    words,
    textVersion,
  }: OfAccount & { answers: CareAnswers; words: string | null; textVersion?: number | undefined },
  actor: PlanActor,
): Promise<CareReply> {
  return deps.db.transaction(async (tx) => {
    const request = { accountId, askedBy: actor.customerId, answers, words, textVersion }
    const { number, at } = await openRequest(tx, deps, request)
    await record(tx, actor, { accountId, number, action: 'CareAsked', at })
    return { reference: careReference(number), status: 'Open' }
  })
}

/** Opens a request in the caller's transaction, for a parent who sends it in the portal or calls us. */
export async function openRequest(
  tx: Transaction,
  deps: Deps,
  {
    accountId,
    askedBy,
    answers,
    words,
    textVersion,
  }: OfAccount & {
    askedBy: string
    answers: CareAnswers | null
    words: string | null
    textVersion?: number | undefined
  },
): Promise<{ id: string; number: number; at: Date }> {
  await lockPlans(tx, accountId)
  const account = orNotFound(await findAccount(tx, accountId))
  if (await findOpenRequest(tx, accountId)) throw new Refusal('care_already_open')
  const at = deps.clock()
  const today = dateIn(account.region, at)
  const { answerBy, lawfulBy, holdEndsOn } = careDays(today, bankCalendarOf(account.region))
  const kind = `CareNotes${account.region}` as const
  const seen = await seenText(tx, { kind, on: today, version: textVersion })
  const open = await findOpenHold(tx, accountId)
  const holdId = open?.id ?? (await startHold(tx, { accountId, endsOn: holdEndsOn, at }))
  const id = randomUUID()
  const { number } = await insertRequest(tx, {
    accountId,
    id,
    holdId,
    askedBy,
    sentAt: at,
    answerBy,
    lawfulBy,
    textVersion: seen.version,
  })
  // A parent who calls us fills in no form.
  await recordMessage(tx, { accountId, id }, { kind: answers ? 'Sent' : 'Added', answers, body: words, at })
  const underWay = await listUnderWay(tx, accountId)
  const request = { askedBy, number, answerBy }
  await sendHoldLetter(tx, deps, accountId, { asked: request, until: open?.endsOn ?? holdEndsOn, underWay })
  return { id, number, at }
}

export async function addWords(
  deps: Deps,
  { accountId, words }: OfAccount & { words: string },
  actor: PlanActor,
): Promise<CareReply> {
  return deps.db.transaction(async (tx) => {
    const request = await lockOwn(tx, accountId, actor)
    if (request.closedAt !== null) throw new Refusal('care_closed')
    const at = deps.clock()
    await recordMessage(tx, request, { kind: 'Added', answers: null, body: words, at })
    await record(tx, actor, { ...request, action: 'CareWordsAdded', at })
    return replyOf(request, request.status)
  })
}

/** Withdraws the request: the family goes on as planned. */
export async function withdrawCare(
  deps: Deps,
  { accountId, reference }: OfAccount & { reference: string },
  actor: PlanActor,
): Promise<CareReply> {
  return deps.db.transaction(async (tx) => {
    const request = await lockOwn(tx, accountId, actor)
    // Another request was sent meanwhile.
    if (careReference(request.number) !== reference) throw new Refusal('care_closed')
    // A second click.
    if (request.status === 'Withdrawn') return replyOf(request, 'Withdrawn')
    if (request.closedAt !== null) throw new Refusal('care_closed')
    const at = deps.clock()
    await moveRequest(tx, request, { status: 'Withdrawn', at })
    await closeOffers(tx, request, 'Closed')
    await record(tx, actor, { ...request, action: 'CareWithdrawn', at })
    await endHoldAndNotify(tx, deps, { accountId, by: 'Withdrawn' })
    return replyOf(request, 'Withdrawn')
  })
}

/** Returns the caller's own last request, under the lock of the account. Nobody learns of other members' requests. */
export async function lockOwn(
  tx: Transaction,
  accountId: string,
  { customerId }: PlanActor,
): Promise<CareRow> {
  await lockPlans(tx, accountId)
  return orNotFound(await findLastRequest(tx, { accountId, askedBy: customerId }))
}

export const replyOf = ({ number }: Pick<CareRow, 'number'>, status: CareStatus): CareReply => ({
  reference: careReference(number),
  status,
})

type NewMessage = {
  kind: 'Sent' | 'Added' | 'ChangeAsked'
  answers: CareAnswers | null
  body: string | null
  at: Date
}

export async function recordMessage(
  tx: Transaction,
  { accountId, id }: RowKey,
  { kind, answers, body, at }: NewMessage,
): Promise<void> {
  await insertWords(tx, {
    accountId,
    id: randomUUID(),
    requestId: id,
    offerId: null,
    kind,
    answers,
    body,
    staffId: null,
    saidAt: at,
  })
}

type Recorded = {
  accountId: string
  number: number
  action: 'CareAsked' | 'CareWordsAdded' | 'CareWithdrawn' | 'CareOfferAccepted' | 'CareChangeAsked'
  at: Date
}

/**
 * Records an action in the audit trail. The family's words are not part of the entry, because the trail is kept for
 * longer.
 */
export async function record(
  tx: Transaction,
  actor: PlanActor,
  { accountId, number, action, at }: Recorded,
): Promise<void> {
  const details = { reference: careReference(number) }
  await recordAudit(tx, { subjectId: accountId, by: actor, action, at, details })
}
