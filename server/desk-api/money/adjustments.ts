import { dateIn } from '#domain/calendar/calendar.ts'
import { adjustmentEntry } from '#domain/ledger.ts'
import { cents, formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import { readFreeCredit, lockCredit, recordOverride } from '../../books/free-credit/free-credit.ts'
import { postEntry } from '../../books/ledger/ledger.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { findAccountInFull } from '../accounts/accounts.reads.ts'

export type Adjustment = {
  accountId: string
  type: 'Credit' | 'Debit' | 'WriteOff'
  amount: Cents
  /** The text that the family reads. */
  description: string
}

const adjustmentNames = { Credit: 'Credit', Debit: 'Debit', WriteOff: 'Write-off' }

/** Corrects a balance at Larkwell's own gain or loss. Needs two people: see `server/desk-api/approvals`. */
export async function adjustBalance(
  tx: Transaction,
  deps: LetterDeps,
  actor: StaffActor,
  { accountId, type, amount, description }: Adjustment,
  approvalId: string,
): Promise<Effect> {
  const now = deps.clock()
  await lockCredit(tx, accountId)
  const account = orNotFound(await findAccountInFull(tx, accountId))
  const { region, institutionId } = account
  const { currency } = regionFacts[region]
  const { balance, free } = await readFreeCredit(tx, { accountId, now })
  if (type === 'WriteOff' && amount + balance > 0) throw new Refusal('over_debt')
  if (type === 'Debit' && amount > free) {
    await recordOverride(tx, { accountId, approvalId, amount: cents(amount - free) })
  }
  const signed = type === 'Debit' ? cents(0 - amount) : amount
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
    action: 'BalanceAdjusted',
    at: now,
    details: { type, amountMinor: String(signed), description },
  })
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId }) => ({
    kind: 'BalanceAdjusted',
    facts: {
      firstName,
      region,
      shortId,
      amount: signed,
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
