import type { BankAccount, UnconfirmedBankAccount } from '#contract/withdrawals.ts'
import { formatMoment } from '#domain/calendar/calendar.ts'
import { codeTries } from '#domain/login.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { confirmWithinMs, isHolder, payableFrom } from '#domain/withdrawals.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import { refuseWhileBlocked } from '../../people/contact-change/contact-block.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import type { BankNumbers } from '../../platform/encryption/bank-numbers.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { countTry, forgetTries } from '../../platform/rate-limit/rate-limit.ts'
import { isRightCode } from '../../people/session/one-time-code.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { insertNew } from './bank-accounts.ts'
import {
  countWrongTry,
  deleteExpired,
  deleteUnconfirmed,
  findName,
  lockUnconfirmed,
  setCode,
  setConfirmed,
  type ShownBankAccount,
  type UnconfirmedRow,
} from './bank-accounts.store.ts'
import { issueCode } from './issue-code.ts'
import type { Actor } from './withdrawals.ts'
import { lockAccount } from './withdrawals.store.ts'

/**
 * Adds a bank account of a parent for withdrawals. It has to be in the parent's own name, and cannot be chosen before
 * the code that is sent has been entered. An earlier one that was never confirmed is replaced.
 */
export async function addOwnBankAccount(
  deps: Deps,
  actor: Actor,
  sent: BankNumbers & { holder: string },
): Promise<UnconfirmedBankAccount> {
  const { accountId, customerId } = actor
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    const person = await findName(tx, customerId)
    if (!account || !person) throw new Refusal('not_found')
    await countTry(tx, [['withdrawals', accountId]], now, deps.config.rateLimits)
    await deleteUnconfirmed(tx, { accountId, customerId })
    if (!isHolder(sent.holder, person)) {
      const { phone } = (await companySettings({ ...deps, db: tx })).support[account.region]
      throw new Refusal('holder_differs', {
        values: { name: `${person.firstName} ${person.lastName}`, phone },
      })
    }
    const confirmBy = new Date(now.getTime() + confirmWithinMs)
    const shown = await insertNew(tx, deps, accountId, sent, { addedBy: customerId, confirmBy })
    await record(tx, actor, 'BankAccountAsked', shown, now)
    return sendCode(tx, deps, actor, await lockOwn(tx, actor, shown.id, now))
  })
}

/** Sends another code, to the caller's mobile. */
export async function sendBankAccountCode(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<UnconfirmedBankAccount> {
  return deps.db.transaction(async (tx) => {
    const row = await lockOwn(tx, actor, id, deps.clock())
    await refuseWhileBlocked(tx, deps, actor.accountId)
    return sendCode(tx, deps, actor, row)
  })
}

/**
 * Confirms the bank account after the right code: the family may choose it, and everybody who shares the account is
 * notified.
 */
export async function confirmBankAccount(
  deps: Deps,
  actor: Actor,
  { id, code }: { id: string; code: string },
): Promise<BankAccount> {
  const { accountId, customerId } = actor
  const now = deps.clock()
  // Counted before the code is looked at, and forgotten on success: what remains are the wrong ones.
  const tries = [['wrong-withdrawal-code-day', customerId]] as const
  await countTry(deps.db, tries, now, deps.config.rateLimits)
  const outcome = await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const row = await lockOwn(tx, actor, id, now)
    await refuseWhileBlocked(tx, deps, accountId)
    const { codeId, codeHash, codeExpiresAt } = row
    if (!codeId || !codeHash || !codeExpiresAt || codeExpiresAt <= now) return 'code_expired'
    if (!isRightCode(deps.config, { id: codeId, hash: codeHash }, code)) {
      // Committed, so that no refusal takes the try back.
      await countWrongTry(tx, { accountId, id, isLast: row.wrongTries + 1 >= codeTries })
      await record(tx, actor, 'BankAccountCodeWrong', row, now)
      return 'invalid_code'
    }
    const from = payableFrom(now)
    await setConfirmed(tx, { accountId, id, now, payableFrom: from })
    await record(tx, actor, 'BankAccountAdded', row, now)
    await writeToMembers(tx, deps, accountId, ({ firstName, region, shortId }) => ({
      kind: 'BankAccountChanged',
      facts: {
        firstName,
        region,
        shortId,
        last4: row.accountNumber.slice(-4),
        status: 'Added',
        payableFrom: formatMoment(from, region),
      },
    }))
    return toWire(row, from)
  })
  if (typeof outcome === 'string') throw new Refusal(outcome)
  await forgetTries(deps.db, tries)
  return outcome
}

/** Removes bank accounts whose code was not entered in time, so that their numbers are not stored without need. */
export async function forgetUnconfirmedAccounts({ db, clock }: BasicDeps): Promise<number> {
  return deleteExpired(db, clock())
}

async function lockOwn(
  tx: Transaction,
  { accountId, customerId }: Actor,
  id: string,
  now: Date,
): Promise<UnconfirmedRow> {
  return orNotFound(await lockUnconfirmed(tx, { accountId, id, customerId, now }))
}

async function sendCode(
  tx: Transaction,
  deps: Deps,
  actor: Actor,
  row: UnconfirmedRow,
): Promise<UnconfirmedBankAccount> {
  const { accountId, id, region, displayName } = row
  const { customerId } = actor
  const { confirmBy } = row
  const issued = await issueCode(tx, deps, { id, customerId, confirmBy })
  const { codeId, code, hash, mobile, mobileLast3Digits, now, expiresAt } = issued
  await setCode(tx, { accountId, id, codeId, hash, expiresAt, mobileLast3Digits })
  await putInOutbox(tx, deps, {
    kind: 'BankAccountCode',
    facts: { code, region, bankAccount: displayName },
    recipient: mobile,
    customerId,
    accountId,
    sendBefore: expiresAt,
  })
  await record(tx, actor, 'BankAccountCodeSent', row, now)
  return { ...toWire(row, null), mobileLast3Digits }
}

async function record(
  tx: Transaction,
  actor: Actor,
  action: 'BankAccountAsked' | 'BankAccountCodeSent' | 'BankAccountCodeWrong' | 'BankAccountAdded',
  { id, displayName, holder }: ShownBankAccount,
  at: Date,
): Promise<void> {
  const details = { bankAccountId: id, bankAccount: displayName, holder }
  await recordAudit(tx, { subjectId: actor.accountId, by: actor, action, at, details })
}

function toWire(
  { id, holder, bsb, accountNumber, displayName }: ShownBankAccount,
  from: Date | null,
): BankAccount {
  return { id, holder, bsb, accountNumber, displayName, payableFrom: from?.toISOString() ?? null }
}
