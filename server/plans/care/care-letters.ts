import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { careReference, type HoldEnd } from '#domain/care.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { endHold } from '../../people/holds/holds.ts'
import { findNextPayment } from '../../people/accounts/plans.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import type { CareRow, UnderWay } from './care.store.ts'

type HoldNews = MessageFacts['PaymentHold']['news']
type CareRequestFacts = Pick<CareRow, 'askedBy' | 'number' | 'answerBy'>

/** Writes to all members that payments are on hold. Only the parent who sent the request reads about it. */
export async function sendHoldLetter(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  held: { asked: CareRequestFacts; until: CalendarDate; underWay: readonly UnderWay[] },
): Promise<void> {
  const { asked: request, until, underWay } = held
  await write(tx, deps, accountId, (customerId) => ({
    event: 'Held',
    until,
    underWay: [...underWay],
    asked:
      customerId === request.askedBy
        ? { reference: careReference(request.number), answerBy: request.answerBy }
        : null,
  }))
}

export async function sendExtensionLetter(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  until: CalendarDate,
): Promise<void> {
  await write(tx, deps, accountId, () => ({ event: 'Extended', until }))
}

/** Writes to all members that payments go on, with the next payment as it stands once the hold has ended. */
export async function sendHoldEndLetter(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  by: Exclude<HoldEnd, 'Accepted'>,
): Promise<void> {
  const next = await findNextPayment(tx, { accountId, now: deps.clock() })
  await write(tx, deps, accountId, () => ({
    event: 'Ended',
    // The other parent does not learn what became of a request.
    isOver: by === 'Over',
    next: next ? { on: next.on, amount: next.total } : null,
  }))
}

/** Ends a hold and notifies the family, unless the hold had ended already. */
export async function endHoldAndNotify(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, by }: { accountId: string; by: Exclude<HoldEnd, 'Accepted'> },
): Promise<void> {
  if (await endHold(tx, deps, { accountId, by })) await sendHoldEndLetter(tx, deps, accountId, by)
}

/** Writes the decision only to the parent who sent the request. */
export async function sendDecisionLetter(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, askedBy, number }: Pick<CareRow, 'accountId' | 'askedBy' | 'number'>,
  answer: 'Offered' | 'Declined',
): Promise<void> {
  await write(tx, deps, accountId, (customerId) =>
    customerId === askedBy ? { event: answer, reference: careReference(number) } : null,
  )
}

async function write(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  newsFor: (customerId: string) => HoldNews | null,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, (member, customerId) => {
    const news = newsFor(customerId)
    if (!news) return null
    const portalUrl = `${deps.config.portalOrigin}/payment-schedule/help`
    return { kind: 'PaymentHold', facts: { ...member, news, portalUrl } }
  })
}
