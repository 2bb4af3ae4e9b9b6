import { randomUUID } from 'node:crypto'
import type { Care } from '#contract/care.ts'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { addStaff } from '../testing/staff.ts'

/** A family as it changes its plan, by the portal's own calls. */
type Portal = {
  server: RunningServer
  accountId: string
  plan: { id: string; version: number }
  flexible: FlexiblePlan
  get: (call: string) => Promise<unknown>
  post: (call: string, body: object) => Promise<void>
}

/** What a family does on a day. */
export type Act = { on: CalendarDate; does: (portal: Portal) => Promise<void> }

const act = (on: string, does: Act['does']): Act => ({ on: calendarDate(on), does })

export const move = (on: string, { dueOn, to }: { dueOn: string; to: string }) =>
  act(on, ({ plan, post }) => post('move-payment', { planId: plan.id, version: plan.version, dueOn, to }))

export const skip = (on: string, { dueOn, outcome }: { dueOn: string[]; outcome: SkipOutcome }) =>
  act(on, ({ plan, post }) =>
    post('skip-payments', { planId: plan.id, version: plan.version, dueOn, outcome }),
  )

/** Takes back what the family has changed last. */
export const undo = (on: string) =>
  act(on, ({ flexible, post }) => post('undo-plan-change', { changeId: flexible.changes[0]?.id }))

export const payExtra = (on: string, { amount, outcome }: { amount: number; outcome: ExtraOutcome }) =>
  act(on, async ({ server, accountId, plan, post }) => {
    const known = await server.deps.db.first<{ source: string; institution: string }>(sql`
      select repayment_source.id as source, account.institution_id as institution
      from account join repayment_source on repayment_source.account_id = account.id
      where account.id = ${accountId} and repayment_source.status = 'Usable'`)
    await post('payments', {
      repaymentSourceId: known?.source,
      instId: known?.institution,
      amount,
      extra: { planId: plan.id, version: plan.version, outcome },
    })
  })

/** Says that it is hard to pay, which holds all payments. */
export const askForHelp = (on: string, amount: string) =>
  act(on, ({ post }) =>
    post('care-request', { why: 'LessWork', lasts: 'Months', amount, every: 'Month', reach: 'Email' }),
  )

type Arranged = { lowerCount: number; lowerAmount: number; laterCount: number }

/** Our people answer with a proposal. */
export const propose = (on: string, arranged: Arranged) =>
  act(on, async ({ server, accountId }) => {
    const { token } = await addStaff(server, 'operations')
    const request = await server.deps.db.first<{ id: string }>(sql`
      select id from care_request where account_id = ${accountId}`)
    const reply = await server.call(`POST /api/staff/care/${request?.id}/offer`, {
      token,
      body: { ...arranged, note: 'This is what we can do.', reason: 'Rehearsed' },
    })
    if (reply.status >= 300) throw new Error(`The offer was refused: ${JSON.stringify(reply.body)}`)
  })

export const accept = (on: string) =>
  act(on, async ({ get, post }) => {
    const { request } = (await get('care')) as Care
    const offer = request?.offer
    if (!offer) throw new Error('There is no proposal to accept')
    const { id: offerId, preview } = offer
    await post('care-offer/accept', { offerId, version: preview?.version, firstOn: preview?.after[0]?.date })
  })

type Actor = { accountId: string; email: string; mobile: string; acts?: readonly Act[] }

export async function actOn(
  day: CalendarDate,
  server: RunningServer,
  { accountId, email, mobile, acts = [] }: Actor,
): Promise<void> {
  for (const { on, does } of acts) {
    if (on !== day) continue
    const token = await server.logIn(email, mobile)
    const path = `/api/portal/customer/account/${accountId}`
    const get = async (call: string) => (await server.call(`GET ${path}/${call}`, { token })).body
    const { plan, flexible } = (await get('plan-material')) as PlanMaterialReply
    if (!plan || !flexible) throw new Error(`${email} has no plan that runs on ${day}`)
    const headers = { 'X-Larkwell-Client-Req-Id': randomUUID() }
    await does({
      server,
      accountId,
      plan,
      flexible,
      get,
      post: async (call, body) => {
        const reply = await server.call(`POST ${path}/${call}`, { token, body, headers })
        if (reply.status >= 300) throw new Error(`${call} was refused: ${JSON.stringify(reply.body)}`)
      },
    })
  }
}
