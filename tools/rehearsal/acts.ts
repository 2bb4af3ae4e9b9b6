import { randomUUID } from 'node:crypto'
import type { Care } from '#contract/care.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { PaymentPlan, PlanMaterialReply } from '#contract/payment-schedule.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { sql } from '#server/platform/database/sql.ts'
import { schoolId } from '../demo/schools.ts'
import { enterCard } from '../testing/card-form.ts'
import { linkOf } from '../testing/request-link.ts'
import type { RunningServer } from '../testing/running-server.ts'
import type { Act, Family } from './cast.ts'
import { accepted, deskOf, portalOf, sandboxDoes, type Calls } from './portal.ts'
import { overdueNow } from './read-log.ts'
import { newMethod } from './sign-up.ts'

type ActOf<Does extends Act['does']> = Extract<Act, { does: Does }>

export async function perform(server: RunningServer, family: Family, act: Act): Promise<void> {
  const portal = () => portalOf(server, family)
  switch (act.does) {
    case 'SavesPlan':
      return savePlan(await portal(), act.year)
    case 'AddsCard':
      return changeCard(server, family, await portal())
    case 'PaysLinks':
      return payLinks(server, family)
    case 'PaysArrears':
      return payArrears(server, family, await portal())
    case 'PaysExtra':
      return payExtra(await portal(), family, act)
    case 'MovesPayment':
    case 'SkipsPayments':
      return changePlan(await portal(), act)
    case 'UndoesChange':
      return undoChange(await portal())
    case 'AsksForHelp':
      return requestHelp(await portal(), act)
    case 'GetsProposal':
      return propose(server, family, act)
    case 'AcceptsProposal':
      return acceptProposal(await portal())
    case 'Disputes':
      return dispute(server, family, act)
    case 'HearsFromBank':
      return decide(server, family, act)
    case 'GetsTemporaryPlan':
      return makeTemporary(server, family, act)
  }
}

const material = async (portal: Calls) => (await portal('GET', 'plan-material')) as PlanMaterialReply

async function runningPlan(portal: Calls): Promise<{ planId: string; version: number }> {
  const { plan } = await material(portal)
  if (!plan) throw new Error('No plan is running')
  return { planId: plan.id, version: plan.version }
}

/** As the plan was proposed. */
async function savePlan(portal: Calls, year: number): Promise<void> {
  const plan = (await portal('GET', `payment-schedule?year=${year}`)) as PaymentPlan
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

async function changePlan(portal: Calls, act: ActOf<'MovesPayment' | 'SkipsPayments'>): Promise<void> {
  const { does, ...change } = act
  const call = does === 'MovesPayment' ? 'move-payment' : 'skip-payments'
  await portal('POST', call, { ...(await runningPlan(portal)), ...change })
}

async function undoChange(portal: Calls): Promise<void> {
  const { flexible } = await material(portal)
  await portal('POST', 'undo-plan-change', { changeId: flexible?.changes[0]?.id })
}

async function addCard(server: RunningServer, family: Family, portal: Calls): Promise<string> {
  const card = await newMethod(server, { ...family, method: 'Card', cardExpiry: [12, 2034] }, portal)
  return (await portal('POST', 'repayment-sources', card)).id as string
}

/** The new card pays from now on. */
async function changeCard(server: RunningServer, family: Family, portal: Calls): Promise<void> {
  const repaymentSourceId = await addCard(server, family, portal)
  const details = (await portal('GET', 'repayment-details')) as RepaymentDetails
  const [repayment] = details.repayments
  if (repayment?.source?.id === repaymentSourceId) return
  const repaymentChangeId = repayment?.repaymentChangeId ?? null
  await portal('POST', 'activate-repayment-source', { repaymentChangeId, repaymentSourceId })
}

async function payArrears(server: RunningServer, family: Family, portal: Calls): Promise<void> {
  const repaymentSourceId = await addCard(server, family, portal)
  const overdue = (await overdueNow(server)).find(({ accountId }) => accountId === family.accountId)
  const amount = toDecimal(overdue?.owing ?? cents(0))
  await portal('POST', 'payments', { repaymentSourceId, amount, instId: schoolId(family.school) })
}

async function payExtra(
  portal: Calls,
  { school }: Family,
  { amount, outcome }: ActOf<'PaysExtra'>,
): Promise<void> {
  const details = (await portal('GET', 'repayment-details')) as RepaymentDetails
  await portal('POST', 'payments', {
    repaymentSourceId: details.repaymentSources[0]?.id,
    amount,
    instId: schoolId(school),
    extra: { ...(await runningPlan(portal)), outcome },
  })
}

async function requestHelp(portal: Calls, { amount }: ActOf<'AsksForHelp'>): Promise<void> {
  const request = { why: 'LessWork', lasts: 'Months', amount, every: 'Month', reach: 'Email' }
  await portal('POST', 'care-request', request)
}

/** Our people answer a request for help with a proposal. */
async function propose(
  server: RunningServer,
  { accountId }: Family,
  { lowerCount, lowerAmount, laterCount }: ActOf<'GetsProposal'>,
): Promise<void> {
  const request = await server.deps.db.first<{ id: string }>(sql`
    select id from care_request where account_id = ${accountId}`)
  const desk = await deskOf(server)
  await desk('POST', `care/${request?.id}/offer`, {
    lowerCount,
    lowerAmount,
    laterCount,
    note: 'This is what we can do.',
  })
}

async function acceptProposal(portal: Calls): Promise<void> {
  const { request } = (await portal('GET', 'care')) as Care
  if (!request?.offer) throw new Error('There is no proposal to accept')
  const { id: offerId, preview } = request.offer
  const firstOn = preview?.after[0]?.date
  await portal('POST', 'care-offer/accept', { offerId, version: preview?.version, firstOn })
}

async function payLinks(server: RunningServer, { accountId }: Family): Promise<void> {
  const { deps } = server
  const requests = await deps.db.many<{ id: string }>(sql`
    select id from payment_request where account_id = ${accountId} and is_open
    order by due_on`)
  if (requests.length === 0) throw new Error('There is no link to pay')
  for (const { id } of requests) await payByLink(server, await linkOf(deps, id))
}

/** Opens the link in the mail and pays the whole amount by card. */
async function payByLink(server: RunningServer, link: string): Promise<void> {
  const details = await accepted(server.call(`GET /api/portal/guest/payment-page-details?request=${link}`))
  const { accountInfo, institutionInfo, payableDetails, tokenizationUrl: url } = details
  await accepted(
    server.call('POST /api/portal/guest/payments', {
      body: {
        larkwellId: institutionInfo.larkwellId,
        shortId: accountInfo.accountShortId,
        email: accountInfo.email,
        repaymentRequestId: link,
        amount: payableDetails.amountDue,
        token: await enterCard(server, url, { number: '4000056655665556' }),
      },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    }),
  )
}

async function dispute(
  server: RunningServer,
  { accountId, region }: Family,
  { year, seq }: ActOf<'Disputes'>,
): Promise<void> {
  const { deps } = server
  const payment = await deps.db.first<{ intent: string }>(sql`
    select payment.provider_payment_id as intent
    from payment join plan on plan.account_id = payment.account_id and plan.id = payment.plan_id
    where payment.account_id = ${accountId} and plan.tuition_year = ${year} and payment.instalment_seq = ${seq}
      and payment.status = 'Succeeded'`)
  if (!payment) throw new Error(`Payment ${seq} of ${year} cannot be disputed: it was not paid`)
  const charges = await deps.providers.stripe[region].client.charges.list({ payment_intent: payment.intent })
  await sandboxDoes(server, 'stripe/dispute', { charge: charges.data[0]?.id })
}

async function decide(
  server: RunningServer,
  { accountId }: Family,
  { outcome }: ActOf<'HearsFromBank'>,
): Promise<void> {
  const open = await server.deps.db.first<{ id: string }>(sql`
    select provider_dispute_id as id from dispute where account_id = ${accountId} and status = 'Open'`)
  await sandboxDoes(server, 'stripe/close-dispute', { dispute: open?.id, outcome })
}

async function makeTemporary(
  server: RunningServer,
  { accountId }: Family,
  { year, until }: ActOf<'GetsTemporaryPlan'>,
): Promise<void> {
  const plan = await server.deps.db.first<{ id: string }>(sql`
    select id from plan where account_id = ${accountId} and tuition_year = ${year}`)
  const desk = await deskOf(server)
  await desk('POST', `accounts/${accountId}/plans/${plan?.id}/tailor`, { type: 'Hardship', until })
}
