import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { paymentMaxCents, whyClosed } from '#domain/pay-now.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import type { Deps, LetterDeps } from '../../platform/deps.ts'
import { inSteps, workOn, workOnAccounts } from '../../platform/jobs/work-through.ts'
import {
  cancelRequest,
  expiredRequests,
  findRequestSubjects,
  insertRequests,
  listPaymentsOfRequest,
  listRequests,
  listSessionsBefore,
  listSessionsOfClosed,
  lockAccounts,
  lockRequest,
  markExpired,
  type ListedRequest,
  type NewRequest,
  type OpenSession,
  type PaymentOfRequest,
  type RequestSubject,
  type LockedRequest,
} from './payment-requests.store.ts'
import { lettersOf, sendLetters } from './request-letters.ts'
import { hashOfLink, newLink, sealLink } from './request-links.ts'
import { waive } from '../charges/charges.ts'
import { recordSession, retire } from '../checkout-sessions/sessions.ts'
import { listOpenSessions } from '../checkout-sessions/sessions.reads.ts'

const dayMs = 24 * 60 * 60_000
export const requestLifeDays = 90

export type RequestInput = {
  accountId: string
  /** The account's own school, unless another of its schools is named. */
  institutionId?: string | null
  amountDue: Cents
  dueOn: CalendarDate
  periodName?: string | null
  showsBreakdown?: boolean
  invoiceId?: string | null
  expiresAt?: Date | null
  /** All that the family is behind with in its plans. */
  isArrears?: boolean
  /** False where another letter brings the link to the family. */
  isTold?: boolean
}

export type NewPaymentRequest = { id: string; subject: RequestSubject }

/** Creates a request for an amount. The id is internal; only the link opens the request. */
export async function createPaymentRequest(
  tx: Transaction,
  deps: LetterDeps,
  input: RequestInput,
): Promise<NewPaymentRequest> {
  const [made] = await createPaymentRequests(tx, deps, [input])
  if (!made) throw new Refusal('not_found')
  return made
}

/**
 * Creates many requests at once. The result is null, and nothing is written, where the account or school does not
 * exist.
 */
export async function createPaymentRequests(
  tx: Transaction,
  deps: LetterDeps,
  requests: readonly RequestInput[],
): Promise<(NewPaymentRequest | null)[]> {
  const now = deps.clock()
  await lockAccounts(
    tx,
    requests.map(({ accountId }) => accountId),
  )
  const subjects = await findRequestSubjects(
    tx,
    requests.map(({ accountId, institutionId }) => ({ accountId, institutionId: institutionId ?? null })),
  )
  const made = requests.map((input, index) => {
    const subject = subjects[index]
    if (!subject) return null
    if (subject.isClosed) throw new Refusal('account_closed')
    const link = newLink()
    return { subject, input, request: requestOf(deps, input, subject, link, now) }
  })
  const known = made.filter((each) => each !== null)
  await insertRequests(
    tx,
    known.map(({ request }) => request),
  )
  const letters = known
    .filter(({ input }) => input.isTold ?? true)
    .flatMap(({ subject, request }) => lettersOf(subject, { ...request, left: request.amountDue }))
  await sendLetters(tx, deps, letters)
  return made.map((each) => each && { id: each.request.id, subject: each.subject })
}

function requestOf(
  { config }: LetterDeps,
  input: RequestInput,
  subject: RequestSubject,
  link: string,
  now: Date,
): NewRequest {
  const expiresAt = input.expiresAt ?? new Date(now.getTime() + requestLifeDays * dayMs)
  // A family may be behind with more than one payment can bring.
  if (!input.isArrears && (input.amountDue < 1 || input.amountDue > paymentMaxCents)) {
    throw fieldRefusal({ amount: 'Must be between 0.01 and 100,000' })
  }
  if (expiresAt <= now) throw fieldRefusal({ expiresOn: 'Must be in the future' })
  const name = { accountId: subject.accountId, id: randomUUID() }
  return {
    ...name,
    link: { hash: hashOfLink(link), sealed: sealLink(config, name, link) },
    institutionId: subject.institutionId,
    periodName: input.periodName ?? null,
    amountDue: input.amountDue,
    dueOn: input.dueOn,
    expiresAt,
    showsBreakdown: input.showsBreakdown ?? false,
    invoiceId: input.invoiceId ?? null,
    isArrears: input.isArrears ?? false,
    createdAt: now,
  }
}

/** A request past its last day can still be cancelled until the job has closed it. */
async function lockCancellableRequest(tx: Transaction, id: string): Promise<LockedRequest> {
  const request = orNotFound(await lockRequest(tx, id))
  const why = whyClosed({ status: request.status, isExpired: false })
  if (why) throw new Refusal(why)
  return request
}

/**
 * Cancels a request, unless it is paid or being paid. Wallet sessions are closed before the cancellation and once more
 * after it, since one may have been opened in between. `record` writes the audit entry in the same transaction.
 */
export async function cancelPaymentRequest(
  deps: Deps,
  { id, staffId }: { id: string; staffId: string | null },
  record: (tx: Transaction, request: LockedRequest) => Promise<void>,
): Promise<void> {
  const { region } = await deps.db.transaction((tx) => lockCancellableRequest(tx, id))
  const shutOut = async () => {
    for (const sessionId of await listOpenSessions(deps.db, id)) await retire(deps, region, sessionId)
  }
  await shutOut()
  await deps.db.transaction(async (tx) => {
    const request = await lockCancellableRequest(tx, id)
    if (request.isBeingPaid) throw new Refusal('payment_in_progress')
    const parts = await cancelRequest(tx, request)
    const { accountId } = request
    await waive(tx, { accountId, parts, reason: 'RequestCancelled', staffId, now: deps.clock() })
    await record(tx, request)
  })
  await shutOut()
}

const sessionsAtOnce = 200

/** Closes wallet sessions at the provider, one call each. */
const closingSessions = {
  name: 'close-sessions' as const,
  itemOf: ({ id, accountId }: OpenSession) => ({ item: id, accountId }),
}

/** Closes expired requests, after closing their wallet sessions. Returns the number closed. */
export async function expireRequests(deps: Deps): Promise<number> {
  let expired = 0
  await inSteps([
    () => closeSessionsOfClosed(deps),
    async () => {
      expired = await workOnAccounts<RowKey>(deps, {
        name: 'expire-requests',
        atOnce: 200,
        due: expiredRequests(deps.clock()),
        act: markExpired,
      })
    },
  ])
  return expired
}

async function closeSessionsOfClosed(deps: Deps): Promise<void> {
  const turn = { work: closingSessions.name, now: deps.clock(), limit: sessionsAtOnce }
  const sessions = await listSessionsOfClosed(deps.db, turn)
  await workOn(deps, closingSessions, sessions, async (some) => {
    for (const { id, region } of some) await retire(deps, region, id)
  })
}

/** Records the outcome of sessions that the provider must have closed by now. Returns the number recorded. */
export async function closeOldSessions(deps: Deps): Promise<number> {
  const turn = { work: closingSessions.name, now: deps.clock(), limit: sessionsAtOnce }
  const sessions = await listSessionsBefore(deps.db, turn)
  return workOn(deps, closingSessions, sessions, async (some) => {
    for (const { id, region } of some) await recordSession(deps, region, id)
  })
}

export type { ListedRequest }

export const findRequests = listRequests

export async function readRequest(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<ListedRequest & { payments: PaymentOfRequest[] }> {
  const [request] = await listRequests(db, {
    id,
    status: null,
    shortId: null,
    schoolId: null,
    after: null,
    limit: 1,
  })
  if (!request) throw new Refusal('not_found')
  return { ...request, payments: await listPaymentsOfRequest(db, request) }
}
