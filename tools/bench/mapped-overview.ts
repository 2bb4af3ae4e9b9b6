import { fastify } from 'fastify'
import { Pool } from 'pg'
import { fromOpenSession, verify } from './floor-overview.ts'

/**
 * An overview as most people would begin it: Fastify, one query for each of the five tables, rows mapped in code. It
 * checks, counts and logs nothing. What it costs against RAW differs from machine to machine, and so does what can be
 * asked of us.
 */
const [id = '', secret = ''] = (process.env.SESSION_KEYS ?? '').split(':')
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

async function ask<Row>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row & object>({ name, text, values })).rows
}

type Caller = Record<
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

const caller = `
  select customer.first_name as "firstName", account.id as "accountId", account.short_id as "shortId", account.region,
    account.product_type as "productType", account.status, institution.name as "institutionName"
  ${fromOpenSession}`
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
  where account_id = $1 and status in ('Open', 'PartPaid') and expires_at > $2 order by due_on`
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

const app = fastify()
app.get<{ Params: { accountId: string } }>(
  '/api/portal/customer/account/:accountId/overview',
  async (request, reply) => {
    const claims = verify(request.headers.authorization?.slice('Bearer '.length) ?? '', id, secret)
    if (!claims) return reply.code(401).send()
    const { accountId } = request.params
    const now = new Date()
    const [who] = await ask<Caller>('caller', caller, [claims.sub, claims.sid, now, accountId])
    if (!who) return reply.code(401).send()
    const [[shown], enrolled, asked, [sum]] = await Promise.all([
      ask<Plan>('plan', plan, [accountId]),
      ask<{ name: string; yearLevel: string }>('students', students, [accountId]),
      ask<{ id: string; amount: string }>('requests', requests, [accountId, now]),
      ask<{ balance: string }>('balance', balance, [accountId]),
    ])
    const { firstName, ...account } = who
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
      requests: asked.map((each) => ({ ...each, amount: toDecimal(each.amount) })),
    }
  },
)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
