import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { SentVariances } from '#domain/plan/fee-variances.ts'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import { cents } from '#domain/money.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Account } from '../demo/account.ts'
import { schoolId, type SchoolName } from '../demo/schools.ts'
import { payer, type Payer } from './payer.ts'
import type { Reply, TestServer } from './server.ts'

export type Schedule = Partial<PlanRequest['paymentSchedule']>

/** A parent who is logged in and makes a payment plan. */
export type Planner = Payer & {
  enrolmentIds: string[]
  get(path: string): Promise<Reply>
  calculate(schedule: Schedule, variances?: SentVariances): Promise<Reply>
  save(schedule: Schedule, variances?: SentVariances): Promise<Reply>
  /** The plan of a year as the page reads it. */
  schedule(year?: number): Promise<PaymentPlan>
  instalments(): Promise<{ seq: number; due: string; collect: string; amount: number; status: string }[]>
  setupStatus(): Promise<string>
}

export async function planner(server: TestServer, account: Account = {}): Promise<Planner> {
  const parent = await payer(server, account.plans ? account : { plans: [], balance: cents(0), ...account })
  const { accountId } = parent
  const { deps, call } = server
  const path = `/api/portal/customer/account/${accountId}`
  const enrolments = await deps.db.many<{ id: string }>(sql`
    select enrolment.id from enrolment
      join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
    where enrolment.account_id = ${accountId} order by student.first_name`)
  const get = (to: string) => call(`GET ${path}/${to}`, { token: parent.token })
  return Object.assign(parent, {
    enrolmentIds: enrolments.map(({ id }) => id),
    get,
    calculate: (schedule: Schedule, variances?: SentVariances) =>
      parent.post('calculate-plan', planOf(schedule, variances)),
    save: (schedule: Schedule, variances?: SentVariances) =>
      parent.post('save-plan', planOf(schedule, variances)),
    schedule: async (year?: number) => (await get(`payment-schedule${year ? `?year=${year}` : ''}`)).body,
    instalments: () =>
      deps.db.many<{ seq: number; due: string; collect: string; amount: number; status: string }>(sql`
        select seq, due_on as due, collect_on as collect, amount_minor as amount, status
        from instalment where account_id = ${accountId} order by due_on, seq`),
    setupStatus: async () => (await get('account-setup-status')).body.accountSetupStatus,
  })
}

/** What the form sends: the length is the number of payments, said twice. */
export function planOf(schedule: Schedule, variances?: SentVariances): PlanRequest {
  const count = schedule.repaymentCount ?? 10
  return {
    paymentSchedule: {
      accountPlanId: null,
      planYear: 2027,
      startDate: '2027-02-05',
      planDuration: count,
      repaymentCount: count,
      repaymentPeriod: 'Fortnight',
      ...schedule,
    },
    ...(variances === undefined ? {} : { variances }),
  }
}

export type Item = {
  kind?: string
  level?: string
  name: string
  amount?: number
  percent?: number
  fixed?: true
  options?: string[]
}

/** Gives a school other fees for a year, in dollars or percent. Those marked fixed cannot be discounted. */
export async function setFees({ deps }: TestServer, school: SchoolName, year: number, items: Item[]) {
  const schedule = await deps.db.first<{ id: string }>(sql`
    insert into fee_schedule (id, institution_id, tuition_year)
    values (gen_random_uuid(), ${schoolId(school)}, ${year})
    on conflict (institution_id, tuition_year) do update set tuition_year = excluded.tuition_year returning id`)
  if (!schedule) throw new Error(`${school} has no fees for ${year}`)
  await deps.db.run(sql`delete from fee_item where fee_schedule_id = ${schedule.id}`)
  for (const [position, item] of items.entries()) {
    await deps.db.run(sql`
      insert into fee_item (fee_schedule_id, id, kind, year_level, name, amount_minor, percent_basis_points,
        is_discountable, options, position)
      values (${schedule.id}, gen_random_uuid(), ${item.kind ?? 'Fixed'}, ${item.level ?? null}, ${item.name},
        ${item.amount === undefined ? null : Math.round(item.amount * 100)},
        ${item.percent === undefined ? null : item.percent * 100}, ${!item.fixed},
        ${JSON.stringify(item.options ?? [])}, ${position})`)
  }
}

/** Moves server and sandbox to a moment. Logged-in customers must log in again. */
export function travelTo({ deps, travel }: TestServer, moment: string): Promise<void> {
  return travel(Date.parse(moment) - deps.clock().getTime())
}
