import { createHash, randomUUID } from 'node:crypto'
import { isBpayReference } from '#domain/payment-methods/bpay.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { outOfSuspenseEntry, paymentEntries, suspenseEntry } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { postCompanyEntry } from '../ledger/ledger.ts'
import { entryRow, type EntryRow } from '../ledger/entry-row.ts'
import { settleArrived } from '../payments/settle.ts'
import { findPayment } from '../payments/payments.reads.ts'
import {
  DepositFileRefused,
  depositKey,
  isSameDeposit,
  parseDepositFile,
  type DepositLine,
} from './deposit-file.ts'
import {
  findPayee,
  assignDeposit,
  insertDeposit,
  insertDepositPayment,
  listReported,
  listPayees,
  listRequestsOf,
  lockDeposit,
  noteDeposit,
  type DepositKey,
  type Payee,
} from './deposits.store.ts'

export type DepositDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>
export type ImportCounts = { matched: number; inSuspense: number; knownBefore: number; failed: number }

/**
 * Imports the new lines of a file from the bank. Each line has its own transaction, so that an interrupted import can
 * be resumed and a line that fails does not block the others. Throws `DepositFileRefused` before anything is written.
 */
export async function importFile(deps: DepositDeps, name: string, text: string): Promise<ImportCounts> {
  const lines = parseDepositFile(text)
  const fileHash = createHash('sha256').update(text).digest('hex')
  const known = await checkReported(deps, lines)
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

/**
 * Refuses a file in which the bank reports a deposit differently from before: a mistake that only people can resolve.
 */
async function checkReported({ db }: DepositDeps, lines: readonly DepositLine[]): Promise<Set<string>> {
  const known = new Map((await listReported(db, lines)).map((reported) => [depositKey(reported), reported]))
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
      await checkDuplicate(tx, deposit)
      return undefined
    }
    await noteDeposit(tx, {
      id: randomUUID(),
      subjectId: accountId,
      staffId: null,
      action: 'DepositReceived',
      details: { paymentId, ...detailsOf(deposit) },
      now,
    })
    return payIn(tx, deposit, payee, { paymentId, entry, now })
  })
  if (done?.messageId) deps.jobs.start('deliver-message', { messageId: done.messageId })
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
      await checkDuplicate(tx, deposit)
      return false
    }
    await postCompanyEntry(tx, entry, { causeId: null, postedOn: dateIn('AU', now), now })
    await noteDeposit(tx, {
      id: randomUUID(),
      subjectId: companyAccountId,
      staffId: null,
      action: 'DepositInSuspense',
      details: detailsOf(deposit),
      now,
    })
    return true
  })
}

/** Another process has imported the deposit meanwhile. If its data differ, the retry notices that and refuses. */
async function checkDuplicate(tx: Transaction, deposit: DepositLine): Promise<void> {
  const [reported] = await listReported(tx, [deposit])
  if (reported && !isSameDeposit(reported, deposit)) throw new Error('A deposit came in two ways at once')
}

/**
 * Assigns a deposit in suspense to the family that staff have chosen for it. Returns whether it did: a deposit that was
 * assigned before is not assigned again.
 */
export async function matchDeposit(
  deps: DepositDeps,
  { accountId, ...name }: DepositKey & { accountId: string },
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
    await postCompanyEntry(tx, release, { causeId: deposit.entryId, postedOn: dateIn('AU', now), now })
    await assignDeposit(tx, name, { accountId, paymentId })
    await noteDeposit(tx, {
      id: randomUUID(),
      subjectId: accountId,
      staffId,
      action: 'DepositMatched',
      details: { paymentId, ...detailsOf(name), ...(reason && { reason }) },
      now,
    })
    return payIn(tx, deposit, payee, { paymentId, entry: repayment(deposit.amount), now })
  })
  if (done?.messageId) deps.jobs.start('deliver-message', { messageId: done.messageId })
  return done !== undefined
}

/** Records the family's payment and everything that follows from it, in the caller's transaction. */
async function payIn(
  tx: Transaction,
  { amount, receivedOn }: { amount: Cents; receivedOn: CalendarDate },
  payee: Payee,
  { paymentId, entry, now }: { paymentId: string; entry: EntryRow; now: Date },
): Promise<{ messageId: string | undefined }> {
  await lockAccount(tx, payee.accountId)
  const requestId = await requestPaidBy(tx, payee, amount, now)
  await insertDepositPayment(tx, payee, { id: paymentId, requestId, amount, now })
  const payment = await findPayment(tx, { accountId: payee.accountId, id: paymentId })
  if (!payment) throw new Error('A payment has vanished')
  const messageId = await settleArrived(tx, payment, {
    methodName: 'BPAY',
    paidOn: receivedOn,
    postedOn: dateIn('AU', now),
    entries: [entry],
    now,
  })
  return { messageId }
}

/** Returns the request that a deposit pays if there is exactly one candidate. */
async function requestPaidBy(
  tx: Transaction,
  payee: Payee,
  amount: Cents,
  now: Date,
): Promise<string | null> {
  const [request, ...more] = await listRequestsOf(tx, payee, amount, now)
  return request && more.length === 0 ? request.id : null
}

function repayment(amount: Cents): EntryRow {
  const [entry] = paymentEntries({ amount, surcharge: cents(0) }, 'Bank', 'BPAY repayment')
  if (!entry) throw new Error('A deposit without an entry')
  return entryRow(entry)
}

function detailsOf({ billerCode, bankReference }: DepositKey): Record<string, string> {
  return { billerCode, bankReference }
}
