import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { leftToPay, whyClosed } from '#domain/pay-now.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import type { Message } from '../../letters/messages/message.ts'
import { putAllInOutbox, putInOutbox } from '../../letters/outbox/outbox.ts'
import {
  findRequestSubjects,
  listAskedAgain,
  lockRequest,
  type LockedRequest,
  type RequestSubject,
} from './payment-requests.store.ts'

export function lettersOf(
  { members, region, shortId, schoolName, accountId }: RequestSubject,
  request: { id: string; left: Cents; dueOn: CalendarDate; periodName: string | null },
): Message[] {
  const { id: requestId, left: amount, dueOn, periodName } = request
  return members.map(({ customerId, email, firstName }) => ({
    kind: 'PaymentRequest',
    facts: { firstName, region, shortId, schoolName, amount, dueOn, periodName, requestId },
    recipient: email,
    customerId,
    accountId,
  }))
}

/** The number of letters that are sent at once; the others are left to the next sweep. */
export async function sendLetters(
  tx: Transaction,
  deps: LetterDeps,
  letters: readonly Message[],
): Promise<void> {
  if (letters.length > 10) await putAllInOutbox(tx, deps, letters)
  else for (const letter of letters) await putInOutbox(tx, deps, letter)
}

/** Sends the link again to all members of the account. Returns the number of members. */
export async function resendRequest(
  tx: Transaction,
  deps: LetterDeps,
  id: string,
): Promise<{ accountId: string; sentTo: number }> {
  const request = await lockPayableRequest(tx, deps, id)
  const [subject] = await findRequestSubjects(tx, [request])
  if (!subject || subject.members.length === 0) throw new Refusal('not_possible')
  await sendLetters(tx, deps, lettersOf(subject, { ...request, left: leftToPay(request) }))
  return { accountId: request.accountId, sentTo: subject.members.length }
}

/** Locks the request, so that no payment of it can begin until the transaction ends. */
export async function lockPayableRequest(
  tx: Transaction,
  deps: Pick<LetterDeps, 'clock'>,
  id: string,
): Promise<LockedRequest> {
  const request = orNotFound(await lockRequest(tx, id))
  const why = whyClosed({ status: request.status, isExpired: request.expiresAt <= deps.clock() })
  if (why) throw new Refusal(why)
  return request
}

/** Tells the family which requests are open again because a payment that had paid them has gone back. */
export async function tellOfReopened(
  tx: Transaction,
  deps: LetterDeps,
  payment: RowKey,
  causeIds: readonly string[],
): Promise<void> {
  const requests = await listAskedAgain(tx, payment, { causeIds, now: deps.clock() })
  const subjects = await findRequestSubjects(tx, requests)
  const letters = requests.flatMap((request, index) => {
    const subject = subjects[index]
    return subject ? lettersOf(subject, request) : []
  })
  await sendLetters(tx, deps, letters)
}
