import { randomUUID } from 'node:crypto'
import type { FoundCustomer, StaffAddress, StaffCustomer } from '#contract/staff-customers.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { type Db, uniqueConstraint } from '../../platform/database/open.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { closeLogIns } from '../../people/login/login.ts'
import { endSessionsOf } from '../../people/session/session.ts'
import {
  findCustomer,
  findCustomers,
  insertPerson,
  lockPerson,
  saveAddress,
  updatePerson,
} from './customers.store.ts'
import {
  changedFields,
  recordAction,
  recordView,
  type Viewer,
  type StaffActor,
} from '../../people/audit/staff-audit.ts'

export async function searchCustomers(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  { find, limit }: { find: string; limit: number },
): Promise<FoundCustomer[]> {
  const rows = await findCustomers(db, { text: find, mobile: mobileIn(find), limit })
  await recordView({ db, clock }, viewer, {
    subjectIds: rows.map(({ id }) => id),
    action: 'CustomerFound',
    details: { text: find },
  })
  return rows
}

/** A number may be typed with spaces, and in both countries with a leading zero. */
function mobileIn(text: string): string | null {
  const digits = text.replaceAll(/[\s()-]/g, '')
  if (/^\+\d{7,15}$/.test(digits)) return digits
  if (/^04\d{8}$/.test(digits)) return `+61${digits.slice(1)}`
  return /^07\d{9}$/.test(digits) ? `+44${digits.slice(1)}` : null
}

export async function showCustomer(
  deps: BasicDeps,
  viewer: Viewer,
  customerId: string,
): Promise<StaffCustomer> {
  const customer = await readCustomer(deps, customerId)
  await recordView(deps, viewer, { subjectIds: [customerId], action: 'CustomerShown' })
  return customer
}

/** Also the reply to a change, which needs no record of a view: the change itself is recorded. */
export async function readCustomer(
  { db, clock }: { db: Db; clock: Clock },
  customerId: string,
): Promise<StaffCustomer> {
  return onTheWire(orNotFound(await findCustomer(db, customerId, clock())))
}

export type NewCustomer = {
  email: string
  firstName: string
  lastName: string
  mobile?: string
  region: Region
  birthDate?: string
  address?: StaffAddress
}

export async function createCustomer(
  deps: BasicDeps,
  actor: StaffActor,
  customer: NewCustomer,
): Promise<StaffCustomer> {
  const id = await deps.db.transaction((tx) => addCustomer(tx, actor, customer, deps.clock()))
  return readCustomer(deps, id)
}

/** Runs in the caller's transaction, so that many can be added at once or not at all. Returns the new id. */
export async function addCustomer(
  tx: Db,
  actor: StaffActor,
  { address, ...person }: NewCustomer,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const { mobile = null, birthDate = null, region, email } = person
  await insertPerson(tx, { ...person, mobile, birthDate, id, status: 'Active', createdAt: now }).catch(
    refuseKnownEmail,
  )
  if (address) await saveAddress(tx, id, { ...address, id: randomUUID(), fullAddress: onOneLine(address) })
  await recordAction(tx, actor, {
    subjectId: id,
    action: 'CustomerCreated',
    at: now,
    details: { email, region },
  })
  return id
}

/** E-mail and mobile are missing on purpose: only `changeContact` changes them. */
export type CustomerChange = {
  firstName?: string
  lastName?: string
  birthDate?: string | null
  address?: StaffAddress
}

export async function changeCustomer(
  deps: BasicDeps,
  actor: StaffActor,
  customerId: string,
  change: CustomerChange,
): Promise<StaffCustomer> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockPerson(tx, customerId))
    const after = {
      ...before,
      firstName: change.firstName ?? before.firstName,
      lastName: change.lastName ?? before.lastName,
      birthDate: change.birthDate === undefined ? before.birthDate : change.birthDate,
    }
    await updatePerson(tx, customerId, after)
    const { address } = change
    if (address) {
      await saveAddress(tx, customerId, { ...address, id: randomUUID(), fullAddress: onOneLine(address) })
    }
    const details = {
      ...changedFields(before, after, ['firstName', 'lastName', 'birthDate']),
      ...(address && { address: onOneLine(address) }),
    }
    await recordAction(tx, actor, { subjectId: customerId, action: 'CustomerChanged', at: now, details })
  })
  return readCustomer(deps, customerId)
}

export async function setCustomerStatus(
  deps: BasicDeps,
  actor: StaffActor,
  customerId: string,
  status: 'Active' | 'Disabled',
): Promise<StaffCustomer> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockPerson(tx, customerId))
    await updatePerson(tx, customerId, { ...before, status })
    if (status === 'Disabled') {
      await endSessionsOf(tx, customerId, now)
      await closeLogIns(tx, customerId, now)
    }
    const action = status === 'Disabled' ? 'CustomerDisabled' : 'CustomerEnabled'
    await recordAction(tx, actor, { subjectId: customerId, action, at: now })
  })
  return readCustomer(deps, customerId)
}

function refuseKnownEmail(error: unknown): never {
  if (uniqueConstraint(error) === 'customer_email_key')
    throw new Refusal('already_exists', { fields: { email: 'Another customer has this e-mail.' } })
  throw error
}

/** "4/12 Wattle Street, Carlton VIC 3053". */
function onOneLine({ unitNo, streetNo, street, suburb, state, postcode }: StaffAddress): string {
  const number = [unitNo, streetNo].filter((part) => part !== '').join('/')
  const first = [number, street].filter((part) => part !== '').join(' ')
  const second = [suburb, state, postcode].filter((part) => part !== '').join(' ')
  return first === '' ? second : `${first}, ${second}`
}
