import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { hashOfLink } from '#server/books/payment-requests/request-links.ts'
import type { OpenAccount } from './open-account.ts'
import { addCharge } from './charges.ts'
import { addInvoice } from './documents.ts'
import { digitsOf, idOf } from './ids.ts'
import { addPayment } from './ledger.ts'
import { daysAgo, happenedOn, noonOf } from './moment.ts'
import { clearKeyId } from './request-links.ts'
import { bytes, type Row } from './rows.ts'
import { periodName } from './period.ts'
import { schoolId, type SchoolName } from './schools.ts'

/** An amount that the school requests by a link. */
export type PaymentRequest = {
  /** As in the link. The row's id derives from it. */
  id: string
  amountDue: Cents
  status?: 'Open' | 'PartPaid' | 'Paid' | 'Cancelled' | 'Expired'
  /** For a request that is paid in part. */
  amountPaid?: Cents
  hasPeriod?: boolean
  /** Shows a breakdown. The overdue amount has an earlier request of its own. */
  breakdown?: { overdue: Cents }
  hasInvoice?: boolean
  /** Not the account's school: invalid data, so that the request's page fails. */
  school?: SchoolName
}

export function addRequests(opened: OpenAccount, requests: PaymentRequest[]): string[] {
  const { moment, school } = opened
  return requests.map((request, index) => {
    const status = request.status ?? 'Open'
    const issuedOn = daysAgo(moment, status === 'Expired' ? 60 : 12)
    const dueOn = addDays(issuedOn, 21 + index * 7)
    const paid = status === 'Paid' ? request.amountDue : (request.amountPaid ?? cents(0))
    const overdue = request.breakdown?.overdue ?? cents(0)
    if (overdue > 0) addEarlierRequest(opened, request, overdue)
    const { id, charge } = addRow(opened, request.id, request.amountDue, {
      institution_id: schoolId(request.school ?? school.name),
      period_name: (request.hasPeriod ?? true) ? periodName(school, moment.today) : null,
      due_on: dueOn,
      expires_at: noonOf(addDays(dueOn, 30), moment.region),
      status,
      shows_breakdown: request.breakdown !== undefined,
      invoice_id: (request.hasInvoice ?? true) ? invoiceOf(opened, request, issuedOn) : null,
      created_at: happenedOn(issuedOn, moment),
    })
    if (paid > 0) {
      addPayment(opened, {
        kind: 'Guest',
        on: daysAgo(moment, 9),
        amount: paid,
        paidFrom: undefined,
        requestId: id,
        charge,
      })
    }
    return id
  })
}

/** An overdue request. */
function addEarlierRequest(opened: OpenAccount, { id }: PaymentRequest, amount: Cents): void {
  const { moment, school } = opened
  const dueOn = daysAgo(moment, 29)
  addRow(opened, `${id}-earlier`, amount, {
    institution_id: schoolId(school.name),
    period_name: null,
    due_on: dueOn,
    expires_at: noonOf(addDays(dueOn, 90), moment.region),
    status: 'Open',
    shows_breakdown: false,
    invoice_id: null,
    created_at: happenedOn(daysAgo(moment, 50), moment),
  })
}

type Columns = Row & { institution_id: string; due_on: CalendarDate; created_at: string }

function addRow(opened: OpenAccount, link: string, amount: Cents, columns: Columns) {
  const { rows, accountId } = opened
  const id = requestIdOf(link)
  rows.payment_request.push({
    account_id: accountId,
    id,
    link_hash: bytes(hashOfLink(link)),
    link_sealed: bytes(Buffer.from(link)),
    link_key_id: clearKeyId,
    amount_due_minor: amount,
    ...columns,
  })
  // Invalid data again: a request for nothing.
  if (amount === 0) return { id, charge: undefined }
  const charge = addCharge(opened, {
    kind: 'Request',
    schoolId: columns.institution_id,
    amount,
    dueOn: columns.due_on,
    createdAt: columns.created_at,
    requestId: id,
  })
  return { id, charge }
}

/** The id of the row with this link. */
export const requestIdOf = (link: string) => idOf('payment request', link)

function invoiceOf(opened: OpenAccount, request: PaymentRequest, issuedOn: CalendarDate): string {
  const period = periodName(opened.school, opened.moment.today)
  return addInvoice(opened, `Invoice ${digitsOf(6, request.id)}`, issuedOn, { period }).id
}
