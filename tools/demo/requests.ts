import { addDays, type CalendarDate } from '#domain/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { OpenAccount } from './account.ts'
import { addInvoice } from './documents.ts'
import { addPayment } from './ledger.ts'
import { daysAgo, happenedOn, noonOf, type Moment } from './moment.ts'
import type { PlannedPlan } from './plan.ts'
import { feeScheduleOf, schoolId, type SchoolName } from './schools.ts'

/** A sum that the school asks for by a link. */
export type PaymentRequest = {
  id: string
  amountDue: Cents
  status?: 'Open' | 'PartPaid' | 'Paid' | 'Cancelled' | 'Expired'
  /** For a request that is paid in part. */
  amountPaid?: Cents
  hasPeriod?: boolean
  breakdown?: { overdue: Cents; hasAnnualTotal: boolean }
  hasInvoice?: boolean
}

export function addRequests(opened: OpenAccount, requests: PaymentRequest[], plans: PlannedPlan[]): string[] {
  const { rows, accountId, moment, school } = opened
  return requests.map((request, place) => {
    const status = request.status ?? 'Open'
    const issuedOn = daysAgo(moment, status === 'Expired' ? 60 : 12)
    const dueOn = addDays(issuedOn, 21 + place * 7)
    const paid = status === 'Paid' ? request.amountDue : (request.amountPaid ?? cents(0))
    const hasAnnualTotal = request.breakdown?.hasAnnualTotal ?? true
    rows.payment_request.push({
      account_id: accountId,
      id: request.id,
      institution_id: schoolId(school.name),
      period_name: (request.hasPeriod ?? true) ? periodName(school.name, moment) : null,
      amount_due_minor: request.amountDue,
      amount_paid_minor: paid,
      overdue_minor: request.breakdown?.overdue ?? 0,
      annual_total_minor: hasAnnualTotal ? (plans[0]?.fees.annualTotal ?? null) : null,
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
        requestId: request.id,
      })
    }
    return request.id
  })
}

function invoiceOf(opened: OpenAccount, request: PaymentRequest, issuedOn: CalendarDate): string {
  return addInvoice(opened, `Invoice for ${request.id}`, issuedOn).id
}

/** The term that is running or comes next. */
function periodName(school: SchoolName, { today, tuitionYear }: Moment): string {
  const terms = [tuitionYear, tuitionYear + 1].flatMap((year) =>
    feeScheduleOf(school, year).terms.map((term) => ({ ...term, year })),
  )
  const term = terms.find(({ endsOn }) => endsOn >= today)
  return `Term ${term?.no ?? 1} ${term?.year ?? tuitionYear}`
}
