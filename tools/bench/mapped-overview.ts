export type Ask = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>
export type Caller = Record<
  'firstName' | 'accountId' | 'shortId' | 'region' | 'productType' | 'status' | 'institutionName',
  string
>

type Fee = { name: string; amountMinor: number }
type StudentFees = { studentName: string; yearLevel: string; fees: Fee[]; discounts: Fee[]; addons: Fee[] }
type Plan = Record<'status' | 'startDate' | 'endDate' | 'frequency' | 'periodicAmount' | 'total', string> & {
  tuitionYear: number
  familyFees: Fee[]
  studentFees: StudentFees[]
}

const plan = `
  select plan.tuition_year as "tuitionYear", plan.status, version.start_date::text as "startDate",
    version.end_date::text as "endDate", version.frequency, version.periodic_amount_minor as "periodicAmount",
    version.total_minor as total, version.family_fees as "familyFees", version.student_fees as "studentFees"
  from plan join plan_version version
    on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
  where plan.account_id = $1 order by plan.status = 'Current' desc, plan.tuition_year desc limit 1`
const students = `
  select student.first_name || ' ' || student.last_name as name, enrolment.start_year_level as "yearLevel"
  from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
  where enrolment.account_id = $1`
const requests = `
  select id, amount_due_minor - amount_paid_minor as amount, due_on::text as "dueDate", period_name as "periodName"
  from payment_request
  where account_id = $1 and is_open and expires_at > $2 order by due_on`
const balance = `
  select coalesce(sum(amount_minor), 0) as balance from ledger_posting where account_id = $1 and book = 'Family'`

const toDecimal = (minor: number | string) => Number(minor) / 100
const toFee = ({ amountMinor, ...fee }: Fee) => ({ ...fee, amount: toDecimal(amountMinor) })
const toStudent = ({ fees, discounts, addons, ...student }: StudentFees) => ({
  ...student,
  fees: fees.map(toFee),
  discounts: discounts.map(toFee),
  addons: addons.map(toFee),
})

/** An overview of five tables, with the caller's. */
export async function mappedOverview(ask: Ask, { firstName, ...account }: Caller) {
  const { accountId } = account
  const [[shown], enrolled, open, [sum]] = await Promise.all([
    ask<Plan>('plan', plan, [accountId]),
    ask<{ name: string; yearLevel: string }>('students', students, [accountId]),
    ask<{ id: string; amount: string }>('requests', requests, [accountId, new Date()]),
    ask<{ balance: string }>('balance', balance, [accountId]),
  ])
  return {
    firstName,
    account,
    balance: toDecimal(sum?.balance ?? 0),
    plan: shown && {
      ...shown,
      periodicAmount: toDecimal(shown.periodicAmount),
      total: toDecimal(shown.total),
      familyFees: shown.familyFees.map(toFee),
      studentFees: shown.studentFees.map(toStudent),
    },
    students: enrolled,
    requests: open.map((each) => ({ ...each, amount: toDecimal(each.amount) })),
  }
}
