import { lockAccount } from '../../people/accounts/accounts.ts'
import { randomUUID } from 'node:crypto'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { payingSource } from '#domain/payment-methods/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import { markCardEntryUsed } from '../card-entry/card-entry.ts'
import { recordConsent } from '../../people/consents/consents.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { encryptBankNumbers } from '../../platform/encryption/bank-numbers.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import type { Actor } from './actor.ts'
import type { NewSource } from './new-source.ts'
import { isUsable } from './paying-source.ts'
import type { MethodFacts, StoredSource } from './payment-methods.store.ts'
import { methodFacts } from './repayment-details.ts'
import { whyNotAdd } from './source-rules.ts'
import { notifyMembersOfMethod } from './notify-members.ts'
import { findPayer, insertSource, renewSource, setActive } from './sources.store.ts'

/**
 * Saves a payment method once, even if it is sent twice, and returns its id. If the card or bank account is saved
 * already, returns the id of the saved one, and renews it if it could no longer pay.
 */
export async function saveSource(
  tx: Transaction,
  deps: Deps,
  accountId: string,
  input: NewSource & { isForOnePayment?: boolean; isToldLater?: boolean },
  actor: Actor | undefined,
): Promise<string> {
  const now = deps.clock()
  await lockAccount(tx, accountId)
  const facts = await methodFacts(tx, accountId)
  const today = dateIn(facts.account.region, now)
  const saved = facts.sources.find(
    ({ providerMethodId }) => providerMethodId !== null && providerMethodId === input.providerMethodId,
  )
  if (saved) return saved.id
  refuseIf(facts, input)
  const { cardEntryId } = input
  if (cardEntryId !== null && !(await markCardEntryUsed(tx, { accountId, cardEntryId, now })))
    throw new Refusal('card_form_expired')

  // A plan is collected from the first method that was added for it, not from one that was typed to pay once.
  const becomesActive = !input.isForOnePayment && !payingSource(facts.sources)
  const twin = facts.sources.find((source) => isTwin(source, input))
  if (twin && !isBetter(input, twin, today)) {
    await detachLater(tx, deps, facts, input.providerMethodId)
    if (becomesActive) {
      await setActive(tx, accountId, twin.id)
      await advanceSetup(tx, deps, accountId)
    }
    return twin.id
  }
  const id = twin?.id ?? randomUUID()
  const { bankNumbers } = input
  const bankDetails =
    bankNumbers && encryptBankNumbers(deps.config.encryptionKeys, { accountId, id }, bankNumbers)
  const row = { ...input, accountId, id, bankDetails }
  if (twin) {
    await renewSource(tx, row)
    // A debit that is under way is made with the former one.
    if (!twin.hasPaymentUnderWay) await detachLater(tx, deps, facts, twin.providerMethodId)
  } else {
    await insertSource(tx, row, now)
  }
  await recordAudit(tx, {
    subjectId: accountId,
    by: actor,
    action: twin ? 'SourceRenewed' : 'SourceAdded',
    at: now,
    details: { sourceId: id, type: input.type },
  })
  if (actor) await storeAuthorisation(tx, deps, facts, { ...input, id }, actor)
  if (becomesActive) await setActive(tx, accountId, id)
  if (!input.isToldLater)
    await notifyMembersOfMethod(tx, deps, accountId, {
      displayName: input.displayName,
      change: becomesActive ? 'AddedActive' : 'Added',
      from: null,
      // They get the copy of what they have authorised.
      exceptCustomerId: input.authorisation ? actor?.customerId : undefined,
    })
  await advanceSetup(tx, deps, accountId)
  return id
}

/** Checks the rules again: they may have changed while the provider was called. */
function refuseIf(facts: MethodFacts, input: NewSource): void {
  const why = whyNotAdd(facts, {
    kind: input.kind,
    isAuthorised: input.authorisation !== null,
  })
  if (why) throw new Refusal(why)
}

function isTwin(source: StoredSource, input: NewSource): boolean {
  if (input.kind === 'Bpay') return source.type === 'CustomerDeposit'
  return input.fingerprint !== null && source.fingerprint === input.fingerprint
}

/**
 * Whether the new source improves on the saved one: a later expiry, a bank account that may be debited again, or
 * another name.
 */
function isBetter(input: NewSource, twin: StoredSource, today: CalendarDate): boolean {
  if (!isUsable(twin, today)) return true
  if (input.holderName !== '' && input.holderName !== twin.holderName) return true
  return input.cardExpiry !== null && twin.cardExpiry !== null && input.cardExpiry > twin.cardExpiry
}

/** Detaches a method at the provider that no row here refers to, so that the provider keeps no unused methods. */
export async function detachLater(
  tx: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  { account }: MethodFacts,
  methodId: string | null,
): Promise<void> {
  if (methodId !== null) await jobs.enqueue(tx, 'detach-source', { region: account.region, methodId })
}

async function storeAuthorisation(
  tx: Transaction,
  deps: Deps,
  { account }: MethodFacts,
  source: NewSource & { id: string },
  actor: Actor,
): Promise<void> {
  const { authorisation } = source
  const payer = authorisation && (await findPayer(tx, actor.customerId))
  if (!payer) return
  const now = deps.clock()
  await recordConsent(tx, {
    accountId: account.accountId,
    customerId: actor.customerId,
    kind: 'DirectDebitAuthorisation',
    text: authorisation,
    agreed: true,
    subjectId: source.id,
    at: now,
    address: actor.address,
  })
  await putInOutbox(tx, deps, {
    kind: 'DirectDebitAuthorised',
    facts: {
      firstName: payer.firstName,
      region: account.region,
      displayName: source.displayName,
      holderName: source.holderName,
      on: dateIn(account.region, now),
      text: authorisation.body,
      version: authorisation.version,
      agreementUrl: `${deps.config.portalOrigin}/manage-payments`,
    },
    recipient: payer.email,
    customerId: payer.customerId,
    accountId: account.accountId,
  })
}
