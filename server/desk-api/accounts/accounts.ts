import { randomInt, randomUUID } from 'node:crypto'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { ProductType } from '#domain/accounts.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { referenceForAccount } from '#domain/payment-methods/bpay.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { collectedParts, collectionDays, nextPayment } from '#domain/plan/next-payment.ts'
import { shownDay } from '#domain/plan/plan-payments.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { type AccountPayments, listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import { completeSetup } from '../../people/accounts/setup-steps.ts'
import { uniqueConstraint, type Db, type Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, ChangeDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import {
  countAccountMembers,
  countCustomers,
  deleteAccountMember,
  editableFields,
  findSchool,
  insertAccount,
  insertAccountMember,
  listAccounts,
  lockAccount,
  readOpenMatters,
  updateAccount,
  type AccountFilter,
  type EditableAccount,
  type OpenMatters,
} from './accounts.store.ts'
import { findAccountInFull, type AccountRow } from './accounts.reads.ts'
import {
  changedFields,
  recordAction,
  recordView,
  type Viewer,
  type StaffActor,
} from '../../people/audit/staff-audit.ts'

export async function searchAccounts({ db, clock }: ChangeDeps, viewer: Viewer, filter: AccountFilter) {
  const rows = await listAccounts(db, filter)
  const action = filter.shortId === null ? 'AccountsListed' : 'AccountFound'
  await recordView({ db, clock }, viewer, { subjectIds: rows.map(({ id }) => id), action })
  return rows
}

export async function showAccount(
  deps: ChangeDeps,
  viewer: Viewer,
  accountId: string,
): Promise<StaffAccount> {
  const account = await readAccount(deps, accountId)
  await recordView(deps, viewer, { subjectIds: [accountId], action: 'AccountShown' })
  return account
}

export async function readAccount({ db, clock }: BasicDeps, accountId: string): Promise<StaffAccount> {
  const row = await findAccountInFull(db, accountId)
  const [facts] = await listPaymentFacts(db, [accountId])
  if (!row || !facts) throw new Refusal('not_found')
  return accountReply(row, facts, dateIn(facts.region, clock()))
}

function accountReply(row: AccountRow, facts: AccountPayments, today: CalendarDate): StaffAccount {
  const dayOf = collectionDays({ ...facts, today })
  const next = nextPayment(facts, today)
  return {
    ...onTheWire(row, 'balance'),
    enrolments: row.enrolments.map(({ basisPoints, ...enrolment }) => ({
      ...enrolment,
      percent: basisPoints / 100,
    })),
    plans: row.plans.map((plan) => onTheWire(plan, 'total', 'periodicAmount')),
    // All instalments here belong to plans that are collected.
    instalments: row.instalments.map((instalment) => ({
      planId: instalment.planId,
      seq: instalment.seq,
      dueOn: instalment.dueOn,
      collectOn: shownDay({ status: 'Current' }, instalment, dayOf),
      amount: toDecimal(instalment.amount),
      status: instalment.status,
    })),
    nextPayment: next
      ? {
          date: next.on,
          amount: toDecimal(next.amount),
          surcharge: toDecimal(next.surcharge),
          total: toDecimal(next.total),
          methodName: next.source?.displayName ?? null,
          parts: collectedParts(next).map((part) => onTheWire(part, 'amount')),
        }
      : null,
    requests: row.requests.map((request) => onTheWire(request, 'amountDue', 'amountPaid')),
    payments: row.payments.map((payment) => onTheWire(payment, 'amount', 'surcharge', 'refunded')),
  }
}

export type NewAccount = {
  institutionId: string
  productType: ProductType
  customerIds: string[]
  accountId?: string | undefined
}

export async function createAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  account: NewAccount,
): Promise<StaffAccount> {
  try {
    const id = await deps.db.transaction((tx) => addAccount(tx, actor, account, deps.clock()))
    return await readAccount(deps, id)
  } catch (error) {
    if (account.accountId === undefined || uniqueConstraint(error) !== 'account_pkey') throw error
    return readExisting(deps, account.accountId, account)
  }
}

/** A call repeated because its reply was lost returns the account that the first one opened. */
async function readExisting(deps: ChangeDeps, accountId: string, account: NewAccount): Promise<StaffAccount> {
  const opened = await readAccount(deps, accountId)
  const isSame = opened.institutionId === account.institutionId && opened.productType === account.productType
  const members = new Set(opened.members.map(({ id }) => id))
  if (!isSame || !account.customerIds.every((id) => members.has(id))) throw new Refusal('request_id_reused')
  return opened
}

/** Runs in the caller's transaction, so that many can be opened at once or not at all. Returns the new id. */
export async function addAccount(
  tx: Db,
  actor: StaffActor,
  { institutionId, productType, customerIds, accountId: id = randomUUID() }: NewAccount,
  now: Date,
): Promise<string> {
  const school = await findSchool(tx, institutionId)
  if (!school) throw new Refusal('not_found', { fields: { institutionId: 'School not found.' } })
  const people = new Set(customerIds)
  // A family and its school live in one country: currency, holidays and ways to pay all follow from it.
  if ((await countCustomers(tx, [...people], school.region)) !== people.size)
    throw new Refusal('not_possible', {
      fields: { customerIds: `Each must be an active customer in ${school.region}.` },
    })
  const shortId = await insertWithNewShortId(tx, {
    id,
    region: school.region,
    currency: regionFacts[school.region].currency,
    productType,
    institutionId,
    hasBpay: school.billerCode !== null,
    createdAt: now,
  })
  for (const customerId of people) await insertAccountMember(tx, id, customerId)
  const details = { shortId, productType, institutionId, customerIds: [...people].join(' ') }
  await recordAction(tx, actor, { subjectId: id, action: 'AccountOpened', at: now, details })
  return id
}

type Numbered = Omit<Parameters<typeof insertAccount>[1], 'shortId' | 'bpayReference'> & { hasBpay: boolean }

/** The id is short enough to be read out on the phone, and random so that it does not reveal the number of accounts. */
async function insertWithNewShortId(tx: Db, { hasBpay, ...account }: Numbered): Promise<string> {
  for (let time = 0; time < 20; time += 1) {
    const shortId = `LW${randomInt(10_000_000, 100_000_000)}`
    const bpayReference = hasBpay ? referenceForAccount(shortId) : null
    if (await insertAccount(tx, { ...account, shortId, bpayReference })) return shortId
  }
  throw new Error('No short id is free')
}

export type AccountChange = Partial<Omit<EditableAccount, 'status'>>

export async function changeAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
  change: AccountChange,
): Promise<StaffAccount> {
  return editAccount(deps, actor, accountId, 'AccountChanged', change)
}

/**
 * Closes an account. The family's credit has to be paid out first. Debts and payments still to be collected do not
 * prevent the closure, but have to be acknowledged.
 */
export async function closeAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
  { isAcknowledged = false }: { isAcknowledged?: boolean | undefined },
): Promise<StaffAccount> {
  return editAccount(
    deps,
    actor,
    accountId,
    'AccountDeactivated',
    { status: 'Inactive' },
    async (tx, account) => {
      const open = await readOpenMatters(tx, accountId)
      const fields = openMatters(open, account.region, isAcknowledged)
      if (Object.keys(fields).length > 0) throw new Refusal('account_not_settled', { fields })
      const { count, amount } = open.toCollect
      const payments = count > 0 ? { count, amount } : null
      await writeToMembers(tx, deps, accountId, (member) => ({
        kind: 'AccountClosed',
        facts: { ...member, payments },
      }))
    },
  )
}

/** The reasons against closing an account, as texts. */
export function openMatters(
  { balance, underWay, withdrawals, toCollect }: OpenMatters,
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
  }
}

export async function reopenAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
): Promise<StaffAccount> {
  return editAccount(deps, actor, accountId, 'AccountReactivated', { status: 'Active' })
}

async function editAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
  action: AuditAction,
  change: Partial<EditableAccount>,
  /** Runs first, in the same transaction and under the lock of the account. */
  prepare?: (tx: Transaction, account: EditableAccount & { region: Region }) => Promise<void>,
): Promise<StaffAccount> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockAccount(tx, accountId))
    await prepare?.(tx, before)
    const changed = Object.fromEntries(
      editableFields.filter((field) => change[field] !== undefined).map((field) => [field, change[field]]),
    ) as Partial<EditableAccount>
    const after = { ...before, ...changed }
    const isFinished = before.isSetupIncomplete && !after.isSetupIncomplete
    await updateAccount(tx, accountId, {
      ...after,
      setupCompletedAt: isFinished ? now : before.setupCompletedAt,
    })
    // The account starts and all members are notified, as when the family takes the last step itself.
    if (after.setupStatus === 'StepsCompleted' && before.setupStatus !== 'StepsCompleted')
      await completeSetup(tx, deps, accountId)
    const details = changedFields<EditableAccount>(before, after, editableFields)
    await recordAction(tx, actor, { subjectId: accountId, action, at: now, details })
  })
  return readAccount(deps, accountId)
}

export async function addMember(
  deps: ChangeDeps,
  actor: StaffActor,
  { accountId, customerId }: { accountId: string; customerId: string },
): Promise<StaffAccount> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const account = orNotFound(await lockAccount(tx, accountId))
    if ((await countCustomers(tx, [customerId], account.region)) === 0) throw new Refusal('not_possible')
    if (!(await insertAccountMember(tx, accountId, customerId))) throw new Refusal('not_possible')
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'MemberAdded',
      at: now,
      details: { customerId },
    })
  })
  return readAccount(deps, accountId)
}

export async function removeMember(
  deps: ChangeDeps,
  actor: StaffActor,
  { accountId, customerId }: { accountId: string; customerId: string },
): Promise<StaffAccount> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    // The lock keeps two members from being removed at the same moment.
    if (!(await lockAccount(tx, accountId))) throw new Refusal('not_found')
    if ((await countAccountMembers(tx, accountId)) === 1) throw new Refusal('not_possible')
    if (!(await deleteAccountMember(tx, accountId, customerId))) throw new Refusal('not_found')
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'MemberRemoved',
      at: now,
      details: { customerId },
    })
  })
  return readAccount(deps, accountId)
}
