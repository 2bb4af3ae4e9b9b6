import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { careDays } from '#domain/care.ts'
import { Refusal } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Deps } from '../../platform/deps.ts'
import { setTailoring } from '../payment-schedule/temporary-plan.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, sendChangeLetter } from '../plan-changes/change-letters.ts'
import { lockRunning, makeChange, refuseOtherVersion } from '../plan-changes/change-plan.ts'
import { arrangementOf, calculateArrangement } from './arrangements.ts'
import { lockOwn, record, replyOf, recordMessage, type CareReply } from './care-requests.ts'
import { acceptOpenOffer } from './agreements.store.ts'
import { closeOffers, findOpenOffer, moveRequest } from './care.store.ts'
import { endHold } from '../../people/holds/holds.ts'
import { seenText } from '../../people/texts/texts.ts'

/** The mark of a plan while an arrangement runs. */
export const arrangementType = 'Arrangement'

type ShownOffer = {
  accountId: string
  offerId: string
  version: number
  firstOn: CalendarDate
  textVersion: number | undefined
}

/**
 * Changes the plan to the accepted arrangement as it was shown: on the current plan, from the same first day. The plan
 * is temporary until the last of the lower payments, and the hold ends.
 */
export async function acceptOffer(
  deps: Deps,
  { accountId, offerId, version, firstOn, textVersion }: ShownOffer,
  actor: PlanActor,
): Promise<CareReply> {
  return deps.db.transaction(async (tx) => {
    const request = await lockOwn(tx, accountId, actor)
    // A second click finds it done.
    if (request.status === 'Accepted') return replyOf(request, 'Accepted')
    const offer = await findOpenOffer(tx, request)
    if (request.closedAt !== null || offer?.id !== offerId) throw new Refusal('care_closed')
    const facts = await lockRunning(tx, deps, { accountId, planId: offer.planId })
    refuseOtherVersion(facts, version)
    const calculated = calculateArrangement(facts, arrangementOf(offer))
    if (calculated?.after[0]?.date !== firstOn) throw new Refusal('plan_changed')
    const { rest, details } = calculated
    const at = deps.clock()
    await moveRequest(tx, request, { status: 'Accepted', at })
    await acceptOpenOffer(tx, request, { at, payments: calculated.after })
    const { region, today: on } = facts
    const seen = await seenText(tx, { kind: `CareOffer${region}`, on, version: textVersion })
    const changer = { ...changerOf(actor), at }
    await makeChange(tx, facts, { accountId, rest, details, undoUntil: null, seen }, changer)
    const { id, tuitionYear } = facts.plan
    await setTailoring(tx, { accountId, id, type: arrangementType, until: details.lower.until })
    await endHold(tx, deps, { accountId, by: 'Accepted' })
    await record(tx, actor, { ...request, action: 'CareOfferAccepted', at })
    await sendChangeLetter(tx, deps, { accountId, tuitionYear, details, status: 'Made', undoUntil: null })
    return replyOf(request, 'Accepted')
  })
}

/** Returns an offer that does not suit the family to operations, who have the usual time to reply. */
export async function requestChange(
  deps: Deps,
  { accountId, offerId, words }: { accountId: string; offerId: string; words: string },
  actor: PlanActor,
): Promise<CareReply> {
  return deps.db.transaction(async (tx) => {
    const request = await lockOwn(tx, accountId, actor)
    const offer = await findOpenOffer(tx, request)
    if (request.closedAt !== null || offer?.id !== offerId) throw new Refusal('care_closed')
    const { region } = await lockRunning(tx, deps, { accountId, planId: offer.planId })
    const at = deps.clock()
    const { answerBy } = careDays(dateIn(region, at), bankCalendarOf(region))
    await closeOffers(tx, request, 'ChangeAsked')
    await moveRequest(tx, request, { status: 'Open', at, answerBy })
    await recordMessage(tx, request, { kind: 'ChangeAsked', answers: null, body: words, at })
    await record(tx, actor, { ...request, action: 'CareChangeAsked', at })
    return replyOf(request, 'Open')
  })
}
