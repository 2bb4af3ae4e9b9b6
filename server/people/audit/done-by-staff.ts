import { formatMoment } from '#domain/calendar/calendar.ts'
import { writeToMembersLater } from '../account-letters/account-letters.ts'
import type { Db } from '../../platform/database/open.ts'

/** What the family reads after the staff member's name about an action in the family's place. */
const actionTexts: Record<string, string> = {
  PlanSaved: 'saved a payment plan',
  PlanSentToReview: 'sent a payment plan to us for review',
  PaymentMoved: 'moved a payment to a later day',
  PaymentMethodChosen: 'chose another payment method for one payment',
  PaymentsSkipped: 'skipped payments of your plan',
  SkipAsked: 'asked to skip payments of your plan',
  PlanChangeUndone: 'undid a change of your plan',
  ExtraOutcomeSwitched: 'changed what an extra payment does to your plan',
  DiscountLetterUploaded: 'uploaded a letter about a discount',
  InvoiceUploaded: 'uploaded an invoice',
  PaymentStarted: 'started a payment with one of your payment methods',
}

/** Actions at the staff desk that no other message reports to the family. */
const deskActionTexts: Record<string, string> = {
  MemberAdded: 'added a person to your account',
  MemberRemoved: 'removed a person from your account',
  EnrolmentChanged: 'changed the enrolment of a student',
  FeesShared: 'changed how the fees of a student are shared',
  PaymentRequestCancelled: 'cancelled a payment request',
  IdentityCorrected: 'corrected what you had typed of your identity document',
  OfflinePaymentReversed: 'took back a payment that was recorded by mistake',
  DepositTakenBack: 'took back a BPAY payment that was not for your account. Its receipt no longer counts',
  CareOfferWithdrawn: 'took back a proposal for your payments',
}

/** Notifies the family of an action at the staff desk that no other message reports. */
export async function notifyFamilyOfDeskAction(
  tx: Db,
  event: { subjectId: string; staffEmail: string; action: string; at: Date },
): Promise<void> {
  const action = deskActionTexts[event.action]
  if (action !== undefined)
    await notifyFamily(tx, { ...event, accountId: event.subjectId, isAtDesk: true }, action)
}

/**
 * Notifies every member of an account of an action that staff took in the family's place, in the transaction of that
 * action. An action without a text here is a mistake in the code and is rolled back, so that staff cannot act unseen.
 */
export async function notifyFamilyOfStaffAction(
  tx: Db,
  event: { accountId: string; staffEmail: string; action: string; at: Date; detail?: string },
): Promise<void> {
  const { detail } = event
  const action = actionTexts[event.action]
  if (action === undefined) throw new Error(`There is no text for the family about ${event.action}`)
  await notifyFamily(tx, event, detail === undefined ? action : `${action}: ${detail}`)
}

async function notifyFamily(
  tx: Db,
  {
    accountId,
    staffEmail,
    at,
    isAtDesk,
  }: { accountId: string; staffEmail: string; at: Date; isAtDesk?: true },
  action: string,
): Promise<void> {
  await writeToMembersLater(tx, at, accountId, (member) => ({
    kind: 'DoneByStaff',
    facts: {
      ...member,
      staffEmail,
      action,
      at: formatMoment(at, member.region),
      ...(isAtDesk && { isAtDesk }),
    },
  }))
}
