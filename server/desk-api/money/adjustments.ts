import { dateIn } from '#domain/calendar/calendar.ts'
import { coversOf } from '#domain/charges.ts'
import { adjustmentEntry } from '#domain/ledger.ts'
import { cents, formatCurrency, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import { waive } from '../../books/charges/charges.ts'
import { listOverdueCharges } from '../../books/charges/charges.reads.ts'
import { readFreeCredit, lockCredit, recordOverride } from '../../books/free-credit/free-credit.ts'
import { postEntry } from '../../books/ledger/ledger.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { findAccountInFull } from '../accounts/accounts.reads.ts'

export type Adjustment = {
  accountId: string
  type: 'Credit' | 'Debit' | 'WriteOff' | 'Goodwill'
  amount: Cents
  /** The text that the family reads. */
  description: string
  /** Whether only fees are waived. */
  isOfFees?: true
}

const adjustmentNames = {
  Credit: 'Credit',
  Debit: 'Debit',
  WriteOff: 'Write-off',
  Goodwill: 'Goodwill waiver',
}

/**
 * Corrects a balance at Larkwell's own gain or loss, or lets a family off what it owes. Needs two people: see
 * `server/desk-api/approvals`.
 */
export async function adjustBalance(
  tx: Transaction,
  deps: LetterDeps,
  actor: StaffActor,
  { accountId, type, amount, description, isOfFees }: Adjustment,
  approvalId: string,
): Promise<Effect> {
  const now = deps.clock()
  await lockCredit(tx, accountId)
  const account = orNotFound(await findAccountInFull(tx, accountId))
  const { region, institutionId } = account
  const { currency } = regionFacts[region]
  const isWaiver = type === 'WriteOff' || type === 'Goodwill'
  if (type === 'Debit') {
    const { free } = await readFreeCredit(tx, { accountId, now })
    if (amount > free) await recordOverride(tx, { accountId, approvalId, amount: cents(amount - free) })
  }
  const signed = isWaiver
    ? await letOff(tx, {
        accountId,
        region,
        amount,
        reason: type,
        ...(isOfFees && { isOfFees }),
        staffId: actor.staff.staffId,
        approvalId,
        now,
      })
    : cents(type === 'Debit' ? 0 - amount : amount)
  if (signed !== 0)
    await postEntry(tx, adjustmentEntry(description, signed), {
      accountId,
      institutionId,
      currency,
      postedOn: dateIn(region, now),
      causeId: approvalId,
      now,
    })
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: isWaiver ? 'AmountWaived' : 'BalanceAdjusted',
    at: now,
    details: { type, amountMinor: String(isWaiver ? amount : signed), description },
  })
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId }) => ({
    kind: isWaiver ? 'AmountWaived' : 'BalanceAdjusted',
    facts: {
      firstName,
      region,
      shortId,
      amount: isWaiver ? amount : signed,
      description,
      portalUrl: `${deps.config.portalOrigin}/transactions`,
    },
  }))
  return {
    accountId,
    summary: `${adjustmentNames[type]} of ${formatCurrency(toDecimal(amount), region)}: ${description}`,
    amount,
    currency,
  }
}

type LetOff = {
  accountId: string
  region: Region
  amount: Cents
  reason: 'WriteOff' | 'Goodwill'
  isOfFees?: true
  staffId: string
  approvalId: string
  now: Date
}

/**
 * Waives what is overdue, the oldest first, and then what the balance says is owed besides; or fees alone. Returns by how much the
 * balance rises: what is owed to schools is not in it.
 */
async function letOff(
  tx: Transaction,
  { accountId, region, amount, isOfFees, ...waiver }: LetOff,
): Promise<Cents> {
  const charges = await listOverdueCharges(tx, accountId, waiver.now)
  const overdue = isOfFees ? charges.filter(({ isFee }) => isFee) : charges
  const parts = coversOf(amount, overdue)
  const inBook = await waive(tx, { accountId, parts, ...waiver })
  const rest = cents(amount - sumOf(parts))
  const owed = isOfFees ? cents(0) : cents(Math.max(0, 0 - (await readBalance(tx, accountId)) - inBook))
  if (rest > owed) {
    const all = formatCurrency(toDecimal(cents(sumOf(parts) + owed)), region)
    const fields = { amount: isOfFees ? `Its fees are ${all}.` : `It owes ${all}, with what is overdue.` }
    throw new Refusal('over_debt', { fields })
  }
  return cents(inBook + rest)
}
