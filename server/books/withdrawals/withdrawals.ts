import { randomUUID } from 'node:crypto'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { codeTries } from '#domain/login.ts'
import { parseAmount, toDecimal, type Cents } from '#domain/money.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import { confirmWithinMs, holdEntry, outOfHoldEntry } from '#domain/withdrawals.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import { refuseWhileBlocked } from '../../people/contact-change/contact-block.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { readFreeCredit } from '../free-credit/free-credit.ts'
import { workOn, type WorkDeps } from '../../platform/jobs/work-through.ts'
import { postEntry } from '../ledger/ledger.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { countTry, forgetTries } from '../../platform/rate-limit/rate-limit.ts'
import { isRightCode } from '../../people/session/one-time-code.ts'
import { issueCode } from './issue-code.ts'
import {
  cancelRequest,
  closeCodes,
  confirmRequest,
  countWrongTry,
  findByClientRequestId,
  findMobile,
  findOpenCode,
  findRequest,
  insertRequest,
  listBankAccounts,
  listRequests,
  listUnconfirmedSince,
  lockAccount,
  lockRequest,
  replaceCode,
  type WithdrawalRow,
} from './withdrawals.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The caller, the account and the call. */
export type Actor = { accountId: string; customerId: string; requestId: string }

export async function readRequests(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
): Promise<WithdrawalRequest[]> {
  return (await listRequests(db, accountId)).map(onTheWire)
}

/**
 * Requests a withdrawal. The amount is set aside in the same transaction, under the lock of the account: of many
 * requests for the whole balance at once, one succeeds. Staff see nothing before the code that is sent has been
 * entered.
 */
export async function requestWithdrawal(
  deps: Deps,
  actor: Actor,
  request: { bankAccountId: string; amount: number | string; clientRequestId: string | undefined },
): Promise<{ request: WithdrawalRequest; isReplay: boolean }> {
  const amount = readAmount(request.amount)
  const { accountId, customerId } = actor
  const { bankAccountId, clientRequestId = null } = request
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const account = orNotFound(await lockAccount(tx, accountId))
    const prior = clientRequestId && (await findByClientRequestId(tx, { accountId, clientRequestId }))
    if (prior) {
      const isSame = prior.bankAccountId === bankAccountId && prior.amount === amount
      if (!isSame) throw new Refusal('request_id_reused')
      return { request: onTheWire(prior), isReplay: true }
    }
    await refuseWhileBlocked(tx, deps, accountId)
    const banks = await listBankAccounts(tx, accountId, now)
    if (!banks.some(({ id }) => id === bankAccountId)) throw new Refusal('not_found')
    if (!(await findMobile(tx, customerId))) throw new Refusal('mobile_needed')
    const { free } = await readFreeCredit(tx, { accountId, now })
    if (amount > free) throw new Refusal('over_available')
    await countTry(tx, [['withdrawals', accountId]], now, deps.config.rateLimits)

    const id = randomUUID()
    const confirmBy = new Date(now.getTime() + confirmWithinMs)
    await insertRequest(tx, {
      accountId,
      id,
      bankAccountId,
      amount,
      askedBy: customerId,
      clientRequestId,
      confirmBy,
      now,
    })
    await postEntry(tx, holdEntry(amount), {
      accountId,
      institutionId: account.institutionId,
      currency: account.currency,
      postedOn: dateIn(account.region, now),
      causeId: id,
      now,
    })
    await record(tx, actor, 'WithdrawalAsked', id, now)
    await sendCodeFor(tx, deps, actor, await readBack(tx, { accountId, id }))
    return { request: onTheWire(await readBack(tx, { accountId, id })), isReplay: false }
  })
}

/** Sends another code to the caller's mobile. */
export async function sendCodeAgain(deps: Deps, actor: Actor, id: string): Promise<WithdrawalRequest> {
  const { accountId } = actor
  return deps.db.transaction(async (tx) => {
    const request = await lockUnconfirmed(tx, { accountId, id })
    if (isLate(request, deps.clock())) throw new Refusal('already_decided')
    await refuseWhileBlocked(tx, deps, accountId)
    await sendCodeFor(tx, deps, actor, request)
    return onTheWire(await readBack(tx, request))
  })
}

/** Confirms the request after the right code, so that staff see it. */
export async function confirmWithdrawal(
  deps: Deps,
  actor: Actor,
  { id, code }: { id: string; code: string },
): Promise<WithdrawalRequest> {
  const { accountId, customerId } = actor
  const now = deps.clock()
  // Counted before the code is looked at, and forgotten on success: what remains are the wrong ones.
  const tries = [['wrong-withdrawal-code-day', customerId]] as const
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const outcome = await deps.db.transaction(async (tx) => {
    const request = await lockUnconfirmed(tx, { accountId, id })
    await refuseWhileBlocked(tx, deps, accountId)
    const kept = await findOpenCode(tx, { accountId, requestId: request.id, customerId, now })
    if (!kept) return 'code_expired'
    if (!isRightCode(deps.config, kept, code)) {
      // Committed, so that no refusal takes the try back.
      const isLast = kept.wrongTries + 1 >= codeTries
      await countWrongTry(tx, { accountId, id: kept.id, closesAt: isLast ? now : null })
      await record(tx, actor, 'WithdrawalCodeWrong', request.id, now)
      return 'invalid_code'
    }
    await closeCodes(tx, { accountId, id: request.id, now })
    await confirmRequest(tx, { accountId, id: request.id, reviewId: randomUUID(), now })
    await record(tx, actor, 'WithdrawalConfirmed', request.id, now)
    await writeToMembers(tx, deps, accountId, ({ firstName, region, shortId }) => ({
      kind: 'WithdrawalRequested',
      facts: {
        firstName,
        region,
        shortId,
        amount: request.amount,
        bankAccount: request.bankAccountDisplayName,
      },
    }))
    return onTheWire(await readBack(tx, request))
  })
  if (typeof outcome === 'string') throw new Refusal(outcome)
  await forgetTries(deps.db, tries)
  return outcome
}

/** Cancels a request that is not confirmed. A second call changes nothing more. */
export async function cancelWithdrawal(
  deps: BasicDeps,
  actor: Actor,
  id: string,
): Promise<WithdrawalRequest> {
  return deps.db.transaction(async (tx) => {
    const request = orNotFound(await lockRequest(tx, { accountId: actor.accountId, id }))
    if (request.status === 'Cancelled') return onTheWire(request)
    if (request.status !== 'Unconfirmed') throw new Refusal('already_decided')
    await giveBack(tx, request, deps.clock(), actor)
    return onTheWire(await readBack(tx, request))
  })
}

const atOnce = 200

/** Cancels requests whose code was not entered in time, and returns the amount to the family's balance. */
export async function cancelUnconfirmed(deps: WorkDeps): Promise<number> {
  const now = deps.clock()
  const name = 'cancel-unconfirmed-withdrawals'
  const late = await listUnconfirmedSince(deps.db, { work: name, now, limit: atOnce })
  const itemOf = ({ id, accountId }: (typeof late)[number]) => ({ item: id, accountId })
  return workOn(deps, { name, itemOf }, late, async (keys) => {
    let count = 0
    for (const key of keys) {
      const isCancelled = await deps.db.transaction(async (tx) => {
        const request = await lockRequest(tx, key)
        // It was confirmed since, or another process has cancelled it.
        if (request?.status !== 'Unconfirmed') return false
        await giveBack(tx, request, now)
        return true
      })
      if (isCancelled) count += 1
    }
    return count
  })
}

async function giveBack(tx: Transaction, request: WithdrawalRow, now: Date, actor?: Actor): Promise<void> {
  const { accountId, id, amount, currency, institutionId, region, holdEntryId } = request
  if (!holdEntryId) throw new Error('A withdrawal has nothing set aside')
  await closeCodes(tx, { accountId, id, now })
  await cancelRequest(tx, { accountId, id, now })
  // One reversal for each hold: the ledger itself refuses to give it back twice.
  await postEntry(tx, outOfHoldEntry(amount, 'Cancelled'), {
    accountId,
    institutionId,
    currency,
    postedOn: dateIn(region, now),
    causeId: holdEntryId,
    now,
  })
  await record(tx, actor ?? { accountId }, 'WithdrawalCancelled', id, now)
}

async function sendCodeFor(tx: Transaction, deps: Deps, actor: Actor, request: WithdrawalRow): Promise<void> {
  const { accountId, id } = request
  const { customerId } = actor
  const confirmBy = request.confirmBy ?? deps.clock()
  const issued = await issueCode(tx, deps, { id, customerId, confirmBy })
  const { codeId, code, hash, mobile, mobileLast3Digits, now, expiresAt } = issued
  await replaceCode(tx, {
    accountId,
    requestId: id,
    customerId,
    id: codeId,
    hash,
    mobileLast3Digits,
    createdAt: now,
    expiresAt,
  })
  await putInOutbox(tx, deps, {
    kind: 'WithdrawalCode',
    facts: {
      code,
      region: request.region,
      amount: request.amount,
      bankAccount: request.bankAccountDisplayName,
    },
    recipient: mobile,
    customerId,
    accountId,
    sendBefore: expiresAt,
  })
  await record(tx, actor, 'WithdrawalCodeSent', id, now)
}

async function lockUnconfirmed(tx: Transaction, key: RowKey): Promise<WithdrawalRow> {
  const request = orNotFound(await lockRequest(tx, key))
  if (request.status !== 'Unconfirmed') throw new Refusal('already_decided')
  return request
}

const isLate = ({ confirmBy }: WithdrawalRow, now: Date) => confirmBy !== null && confirmBy <= now

async function readBack(tx: Transaction, key: RowKey): Promise<WithdrawalRow> {
  const request = await findRequest(tx, key)
  if (!request) throw new Error('A withdrawal has gone while it was locked')
  return request
}

async function record(
  tx: Transaction,
  actor: Pick<Actor, 'accountId'> & Partial<Actor>,
  action:
    | 'WithdrawalAsked'
    | 'WithdrawalCodeSent'
    | 'WithdrawalCodeWrong'
    | 'WithdrawalConfirmed'
    | 'WithdrawalCancelled',
  withdrawalId: string,
  at: Date,
): Promise<void> {
  await recordAudit(tx, { subjectId: actor.accountId, by: actor, action, at, details: { withdrawalId } })
}

function readAmount(sent: number | string): Cents {
  const amount = parseAmount(sent)
  if (amount === undefined || amount < 1) {
    throw fieldRefusal({ amount: 'Please enter an amount' })
  }
  return amount
}

function onTheWire(request: WithdrawalRow): WithdrawalRequest {
  const { id, status, bankAccountId, bankAccountDisplayName, mobileLast3Digits, reason } = request
  return {
    id,
    amount: toDecimal(request.amount),
    status,
    requestedDate: dateIn(request.region, request.createdAt),
    bankAccountId,
    bankAccountDisplayName,
    mobileLast3Digits,
    reason,
  }
}
