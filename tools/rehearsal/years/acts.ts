import { randomUUID } from 'node:crypto'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { sql } from '#server/platform/database/sql.ts'
import { schoolId } from '../../demo/schools.ts'
import { linkOf } from '../../testing/request-link.ts'
import type { RunningServer } from '../../testing/running-server.ts'
import { addStaff } from '../../testing/staff.ts'
import { newMethod, payByLink } from '../cast.ts'
import type { Act, Family } from './cast.ts'
import { overdueNow } from './read-log.ts'

export async function perform(server: RunningServer, family: Family, act: Act): Promise<void> {
  switch (act.does) {
    case 'SavesPlan':
      return savePlan(server, family, act.year)
    case 'AddsCard':
      return changeCard(server, family)
    case 'PaysLinks':
      return payLinks(server, family)
    case 'PaysArrears':
      return payArrears(server, family)
    case 'Disputes':
      return dispute(server, family, act)
    case 'HearsFromBank':
      return decide(server, family, act.outcome)
    case 'GetsTemporaryPlan':
      return tailor(server, family, act)
  }
}

/** The portal's own calls, in the family's name. */
async function portalOf(server: RunningServer, { accountId, email, mobile }: Family) {
  const token = await server.logIn(email, mobile)
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const reply = await server.call(`${method} /api/portal/customer/account/${accountId}/${path}`, {
      token,
      ...(body && { body, headers: { 'X-Larkwell-Client-Req-Id': randomUUID() } }),
    })
    if (reply.status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(reply.body)}`)
    return reply
  }
}

/** As the plan was proposed. */
async function savePlan(server: RunningServer, family: Family, year: number): Promise<void> {
  const portal = await portalOf(server, family)
  const plan = (await portal('GET', `payment-schedule?year=${year}`)).body as PaymentPlan
  await portal('POST', 'save-plan', {
    paymentSchedule: {
      accountPlanId: plan.accountPlanId,
      planYear: plan.planYear,
      startDate: plan.planStartDate,
      planDuration: plan.planDuration,
      repaymentCount: plan.repaymentCount,
      repaymentPeriod: plan.repaymentPeriod,
    },
    variances: plan.variances,
  })
}

/** The new card pays from now on. */
async function changeCard(server: RunningServer, family: Family): Promise<void> {
  const repaymentSourceId = await addCard(server, family)
  const portal = await portalOf(server, family)
  const details = (await portal('GET', 'repayment-details')).body as RepaymentDetails
  const [repayment] = details.repayments
  const paying = repayment?.source?.id
  if (paying === repaymentSourceId) return
  const repaymentChangeId = repayment?.repaymentChangeId ?? null
  await portal('POST', 'activate-repayment-source', { repaymentChangeId, repaymentSourceId })
}

async function addCard(server: RunningServer, family: Family): Promise<string> {
  const portal = await portalOf(server, family)
  const post = (to: string, body: object) => portal('POST', to, body)
  const card = await newMethod(
    server,
    { ...family, method: 'Card', cardExpiry: [12, 2034] },
    family.accountId,
    post,
  )
  return (await post('repayment-sources', card)).body.id as string
}

async function payLinks(server: RunningServer, { accountId }: Family): Promise<void> {
  const { deps } = server
  const requests = await deps.db.many<{ id: string }>(sql`
    select id from payment_request where account_id = ${accountId} and status in ('Open', 'PartPaid')
    order by due_on`)
  for (const { id } of requests) await payByLink(server, await linkOf(deps, id))
}

async function payArrears(server: RunningServer, family: Family): Promise<void> {
  const repaymentSourceId = await addCard(server, family)
  const portal = await portalOf(server, family)
  const overdue = (await overdueNow(server)).find(({ accountId }) => accountId === family.accountId)
  const amount = toDecimal(overdue?.owing ?? cents(0))
  await portal('POST', 'payments', { repaymentSourceId, amount, instId: schoolId(family.school) })
}

async function dispute(
  server: RunningServer,
  { accountId, region }: Family,
  { year, seq }: { year: number; seq: number },
): Promise<void> {
  const { deps } = server
  const payment = await deps.db.first<{ intent: string }>(sql`
    select payment.provider_payment_id as intent
    from payment join plan on plan.account_id = payment.account_id and plan.id = payment.plan_id
    where payment.account_id = ${accountId} and plan.tuition_year = ${year} and payment.instalment_seq = ${seq}
      and payment.status = 'Succeeded'`)
  if (!payment) throw new Error(`Payment ${seq} of ${year} cannot be disputed: it was not paid`)
  const charges = await deps.providers.stripe[region].client.charges.list({ payment_intent: payment.intent })
  await succeed(server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id }))
}

async function decide(server: RunningServer, { accountId }: Family, outcome: 'won' | 'lost'): Promise<void> {
  const open = await server.deps.db.first<{ id: string }>(sql`
    select provider_dispute_id as id from dispute where account_id = ${accountId} and status = 'Open'`)
  await succeed(server.sandboxApi('stripe/close-dispute', { dispute: open?.id, outcome }))
}

async function tailor(
  server: RunningServer,
  { accountId }: Family,
  { year, until }: { year: number; until: CalendarDate },
): Promise<void> {
  const plan = await server.deps.db.first<{ id: string }>(sql`
    select id from plan where account_id = ${accountId} and tuition_year = ${year}`)
  const { token } = await addStaff(server, 'operations')
  const { status, body } = await server.call(
    `POST /api/staff/accounts/${accountId}/plans/${plan?.id}/tailor`,
    {
      token,
      body: { type: 'Hardship', until, reason: 'Rehearsed' },
    },
  )
  if (status >= 300) throw new Error(`The plan was not made temporary: ${JSON.stringify(body)}`)
}

async function succeed(call: Promise<Response>): Promise<void> {
  const reply = await call
  if (!reply.ok) throw new Error(`The sandbox refused: ${await reply.text()}`)
}
