import { randomInt, randomUUID } from 'node:crypto'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { ProductType } from '#domain/accounts.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { referenceForAccount } from '#domain/payment-methods/bpay.ts'
import { toDecimal } from '#domain/money.ts'
import { collectedParts, collectionDays, nextPayment } from '#domain/plan/next-payment.ts'
import { shownDay } from '#domain/plan/plan-payments.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import { refuseClosedAccount } from '../../people/accounts/accounts.ts'
import { type AccountPayments, listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import { completeSetup } from '../../people/accounts/setup-steps.ts'
import { uniqueConstraint, type Db } from '../../platform/database/open.ts'
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
  updateAccount,
  type AccountFilter,
  type EditableAccount,
} from './accounts.store.ts'
import { findAccountInFull, type AccountRow } from './accounts.reads.ts'
import { listCancelled, type CancelledPayment } from './closing.store.ts'
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
  const now = clock()
  return accountReply(row, facts, {
    today: dateIn(facts.region, now),
    cancelled: await listCancelled(db, accountId, now),
  })
}

function accountReply(
  row: AccountRow,
  facts: AccountPayments,
  { today, cancelled }: { today: CalendarDate; cancelled: readonly CancelledPayment[] },
): StaffAccount {
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
    cancelledPayments: cancelled.map(({ on, amount, isMissed }) => ({
      on,
      amount: toDecimal(amount),
      isMissed,
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
    requests: row.requests.map((request) => onTheWire(request, 'amountDue', 'amountPaid', 'amountLeft')),
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

export type AccountChange = Partial<EditableAccount>

export async function changeAccount(
  deps: ChangeDeps,
  actor: StaffActor,
  accountId: string,
  change: AccountChange,
): Promise<StaffAccount> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockAccount(tx, accountId))
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
    if (after.setupStatus === 'StepsCompleted' && before.setupStatus !== 'StepsCompleted') {
      await refuseClosedAccount(tx, accountId)
      await completeSetup(tx, deps, accountId)
    }
    const details = changedFields<EditableAccount>(before, after, editableFields)
    await recordAction(tx, actor, { subjectId: accountId, action: 'AccountChanged', at: now, details })
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
