import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { Reopening } from '#domain/accounts.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, sumOf, toDecimal } from '#domain/money.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { isCollected } from '#domain/plan/plan-payments.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { waive } from '../../books/charges/charges.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { ChangeDeps } from '../../platform/deps.ts'
import { lockPlans } from '../../plans/payment-schedule/put-plan.ts'
import { readAccount } from './accounts.ts'
import {
  bringBack,
  cancelRequests,
  endWhatWaits,
  findStanding,
  listCancelled,
  readOpenMatters,
  setStanding,
  type OpenMatters,
} from './closing.store.ts'

/**
 * Closes an account: what is left of its plans and of its schools' requests is cancelled, and nothing waits any more.
 * The family's credit has to be paid out first. Debts and payments still to be collected do not prevent the closure,
 * but have to be acknowledged. What the family owes us stays in its balance.
 */
export async function closeAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
  { isAcknowledged = false }: { isAcknowledged?: boolean | undefined },
): Promise<StaffAccount> {
  await deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const now = deps.clock()
    const { closedAt, region, status } = orNotFound(await findStanding(tx, accountId))
    if (closedAt) throw new Refusal('not_possible')
    const open = await readOpenMatters(tx, accountId)
    const fields = openMatters(open, region, isAcknowledged)
    if (Object.keys(fields).length > 0) throw new Refusal('account_not_settled', { fields })
    const parts = await cancelRequests(tx, accountId)
    const { staffId } = actor.staff
    await waive(tx, { accountId, parts, reason: 'AccountClosed', staffId, now })
    await endWhatWaits(tx, accountId, { staffId, reason: 'The account was closed', now })
    await setStanding(tx, accountId, { status: 'Inactive', closedAt: now })
    const { toCollect, requested } = open
    const orNone = (sum: typeof toCollect) => (sum.count > 0 ? sum : null)
    await writeToMembers(tx, deps, accountId, (member) => ({
      kind: 'AccountClosed',
      facts: { ...member, payments: orNone(toCollect), requests: orNone(requested) },
    }))
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'AccountDeactivated',
      at: now,
      details: { status: `${status} → Inactive`, cancelled: String(parts.length) },
    })
  })
  return readAccount(deps, accountId)
}

/** The reasons against closing an account, as texts. */
export function openMatters(
  { balance, underWay, withdrawals, toCollect, requested }: OpenMatters,
  region: Region,
  isAcknowledged: boolean,
): Record<string, string> {
  const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), region)
  const confirm = 'Confirm to close the account all the same.'
  return {
    ...(balance > 0 && {
      balance: `The family has ${money(balance)} with us. Refund it or pay it out first.`,
    }),
    ...(underWay > 0 && {
      payments: `${underWay} of its payments are under way. Wait until they are settled.`,
    }),
    ...(withdrawals > 0 && { withdrawals: `${withdrawals} of its withdrawals are open. Decide them first.` }),
    ...(balance < 0 &&
      !isAcknowledged && { debt: `The family owes ${money(cents(0 - balance))}. ${confirm}` }),
    ...(toCollect.count > 0 &&
      !isAcknowledged && {
        plan: `${toCollect.count} payments of ${money(toCollect.amount)} in all would not be collected. ${confirm}`,
      }),
    ...(requested.count > 0 &&
      !isAcknowledged && {
        requests: `${requested.count} payment requests of ${money(requested.amount)} in all would be cancelled. ${confirm}`,
      }),
  }
}

/**
 * Opens a closed account again. It begins with nothing, with the cancelled payments whose day is still to come, or also
 * with those whose day has passed: these are overdue, and the family is asked for them. Each debit is announced anew.
 */
export async function reopenAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
  { begin }: { begin: Reopening },
): Promise<StaffAccount> {
  await deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const now = deps.clock()
    const { closedAt, status } = orNotFound(await findStanding(tx, accountId))
    if (status === 'Active') throw new Refusal('not_possible')
    const cancelled = await listCancelled(tx, accountId, now)
    const payments = cancelled.filter(({ isMissed }) => begin === 'All' || (begin === 'Coming' && !isMissed))
    await setStanding(tx, accountId, { status: 'Active', closedAt: null })
    await bringBack(tx, accountId, { payments, closedAt })
    await writeOfReopening(tx, deps, accountId, now)
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'AccountReactivated',
      at: now,
      details: { status: 'Inactive → Active', begin, payments: String(payments.length) },
    })
  })
  return readAccount(deps, accountId)
}

/** Tells the family on which days which payments are collected, and what is overdue. */
async function writeOfReopening(tx: Transaction, deps: ChangeDeps, accountId: string, now: Date) {
  const facts = orNotFound((await listPaymentFacts(tx, [accountId]))[0])
  const dayOf = collectionDays({ ...facts, today: dateIn(facts.region, now) })
  const open = facts.plans.filter(isCollected).flatMap(({ instalments }) => instalments)
  const overdue = open.filter(({ status, open: left }) => status === 'Overdue' && left > 0)
  const payments = open
    .filter(({ status, open: left }) => status === 'Scheduled' && left > 0)
    .map((instalment) => ({ on: dayOf(instalment), amount: instalment.open }))
    .toSorted((one, other) => (one.on < other.on ? -1 : 1))
  await writeToMembers(tx, deps, accountId, (member) => ({
    kind: 'AccountReopened',
    facts: {
      ...member,
      payments,
      overdue:
        overdue.length > 0
          ? { count: overdue.length, amount: sumOf(overdue.map(({ open: amount }) => ({ amount }))) }
          : null,
      portalUrl: deps.config.portalOrigin,
    },
  }))
}
