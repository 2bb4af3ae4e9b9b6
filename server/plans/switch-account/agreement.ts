import type { ProductType } from '#domain/accounts.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { checkedAgreementText } from '#domain/switch-account.ts'
import { recordConsent, textHashOf, type AgreementText } from '../../people/consents/consents.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { listTexts } from '../../people/texts/texts.reads.ts'
import { findLastConsent } from './agreement.store.ts'

/** Returns today's texts. Only Australian accounts change their product, so the day is Australia's. */
export async function readAgreement(
  { db, clock }: BasicDeps,
  productType: ProductType,
): Promise<{ agreementText: string; confirmText: string }> {
  const on = dateIn('AU', clock())
  const [check] = await listTexts(db, { kind: 'CreditIdCheckConsent', productType, on })
  const [change] = await listTexts(db, { kind: 'ProductSwitch', productType, on })
  if (!check || !change) throw new Refusal('not_found')
  return { agreementText: checkedAgreementText(check.body), confirmText: change.body }
}

type SwitchAgreement = {
  accountId: string
  customerId: string
  address: string
  productType: ProductType
  /** Whether the credit check is allowed, and the text that was on the screen. */
  agreement: boolean
  agreementText: string
}

/**
 * Stores both answers with the version and hash of the text that was read. The text may have changed while a page was
 * open, so every version that was ever shown is accepted, and the one that was read is stored.
 */
export async function storeAnswers(
  tx: Transaction,
  said: SwitchAgreement,
  { now, today }: { now: Date; today: CalendarDate },
): Promise<{ confirmText: string }> {
  const { productType, agreementText } = said
  const checks = await listTexts(tx, { kind: 'CreditIdCheckConsent', productType, on: today })
  const [change] = await listTexts(tx, { kind: 'ProductSwitch', productType, on: today })
  if (checks.length === 0 || !change) throw new Error(`There is no text by which to agree to ${productType}`)
  const read = checks.find(({ body }) => body.trim() === agreementText.trim())
  if (!read)
    throw fieldRefusal({ 'creditIdCheck.agreementText': 'These are not our words. Please reload the page.' })
  const { accountId, customerId, address } = said
  const answer = (kind: 'CreditIdCheckConsent' | 'ProductSwitch', agreed: boolean, text: AgreementText) =>
    recordConsent(tx, { accountId, customerId, kind, text, agreed, subjectId: null, at: now, address })
  await answer('CreditIdCheckConsent', said.agreement, read)
  await answer('ProductSwitch', true, change)
  return { confirmText: change.body }
}

export async function readLastAnswer(
  db: Db,
  who: { accountId: string; customerId: string },
): Promise<{ agreement: boolean; agreementText: string; type: 'CreditIdCheckConsent' } | null> {
  const last = await findLastConsent(db, who)
  if (!last) return null
  const text = last.texts.find((body) => textHashOf(body) === last.textHash)
  // Never show another text as the one that was agreed to.
  if (text === undefined)
    throw new Error(`Version ${last.version} of the credit check consent is not what was agreed to`)
  return { agreement: last.agreed, agreementText: text, type: 'CreditIdCheckConsent' }
}
