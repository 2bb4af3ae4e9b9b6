import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { formatMoment } from '#domain/calendar/calendar.ts'
import { maskedMobile, stopLinkLifeMs } from '#domain/contact-change.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { type Transaction, uniqueConstraint } from '../../platform/database/open.ts'
import type { ChangeDeps, Deps } from '../../platform/deps.ts'
import { closeLogIns } from '../login/login.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { maskedEmail } from '#domain/masking.ts'
import { endSessionsOf } from '../session/session.ts'
import { changedFields, recordAction, type StaffActor } from '../audit/staff-audit.ts'
import { closeWithdrawalCodes, insertContactChange, lockContact, setContact } from './contact-change.store.ts'
import { listFormerContacts, type Contact } from './contact-change.reads.ts'

/**
 * The only way in which a customer's e-mail or mobile changes. All old and new addresses are notified, the customer
 * is logged out everywhere, and withdrawals are blocked for a while. Does nothing if nothing differs. Runs in the
 * caller's transaction.
 */
export async function changeContact(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  customerId: string,
  changes: Partial<Contact>,
): Promise<void> {
  const customer = orNotFound(await lockContact(tx, customerId))
  const before: Contact = { email: customer.email, mobile: customer.mobile }
  const after: Contact = {
    email: changes.email ?? before.email,
    mobile: changes.mobile === undefined ? before.mobile : changes.mobile,
  }
  if (after.email === before.email && after.mobile === before.mobile) return
  const now = deps.clock()
  const former = await listFormerContacts(tx, customerId, now)
  await setContact(tx, customerId, after).catch(refuseTakenEmail)
  await logOutEverywhere(tx, customerId, now)
  const blockedUntil = new Date(now.getTime() + deps.config.contactChangeBlockHours * 60 * 60_000)
  const key = newStopKey()
  const id = randomUUID()
  await insertContactChange(tx, {
    customerId,
    id,
    oldEmail: before.email,
    newEmail: after.email,
    oldMobile: before.mobile,
    newMobile: after.mobile,
    changedAt: now,
    changedBy: actor.staff.staffId,
    reason: actor.reason,
    blockedUntil,
    stopHash: hashOfStopKey(key),
    stopBy: new Date(now.getTime() + stopLinkLifeMs),
  })
  const { firstName, region } = customer
  await notify(tx, deps, {
    customerId,
    formerContacts: [before, ...former],
    after,
    facts: {
      firstName,
      region,
      ...maskedChange(before, after),
      pausedUntil: formatMoment(blockedUntil, region),
    },
    stopUrl: stopUrlOf(deps.config, key),
  })
  await recordAction(tx, actor, {
    subjectId: customerId,
    action: 'ContactChanged',
    at: now,
    details: { ...changedFields(before, after, ['email', 'mobile']), contactChangeId: id },
  })
}

/** Nobody stays logged in with a code or link that was sent to the former or the new address. */
export async function logOutEverywhere(tx: Transaction, customerId: string, now: Date): Promise<void> {
  await endSessionsOf(tx, customerId, now)
  await closeLogIns(tx, customerId, now)
  await closeWithdrawalCodes(tx, customerId, now)
}

type Masked<Value> = { from: Value; to: Value } | null

/** Shows enough for the reader to recognise their own contact, and too little to write to or call somebody else's. */
export function maskedChange(
  before: Contact,
  after: Contact,
): { email: Masked<string>; mobile: Masked<string | null> } {
  const masked = (mobile: string | null) => mobile && maskedMobile(mobile)
  return {
    email:
      before.email === after.email ? null : { from: maskedEmail(before.email), to: maskedEmail(after.email) },
    mobile: before.mobile === after.mobile ? null : { from: masked(before.mobile), to: masked(after.mobile) },
  }
}

/**
 * Former addresses receive the link that stops the change. New addresses are only notified, because they may belong
 * to a thief.
 */
async function notify(
  tx: Transaction,
  deps: ChangeDeps,
  {
    customerId,
    formerContacts,
    after,
    facts,
    stopUrl,
  }: {
    customerId: string
    formerContacts: readonly Contact[]
    after: Contact
    facts: Omit<MessageFacts['ContactChanged'], 'stopUrl'>
    stopUrl: string
  },
): Promise<void> {
  const oldEmails = new Set(formerContacts.map(({ email }) => email))
  const oldMobiles = new Set(formerContacts.flatMap(({ mobile }) => mobile ?? []))
  for (const recipient of new Set([...oldEmails, after.email])) {
    const letter = { ...facts, stopUrl: oldEmails.has(recipient) ? stopUrl : null }
    await putInOutbox(tx, deps, { kind: 'ContactChanged', facts: letter, recipient, customerId })
  }
  const { region, email, mobile } = facts
  for (const recipient of new Set([...oldMobiles, ...(after.mobile ? [after.mobile] : [])])) {
    const text = {
      region,
      email: email && { to: email.to },
      mobile: mobile && { to: mobile.to },
      stopUrl: oldMobiles.has(recipient) ? stopUrl : null,
    }
    await putInOutbox(tx, deps, { kind: 'ContactChangedText', facts: text, recipient, customerId })
  }
}

const stopKeyBytes = 16

/** Short enough for a text message, and far too long to guess. */
function newStopKey(): string {
  return randomBytes(stopKeyBytes).toString('base64url')
}

/** 128 random bits need no salt. */
export function hashOfStopKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function stopUrlOf({ portalOrigin }: Pick<Deps['config'], 'portalOrigin'>, key: string): string {
  return `${portalOrigin}/stop-change?key=${key}`
}

function refuseTakenEmail(error: unknown): never {
  if (uniqueConstraint(error) === 'customer_email_key')
    throw new Refusal('already_exists', { fields: { email: 'Another customer has this e-mail.' } })
  throw error
}
