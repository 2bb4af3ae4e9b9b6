import { lockPlans } from '../payment-schedule/put-plan.ts'
import { randomUUID } from 'node:crypto'
import type { ArrangementPreview } from '#contract/care.ts'
import type { ListedCare, ShownCare } from '#contract/staff-care.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { careReference } from '#domain/care.ts'
import { toDecimal } from '#domain/money.ts'
import type { Arrangement } from '#domain/plan/changes/arrangement.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import { calculateArrangement, previewOf, readRunning } from './arrangements.ts'
import { sendDecisionLetter, sendExtensionLetter } from './care-letters.ts'
import { openRequest } from './care-requests.ts'
import {
  closeOffers,
  findOpenOffer,
  findRequest,
  insertOffer,
  insertWords,
  isMember,
  listWords,
  moveRequest,
  recordSeen,
  setHoldOf,
  type CareRow,
} from './care.store.ts'
import { extendHold } from '../../people/holds/holds.ts'
import { endHoldAndNotify } from './care-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { refreshHolidays } from '../holidays/known-holidays.ts'
import {
  recordAction,
  recordRows,
  recordView,
  type StaffActor,
  type Viewer,
} from '../../people/audit/staff-audit.ts'
import { findCare, listOpenCare, type ListedRow } from './care-desk.reads.ts'

export async function listCare(deps: Deps, viewer: Viewer): Promise<{ items: ListedCare[] }> {
  const rows = await listOpenCare(deps.db)
  await recordRows(deps, viewer, 'CareListed', rows)
  return { items: rows.map(toListed) }
}

function toListed({ number, sentAt, region: _region, currency: _currency, ...row }: ListedRow): ListedCare {
  return { ...row, reference: careReference(number), sentAt: sentAt.toISOString() }
}

/** Shows a request to staff. The family reads the name of the first person who opens it, and every view is recorded. */
export async function showCare(deps: Deps, viewer: Viewer, careId: string): Promise<ShownCare> {
  const { db } = deps
  await refreshHolidays(db)
  const now = deps.clock()
  const row = orNotFound(await findCare(db, careId))
  const { accountId, currency } = row
  await recordSeen(db, row, viewer.staff.staffId)
  const details = { reference: careReference(row.number) }
  await recordView(deps, viewer, { subjectIds: [accountId], action: 'CareSeen', details })
  const words = await listWords(db, row)
  const running = await readRunning(db, { accountId, now })
  const offer = await findOpenOffer(db, row)
  return {
    ...toListed(row),
    currency,
    answers: words.find(({ kind }) => kind === 'Sent')?.answers ?? null,
    words: words.flatMap(({ saidAt, kind, by, body }) =>
      body === null ? [] : [{ at: saidAt.toISOString(), kind, by, text: body }],
    ),
    coming: (running?.coming ?? []).map(({ on, amount }) => ({ date: on, amount: toDecimal(amount) })),
    offer: offer
      ? {
          lowerCount: offer.lowerCount,
          lowerAmount: toDecimal(offer.lowerAmount),
          laterCount: offer.laterCount,
          madeAt: offer.madeAt.toISOString(),
        }
      : null,
  }
}

export async function previewCare(
  deps: Deps,
  careId: string,
  arrangement: Arrangement,
): Promise<ArrangementPreview> {
  await refreshHolidays(deps.db)
  const row = orNotFound(await findCare(deps.db, careId))
  return (await calculate(deps, deps.db, row.accountId, arrangement)).preview
}

async function calculate(
  deps: Deps,
  db: Deps['db'] | Transaction,
  accountId: string,
  arrangement: Arrangement,
) {
  const running = await readRunning(db, { accountId, now: deps.clock() })
  const calculated = running && calculateArrangement(running, arrangement)
  if (!running || !calculated) throw new Refusal('arrangement_not_possible')
  return { running, preview: previewOf(running, calculated) }
}

/** Proposes an arrangement, and replaces one that the family has not answered yet. */
export async function offerArrangement(
  deps: Deps,
  actor: StaffActor,
  { careId, arrangement, note }: { careId: string; arrangement: Arrangement; note: string },
): Promise<ArrangementPreview> {
  await refreshHolidays(deps.db)
  return deps.db.transaction(async (tx) => {
    const request = await lockOpen(tx, careId)
    const { accountId } = request
    const { running, preview } = await calculate(deps, tx, accountId, arrangement)
    const at = deps.clock()
    const { staffId } = actor.staff
    await closeOffers(tx, request, 'Replaced')
    const offerId = randomUUID()
    await insertOffer(tx, request, {
      id: offerId,
      planId: running.plan.id,
      lowerCount: arrangement.lower.count,
      lowerAmount: arrangement.lower.amount,
      laterCount: arrangement.laterCount,
      madeAt: at,
      staffId,
    })
    await addCareNote(tx, request, { kind: 'Note', body: note, offerId, staffId, at })
    await recordSeen(tx, request, staffId)
    await moveRequest(tx, request, { status: 'Offered', at })
    const { lower, laterCount } = arrangement
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'CareOffered',
      at,
      details: {
        reference: careReference(request.number),
        lower: `${lower.count} of ${toDecimal(lower.amount)}`,
        later: String(laterCount),
      },
    })
    await sendDecisionLetter(tx, deps, request, 'Offered')
    return preview
  })
}

/**
 * Opens a request for a family that has called us. Their words are stored with the request, and not in the audit trail.
 */
export async function openCareFor(
  deps: Deps,
  actor: StaffActor,
  { accountId, customerId, words }: { accountId: string; customerId: string; words: string },
): Promise<{ careId: string; reference: string }> {
  return deps.db.transaction(async (tx) => {
    if (!(await isMember(tx, { accountId, customerId }))) throw new Refusal('not_found')
    const opened = await openRequest(tx, deps, { accountId, askedBy: customerId, answers: null, words })
    const reference = careReference(opened.number)
    await recordSeen(tx, { accountId, id: opened.id }, actor.staff.staffId)
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'CareOpened',
      at: opened.at,
      details: { reference, customerId },
    })
    return { careId: opened.id, reference }
  })
}

/** Withdraws an offer that the family has not accepted. Its payments stay on hold until we propose another one. */
export async function withdrawOffer(
  deps: Deps,
  actor: StaffActor,
  { careId }: { careId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const request = await lockOpen(tx, careId)
    if (!(await findOpenOffer(tx, request))) throw new Refusal('not_possible')
    const at = deps.clock()
    await closeOffers(tx, request, 'Closed')
    await moveRequest(tx, request, { status: 'Open', at })
    await recordAction(tx, actor, {
      subjectId: request.accountId,
      action: 'CareOfferWithdrawn',
      at,
      details: { reference: careReference(request.number) },
    })
  })
}

/** Declines a request with a reason for the family. Its payments go on, each after a new notice. */
export async function declineCare(
  deps: Deps,
  actor: StaffActor,
  { careId, note }: { careId: string; note: string },
): Promise<void> {
  await refreshHolidays(deps.db)
  await deps.db.transaction(async (tx) => {
    const request = await lockOpen(tx, careId)
    const at = deps.clock()
    const { staffId } = actor.staff
    await closeOffers(tx, request, 'Closed')
    await addCareNote(tx, request, { kind: 'Declined', body: note, offerId: null, staffId, at })
    await moveRequest(tx, request, { status: 'Declined', at })
    await recordAction(tx, actor, {
      subjectId: request.accountId,
      action: 'CareDeclined',
      at,
      details: { reference: careReference(request.number) },
    })
    await sendDecisionLetter(tx, deps, request, 'Declined')
    await endHoldAndNotify(tx, deps, { accountId: request.accountId, by: 'Declined' })
  })
}

export async function extendCare(
  deps: Deps,
  actor: StaffActor,
  { careId, until }: { careId: string; until: CalendarDate },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const request = await lockOpen(tx, careId)
    const { accountId } = request
    const row = await findCare(tx, careId)
    const at = deps.clock()
    if (!row || until <= dateIn(row.region, at))
      throw fieldRefusal({ until: 'Choose a day that is still to come' })
    const newHoldId = await extendHold(tx, { accountId, endsOn: until, at })
    if (newHoldId !== undefined) await setHoldOf(tx, request, newHoldId)
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'HoldExtended',
      at,
      details: { reference: careReference(request.number), until },
    })
    await sendExtensionLetter(tx, deps, accountId, until)
  })
}

/** Locks the open request. If two people reply at once, the second sees the first reply. */
async function lockOpen(tx: Transaction, careId: string): Promise<CareRow> {
  const care = orNotFound(await findRequest(tx, careId))
  await lockPlans(tx, care.accountId)
  const request = await findRequest(tx, careId)
  if (!request || request.closedAt !== null) throw new Refusal('care_closed')
  return request
}

type NewNote = { kind: 'Note' | 'Declined'; body: string; offerId: string | null; staffId: string; at: Date }

async function addCareNote(tx: Transaction, request: CareRow, { at, ...said }: NewNote): Promise<void> {
  const { accountId, id: requestId } = request
  await insertWords(tx, { ...said, accountId, id: randomUUID(), requestId, answers: null, saidAt: at })
}
