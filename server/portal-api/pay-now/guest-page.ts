import type { FileReply } from '#contract/endpoint.ts'
import type { GuestPaymentPage, PaymentBreakdown } from '#contract/guest-payments.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { leftToPay } from '#domain/pay-now.ts'
import { tuitionYearOf, tuitionYearStart, tuitionYearEnd } from '#domain/plan/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import { tokenizationUrl } from '../../books/card-entry/card-entry.ts'
import type { Deps } from '../../platform/deps.ts'
import { readInvoiceFile } from '../invoices/invoices.ts'
import { readSources } from '../../books/payment-methods/repayment-details.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { cardSurchargesAt } from './amounts.ts'
import { listArrearsParts, type ArrearsPart } from '../../books/arrears/arrears.reads.ts'
import { factsOf, openRequest, schoolOf, type Visitor } from './guest-request.ts'
import { maskedEmail, maskedHolder, maskedName } from '#domain/masking.ts'
import { findBpay, findBreakdown, type PayRequestRow } from './pay-now.store.ts'

/** Links are forwarded and opened by mail filters, so reads are limited by address. */
async function look(deps: Deps, link: string, visitor: Visitor): Promise<PayRequestRow> {
  await countTry(deps.db, [['guest-details-address', visitor.address]], deps.clock(), deps.config.rateLimits)
  return openRequest(deps, link, visitor)
}

/** A stranger may hold the link, so the page shows only what is needed to pay. */
export async function readGuestPage(deps: Deps, link: string, visitor: Visitor): Promise<GuestPaymentPage> {
  const request = await look(deps, link, visitor)
  const { accountId, region } = request
  const [facts, bpay, parts] = await Promise.all([
    factsOf(deps, request),
    findBpay(deps.db, accountId),
    request.isForPlan ? listArrearsParts(deps.db, request) : [],
  ])
  const school = schoolOf(facts, request)
  const [payer] = request.members
  return {
    accountInfo: {
      accountShortId: request.shortId,
      bpayInfo: bpay && {
        billerCode: bpay.billerCode,
        reference: bpay.reference,
        amount: bpay.amountMinor === null ? null : toDecimal(bpay.amountMinor),
      },
      customerDisplayName: payer ? maskedName(payer) : '',
      email: payer ? maskedEmail(payer.email) : '',
      // If every owner is blocked, nobody can prove to own the methods.
      repaymentSources: request.members.some(({ isActive }) => isActive)
        ? (await readSources(deps, accountId, school.absorbCardSurcharge)).map((source) => ({
            ...source,
            holderName: source.holderName && maskedHolder(source.holderName),
          }))
        : [],
    },
    institutionInfo: {
      displayName: school.name,
      larkwellId: school.id,
      absorbCardSurcharge: school.absorbCardSurcharge,
      cardSurcharges: cardSurchargesAt(facts, school, deps.clock()),
    },
    payableDetails: {
      amountDue: toDecimal(leftToPay(request)),
      periodName: request.periodName,
      parts: parts.map(({ dueOn, amount }) => ({ dueDate: dueOn, amount: toDecimal(amount) })),
      fee: toDecimal(feeBeside(parts, request)),
      onItsWay: onItsWay(request),
    },
    tokenizationUrl: await tokenizationUrl(deps, { accountId, region, paymentRequestId: request.id }),
    config: { showBreakdown: request.showsBreakdown },
  }
}

/** The fee that a request for overdue instalments adds to them. */
function feeBeside(parts: readonly ArrearsPart[], request: PayRequestRow): Cents {
  return cents(parts.length === 0 ? 0 : leftToPay(request) - sumOf(parts))
}

/** The payer has paid, and the money has not arrived. */
function onItsWay({ onItsWay: amount, sentAt, region }: PayRequestRow) {
  return sentAt && { amount: toDecimal(amount), since: dateIn(region, sentAt) }
}

/** Reads the breakdown as of now: a part may have been paid since the page was shown. */
export async function readBreakdown(deps: Deps, link: string, visitor: Visitor): Promise<PaymentBreakdown> {
  const request = await look(deps, link, visitor)
  if (!request.showsBreakdown) throw new Refusal('not_found')
  const { accountId, institutionId, region } = request
  const now = deps.clock()
  const today = dateIn(region, now)
  const year = tuitionYearOf(today, region)
  const breakdown = await findBreakdown(deps.db, {
    accountId,
    institutionId,
    from: tuitionYearStart(year, region),
    to: tuitionYearEnd(year, region),
    today,
    now,
  })
  if (!breakdown) throw new Error('A request belongs to an account that is not there')
  return {
    paidThisYear: toDecimal(breakdown.paidThisYear),
    amountDueNow: toDecimal(leftToPay(request)),
    paymentFrequency: breakdown.frequency,
    overdueFees: toDecimal(breakdown.overdue),
    annualTotalFees: breakdown.annualTotal === null ? null : toDecimal(breakdown.annualTotal),
  }
}

/** The school's invoice behind the request. A deleted one is refused like one that never existed. */
export async function readGuestInvoice(deps: Deps, link: string, visitor: Visitor): Promise<FileReply> {
  const { accountId, invoiceId } = await look(deps, link, visitor)
  if (invoiceId === null) throw new Refusal('file_missing')
  try {
    return await readInvoiceFile(deps, { accountId, invoiceId })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') throw new Refusal('file_missing')
    throw error
  }
}
