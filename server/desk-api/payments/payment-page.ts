import type { AuditAction } from '#domain/audit-words.ts'
import type { FileReply } from '#contract/endpoint.ts'
import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { bankSaid, hasArrived, type DeclineReason } from '#domain/payments.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { retryDays } from '#domain/repayments.ts'
import type { Region } from '#domain/region.ts'
import { declineText } from '#domain/staff-queue-titles.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { renderStored } from '../../letters/messages/render.ts'
import { findPayment, type PaymentRow } from '../../books/payments/payments.reads.ts'
import { referenceOf } from '../../books/payments/receipt.ts'
import { readInstalmentOf } from '../../books/payments/receipt-details.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { readReceipt } from '../../portal-api/transactions/receipt-file.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { disputeOnTheWire } from '../disputes/dispute-reply.ts'
import { findDisputeOfPayment, findDraft } from '../disputes/disputes.reads.ts'
import { findAccountOfPayment, readPageFacts, type PageFacts } from './payment-page.store.ts'
import { timelineOf } from './payment-timeline.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import { contextForStaff } from '../company/outbox-desk.ts'

export async function readPaymentPage(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<StaffPaymentPage> {
  const key = await keyOf(deps, viewer, paymentId, 'PaymentShown')
  const [payment, facts] = [await findPayment(deps.db, key), await readPageFacts(deps.db, key)]
  if (!payment || !facts) throw new Refusal('not_found')
  const { region } = payment
  const dispute = await findDisputeOfPayment(deps.db, key)
  const draft = dispute && (await findDraft(deps.db, dispute))
  const place = await readInstalmentOf(deps.db, key)
  const yearName = place ? tuitionYearName(place.tuitionYear, region) : null
  const refundable = hasArrived(payment.status)
    ? cents(payment.amount + payment.surcharge - payment.refunded - payment.disputed)
    : cents(0)
  return {
    ...headOf(payment, facts),
    left: toDecimal(refundable),
    failure: payment.failureCode && {
      reason: payment.failureCode,
      text: bankSaid(payment.failureCode),
    },
    instalment:
      facts.instalment && place
        ? {
            ...facts.instalment,
            number: place.number,
            count: place.count,
            yearName: yearName ?? '',
            dueOn: place.dueOn,
            owing: toDecimal(facts.instalment.owing),
          }
        : null,
    tries: facts.tries.map((attempt) => ({
      paymentId: attempt.id,
      number: attempt.number,
      sentOn: dateIn(region, new Date(attempt.sentAt)),
      status: attempt.status,
      why: attempt.reason && declineText(attempt.reason),
      answeredOn: attempt.answeredAt === null ? attempt.paidOn : dateIn(region, new Date(attempt.answeredAt)),
      fee: toDecimal(attempt.fee),
    })),
    retryRule: payment.failureCode && facts.instalment ? retryRule(payment.failureCode) : null,
    timeline: timelineOf({
      payment,
      facts,
      dispute,
      instalment: place
        ? `payment ${place.number} of ${place.count} of ${yearName}, due ${formatDate(place.dueOn)}`
        : null,
      draftBy: draft?.savedBy ?? null,
      now: deps.clock(),
    }),
    provider: {
      paymentId: payment.providerPaymentId,
      chargeId: facts.chargeId,
      mandateId: payment.providerMandateId,
      key: payment.providerKey,
      looks: payment.looks,
      nextLookAt: payment.nextLookAt?.toISOString() ?? null,
    },
    refunds: facts.refunds.map(({ amount, at, status, ...refund }) => ({
      ...refund,
      status: status as StaffPaymentPage['refunds'][number]['status'],
      amount: toDecimal(amount),
      at: new Date(at).toISOString(),
    })),
    whyNotRefund: whyNotRefund(payment, refundable, dispute?.status === 'Open'),
    hasReceipt: payment.paidOn !== null,
    dispute: dispute ? disputeOnTheWire(deps.config, dispute) : null,
    ledger: facts.entries.map(ledgerLine),
    messages: await messagesOf(deps, region, facts),
  }
}

export async function readPaymentReceipt(deps: Deps, viewer: Viewer, paymentId: string): Promise<FileReply> {
  const key = await keyOf(deps, viewer, paymentId, 'ReceiptTaken')
  return readReceipt(deps, key)
}

async function keyOf(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  paymentId: string,
  action: AuditAction,
): Promise<RowKey> {
  const accountId = orNotFound(await findAccountOfPayment(db, paymentId))
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action, details: { paymentId } })
  return { accountId, id: paymentId }
}

function headOf(payment: PaymentRow, { familyName }: PageFacts) {
  return {
    ...onTheWire(payment, 'amount', 'surcharge', 'refunded', 'disputed'),
    familyName: familyName ?? '',
    schoolId: payment.institutionId,
    reference: referenceOf(payment),
  }
}

/** "Again after 3 and 7 business days, then people" */
function retryRule(reason: DeclineReason): string {
  const days = retryDays[reason]
  if (days.length === 0) return 'Such a failure would repeat: it is not tried again by itself'
  return `Again ${days.join(' and ')} business days after the first failure, then people`
}

function whyNotRefund(payment: PaymentRow, refundable: Cents, isDisputed: boolean): string | null {
  if (isDisputed) return 'A refund is not possible while the bank decides.'
  if (!hasArrived(payment.status)) return 'It has not arrived.'
  if (payment.providerPaymentId === null) return 'It did not come through the provider.'
  return refundable > 0 ? null : 'Nothing is left of it.'
}

/** The names of the books for staff. */
const bookNames: Record<string, string> = {
  ProviderClearing: 'Provider clearing',
  PaidAhead: 'Paid ahead',
  SurchargeIncome: 'Surcharge income',
  FeeIncome: 'Fee income',
  DisputeLoss: 'Dispute losses',
  WithdrawalHold: 'Set aside for a withdrawal',
}

function ledgerLine({
  amount,
  balanceAfter,
  description,
  kind,
  postings,
  ...entry
}: PageFacts['entries'][number]) {
  const names = (isFrom: boolean) =>
    postings
      .filter((posting) => posting.amount < 0 === isFrom)
      .map(({ book }) => bookNames[book] ?? book)
      .join(' and ')
  return {
    id: entry.id,
    date: entry.date,
    title: description ?? kind,
    books: `${names(true)} to ${names(false)}`,
    amount: toDecimal(amount),
    balanceAfter: toDecimal(balanceAfter),
    postings: postings.map((posting) => onTheWire(posting, 'amount')),
  }
}

async function messagesOf(
  deps: Deps,
  region: Region,
  { messages }: PageFacts,
): Promise<StaffPaymentPage['messages']> {
  const context = contextForStaff(await companySettings(deps), deps.config, region)
  return messages.map(({ facts, at, ...message }) => {
    const words = renderStored(message.kind, facts, context)
    const title = 'subject' in words ? words.subject : words.text.replace(/\s*\S*https?:\S+/, '').slice(0, 80)
    return { ...message, title, at: new Date(at).toISOString() }
  })
}
