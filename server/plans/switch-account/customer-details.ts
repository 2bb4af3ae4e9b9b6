import { randomUUID } from 'node:crypto'
import type { Address, CustomerDetails, CustomerDetailsSent } from '#contract/switch-account.ts'
import { fullAddressOf, type EnteredAddress } from '#domain/address-entry.ts'
import { calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import {
  birthDateProblem,
  productChangeTransitions,
  type AddressStatus,
  type ProductChangeStatus,
} from '#domain/switch-account.ts'
import { checkTransition } from '#domain/transitions.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import type { PersonCheck } from '../../platform/providers/credit-body.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { storeAnswers, readLastAnswer } from './agreement.ts'
import { checkWithCreditBody, openCreditCheck } from './credit-check.ts'
import {
  findDetails,
  storeBirthDate,
  replaceAddresses,
  type StoredAddress,
} from './customer-details.store.ts'
import { lockProductChange, recordDetailsEntered, setProductChangeStatus } from './product-change.store.ts'

export type Giver = { accountId: string; caller: Caller; address: string; requestId: string }

export async function readDetails(
  { db, clock }: BasicDeps,
  { accountId, caller }: Pick<Giver, 'accountId' | 'caller'>,
): Promise<CustomerDetails> {
  const who = { accountId, customerId: caller.customerId }
  const details = orNotFound(await findDetails(db, who))
  const addressOf = (wanted: AddressStatus) => {
    const address = details.addresses.find(({ status }) => status === wanted)
    return address ? onTheWire(address) : null
  }
  const previousAddress = addressOf('Previous')
  return {
    birthDate: details.birthDate,
    currentAddress: addressOf('Current'),
    previousAddress,
    addressLessThanThreeYears: previousAddress !== null,
    creditIdCheck: await readLastAnswer(db, who),
    productChangeStatus: details.productChangeStatus,
    today: dateIn(details.region, clock()),
  }
}

function onTheWire({ status, state, postcode, ...parts }: StoredAddress): Address {
  const { unitNo, streetNo, street, suburb, fullAddress } = parts
  const orNull = (part: string) => (part === '' ? null : part)
  return {
    unitNo: orNull(unitNo),
    streetNo: orNull(streetNo),
    street: orNull(street),
    suburb: orNull(suburb),
    state,
    postcode,
    fullAddress: orNull(fullAddress),
    status,
  }
}

/**
 * Confirms a family's change to instalments. The details are stored before the credit check, and only the first request
 * is accepted, so there is one credit check however often the button is pressed.
 */
export async function submitDetails(
  deps: Deps,
  giver: Giver,
  sent: CustomerDetailsSent,
): Promise<{ productChangeStatus: ProductChangeStatus }> {
  const question = await deps.db.transaction((tx) => storeDetails(tx, deps, giver, sent))
  return {
    productChangeStatus: question ? await checkWithCreditBody(deps, giver, question) : 'VerifyYourIdentity',
  }
}

/** Returns the data for the credit check, if the customer consents to it. */
async function storeDetails(
  tx: Transaction,
  deps: Deps,
  { accountId, caller, address, requestId }: Giver,
  sent: CustomerDetailsSent,
): Promise<({ checkId: string } & PersonCheck) | undefined> {
  const { customerId } = caller
  const change = await lockProductChange(tx, accountId)
  if (change?.status !== 'VerifyYourDetails') throw new Refusal('not_possible')
  const now = deps.clock()
  const details = orNotFound(await findDetails(tx, { accountId, customerId }))
  const today = dateIn(details.region, now)
  const problem = birthDateProblem(sent.birthDate, today)
  if (problem) throw fieldRefusal({ birthDate: problem })

  const birthDate = calendarDate(sent.birthDate)
  const currentAddress = entered(sent.currentAddress)
  const previousAddress = sent.previousAddress && entered(sent.previousAddress)
  const name = orNotFound(await storeBirthDate(tx, customerId, birthDate))
  await replaceAddresses(tx, customerId, [
    { ...currentAddress, id: randomUUID(), status: 'Current' },
    ...(previousAddress ? [{ ...previousAddress, id: randomUUID(), status: 'Previous' as const }] : []),
  ])
  const { agreement, agreementText } = sent.creditIdCheck
  const { confirmText } = await storeAnswers(
    tx,
    { accountId, customerId, address, productType: change.toProductType, agreement, agreementText },
    { now, today },
  )
  // The next step, unless the credit body knows them.
  checkTransition('A product change', productChangeTransitions, change.status, 'VerifyYourIdentity')
  await setProductChangeStatus(tx, accountId, 'VerifyYourIdentity')
  await recordDetailsEntered(tx, accountId, now)
  await recordAudit(tx, {
    subjectId: accountId,
    by: { ...caller, requestId },
    action: 'SwitchConfirmed',
    at: now,
    details: { creditCheck: agreement ? 'agreed' : 'declined' },
  })
  await writeToMembers(tx, deps, accountId, (member) => ({
    kind: 'SwitchConfirmed',
    facts: { ...member, on: today, text: confirmText },
  }))
  if (!agreement) return undefined
  const checkId = await openCreditCheck(tx, { accountId, customerId, now })
  return { checkId, ...name, birthDate, currentAddress, previousAddress }
}

function entered(sent: CustomerDetailsSent['currentAddress' | 'previousAddress'] & object): EnteredAddress {
  const parts = {
    unitNo: sent.unitNo ?? '',
    streetNo: sent.streetNo ?? '',
    street: sent.street ?? '',
    suburb: sent.suburb ?? '',
    state: sent.state,
    postcode: sent.postcode,
  }
  return { ...parts, fullAddress: sent.fullAddress || fullAddressOf(parts) }
}
