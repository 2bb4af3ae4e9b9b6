import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import type { RunningServer } from '../testing/running-server.ts'

/** A family as it changes its plan: by the portal's own calls. */
type Portal = {
  plan: { id: string; version: number }
  flexible: FlexiblePlan
  post: (call: string, body: object) => Promise<void>
}

/** What a family does on a day. */
export type Act = { on: CalendarDate; does: (portal: Portal) => Promise<void> }

export function move(on: string, { dueOn, to }: { dueOn: string; to: string }): Act {
  return {
    on: calendarDate(on),
    does: ({ plan, post }) => post('move-payment', { planId: plan.id, version: plan.version, dueOn, to }),
  }
}

export function skip(on: string, { dueOn, outcome }: { dueOn: string[]; outcome: SkipOutcome }): Act {
  return {
    on: calendarDate(on),
    does: ({ plan, post }) =>
      post('skip-payments', { planId: plan.id, version: plan.version, dueOn, outcome }),
  }
}

/** Takes back what the family has changed last. */
export function undo(on: string): Act {
  return {
    on: calendarDate(on),
    does: ({ flexible, post }) => post('undo-plan-change', { changeId: flexible.changes[0]?.id }),
  }
}

type Actor = { accountId: string; email: string; mobile: string; acts?: readonly Act[] }

export async function act(
  server: RunningServer,
  { accountId, email, mobile, acts = [] }: Actor,
  day: CalendarDate,
): Promise<void> {
  for (const { on, does } of acts) {
    if (on !== day) continue
    const token = await server.logIn(email, mobile)
    const path = `/api/portal/customer/account/${accountId}`
    const { body } = await server.call(`GET ${path}/plan-material`, { token })
    const { plan, flexible } = body as PlanMaterialReply
    if (!plan || !flexible) throw new Error(`${email} has no plan that runs on ${day}`)
    await does({
      plan,
      flexible,
      post: async (call, sent) => {
        const reply = await server.call(`POST ${path}/${call}`, { token, body: sent })
        if (reply.status >= 300) throw new Error(`${call} was refused: ${JSON.stringify(reply.body)}`)
      },
    })
  }
}
