import { createHash, randomUUID } from 'node:crypto'
import { isBpayReference } from '#domain/payment-methods/bpay.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { outOfSuspenseEntry, paymentEntries, suspenseEntry } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { entryRow, type EntryRow } from '../ledger/ledger.store.ts'
import { findPayment, settlePayment } from '../payments/payments.store.ts'
import { receipt } from '../payments/receipt.ts'
import {
  DepositFileRefused,
  depositKey,
  isSameDeposit,
  parseDepositFile,
  type DepositLine,
} from './deposit-file.ts'
import {
  findPayee,
  giveDeposit,
  insertDeposit,
  insertDepositPayment,
  insertCompanyEntry,
  listKnown,
  listPayees,
  listRequestsOf,
  lockDeposit,
  lockOpenRequests,
  noteDeposit,
  type DepositName,
  type Payee,
} from './deposits.store.ts'

export type DepositDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>
export type ImportCounts = { matched: number; inSuspense: number; knownBefore: number; failed: number }

/**
 * Brings in what is new in a file of the bank: each line in a transaction of its own, so that a file that was begun
 * can be taken up again where it was left, and a line that fails does not keep the others out. Throws
 * `DepositFileRefused` before anything is written.
 */
export async function importFile(deps: DepositDeps, name: string, text: string): Promise<ImportCounts> {
  const lines = parseDepositFile(text)
  const fileHash = createHash('sha256').update(text).digest('hex')
  const known = await checkKnown(deps, lines)
  const payees = Map.groupBy(await listPayees(deps.db, lines), addressOf)
  const counts: ImportCounts = { matched: 0, inSuspense: 0, knownBefore: 0, failed: 0 }
  const payeeOf = (line: DepositLine) => {
    const [payee, ...more] = isBpayReference(line.reference) ? (payees.get(addressOf(line)) ?? []) : []
    return more.length === 0 ? payee : undefined
  }
  const itemOf = (line: DepositLine) => ({
    item: depositKey(line),
    accountId: payeeOf(line)?.accountId ?? null,
  })
  const done = await workOn(deps, { name: 'import-deposit', itemOf }, lines, async (some) => {
    for (const line of some) {
      const payee = payeeOf(line)
      const deposit = { ...line, fileHash }
      const isNew =
        !known.has(depositKey(line)) &&
        (payee ? await receive(deps, deposit, payee) : await putInSuspense(deps, deposit))
      if (!isNew) counts.knownBefore += 1
      else if (payee) counts.matched += 1
      else counts.inSuspense += 1
    }
  })
  counts.failed = lines.length - done
  deps.log.info({ file: name, ...counts }, 'deposits imported')
  return counts
}

const addressOf = ({ billerCode, reference }: { billerCode: string; reference: string }) =>
  `${billerCode} ${reference}`

/** The bank has reported one deposit in two ways: a mistake that only people can resolve. */
async function checkKnown({ db }: DepositDeps, lines: readonly DepositLine[]): Promise<Set<string>> {
  const known = new Map((await listKnown(db, lines)).map((reported) => [depositKey(reported), reported]))
  for (const line of lines) {
    const before = known.get(depositKey(line))
    if (before && !isSameDeposit(before, line)) {
      throw new DepositFileRefused(`line ${line.line} contradicts an earlier file`)
    }
  }
  return new Set(known.keys())
}

type NewDeposit = DepositLine & { fileHash: string }

async function receive(deps: DepositDeps, deposit: NewDeposit, payee: Payee): Promise<boolean> {
  const now = deps.clock()
  const paymentId = randomUUID()
  const entry = repayment(deposit.amount)
  const done = await deps.db.transaction(async (tx) => {
    const { accountId } = payee
    if (!(await insertDeposit(tx, { ...deposit, accountId, paymentId, entryId: entry.id, now }))) {
      await checkLost(tx, deposit)
      return undefined
    }
    await noteDeposit(tx, {
      id: randomUUID(),
      subjectId: accountId,
      staffId: null,
      action: 'DepositReceived',
      details: { paymentId, ...nameOf(deposit) },
      now,
    })
    return payIn(tx, deposit, payee, { paymentId, entry, now })
  })
  if (done?.messageId) deps.jobs.start('deliver-message', { messageId: done.messageId })
  if (done) deps.jobs.start('cover-instalments', {})
  return done !== undefined
}

async function putInSuspense(deps: DepositDeps, deposit: NewDeposit): Promise<boolean> {
  const now = deps.clock()
  const entry = entryRow(suspenseEntry(deposit.amount, 'BPAY deposit of an unknown family'))
  return deps.db.transaction(async (tx) => {
    const isNew = await insertDeposit(tx, {
      ...deposit,
      accountId: null,
      paymentId: null,
      entryId: entry.id,
      now,
    })
    if (!isNew) {
      await checkLost(tx, deposit)
      return false
    }
    await insertCompanyEntry(tx, entry, { causeId: null, postedOn: dateIn('AU', now), now })
    await noteDeposit(tx, {
      id: randomUUID(),
      subjectId: companyAccountId,
      staffId: null,
      action: 'DepositInSuspense',
      details: nameOf(deposit),
      now,
    })
    return true
  })
}

/** Another process imported the deposit meanwhile. If its data differ, the retry finds that and refuses. */
async function checkLost(tx: Transaction, deposit: DepositLine): Promise<void> {
  const [reported] = await listKnown(tx, [deposit])
  if (reported && !isSameDeposit(reported, deposit)) throw new Error('A deposit came in two ways at once')
}

/**
 * Gives a deposit in suspense to the family that staff have found for it. Says whether it did: what was given
 * already, a moment or a year ago, is not given again.
 */
export async function matchDeposit(
  deps: DepositDeps,
  { accountId, ...name }: DepositName & { accountId: string },
  staffId: string,
  reason?: string,
): Promise<boolean> {
  const now = deps.clock()
  const paymentId = randomUUID()
  const done = await deps.db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, name)
    const payee = await findPayee(tx, accountId)
    if (!deposit || !payee) throw new Refusal('not_found')
    if (deposit.accountId !== null) return undefined
    const release = entryRow(outOfSuspenseEntry(deposit.amount, 'BPAY deposit given to its family'))
    // One reversal for each entry: the ledger itself refuses a second.
    await insertCompanyEntry(tx, release, { causeId: deposit.entryId, postedOn: dateIn('AU', now), now })
    await giveDeposit(tx, name, { accountId, paymentId })
    await noteDeposit(tx, {
      id: randomUUID(),
      subjectId: accountId,
      staffId,
      action: 'DepositMatched',
      details: { paymentId, ...nameOf(name), ...(reason && { reason }) },
      now,
    })
    return payIn(tx, deposit, payee, { paymentId, entry: repayment(deposit.amount), now })
  })
  if (done?.messageId) deps.jobs.start('deliver-message', { messageId: done.messageId })
  if (done) deps.jobs.start('cover-instalments', {})
  return done !== undefined
}

/** The family's payment, with everything that follows from one, in the caller's transaction. */
async function payIn(
  tx: Transaction,
  { amount, receivedOn }: { amount: Cents; receivedOn: CalendarDate },
  payee: Payee,
  { paymentId, entry, now }: { paymentId: string; entry: EntryRow; now: Date },
): Promise<{ messageId: string | undefined }> {
  const requestId = await requestPaidBy(tx, payee, amount, now)
  await insertDepositPayment(tx, payee, { id: paymentId, requestId, amount, now })
  const payment = await findPayment(tx, { accountId: payee.accountId, id: paymentId })
  if (!payment) throw new Error('A payment has vanished')
  const message = receipt({ ...payment, methodName: 'BPAY' }, receivedOn)
  const isSettled = await settlePayment(tx, payment, {
    from: 'Sent',
    to: 'Succeeded',
    providerPaymentId: null,
    failureCode: null,
    nextLookAt: null,
    confirmBy: null,
    // The family paid on the bank's day. The books have it on the day we learned of it: days that are closed stay so.
    paidOn: receivedOn,
    postedOn: dateIn('AU', now),
    paidOfRequest: amount,
    pendingOfRequest: 0,
    instalment: null,
    entries: [entry],
    answer: null,
    message,
    audit: { id: randomUUID(), action: 'PaymentSucceeded', details: { paymentId } },
    now,
  })
  if (!isSettled) throw new Error('A deposit was not settled')
  return { messageId: message?.id }
}

/** A request is paid where there is no doubt that it is meant; in every other case the deposit stays credit. */
async function requestPaidBy(
  tx: Transaction,
  payee: Payee,
  amount: Cents,
  now: Date,
): Promise<string | null> {
  await lockOpenRequests(tx, payee.accountId)
  const [request, ...more] = await listRequestsOf(tx, payee, amount, now)
  return request && more.length === 0 && !request.isBeingPaid ? request.id : null
}

function repayment(amount: Cents): EntryRow {
  const [entry] = paymentEntries({ amount, surcharge: cents(0) }, 'Bank', 'BPAY repayment')
  if (!entry) throw new Error('A deposit without an entry')
  return entryRow(entry)
}

function nameOf({ billerCode, bankReference }: DepositName): Record<string, string> {
  return { billerCode, bankReference }
}
