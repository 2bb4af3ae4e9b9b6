import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { lettersOf } from './guest.ts'
import { daysOf } from './repayments.ts'
import type { TestServer } from './server.ts'

/** Families whose plan runs, with what the portal knows of it and may ask for. */
export function runningPlans(server: TestServer) {
  const { addPlanFamily } = daysOf(server)
  return async () => {
    const family = await addPlanFamily({ plans: [{ status: 'Current' }] })
    const { accountId, email, mobile } = family
    const path = `/api/portal/customer/account/${accountId}`
    let token = await server.logIn(email, mobile)
    const read = async () =>
      (await server.call(`GET ${path}/plan-material`, { token })).body as PlanMaterialReply & {
        flexible: FlexiblePlan
      }
    const { plan, planYear } = await read()
    const post = async (call: string, body: object) => {
      const { version } = (await read()).plan!
      return server.call(`POST ${path}/${call}`, { token, body: { planId: plan!.id, version, ...body } })
    }
    return {
      ...family,
      year: planYear,
      read,
      flexible: async () => (await read()).flexible,
      skip: (dueOn: string[], outcome: SkipOutcome) => post('skip-payments', { dueOn, outcome }),
      move: (dueOn: string, to: string, textVersion?: number) =>
        post('move-payment', { dueOn, to, textVersion }),
      undo: (changeId: string) => server.call(`POST ${path}/undo-plan-change`, { token, body: { changeId } }),
      token: () => token,
      logInAgain: async () => {
        token = await server.logIn(email, mobile)
      },
      /** The payments of the plan without the version that every change makes. */
      state: async () =>
        (await family.rows()).map(({ dueOn, collectOn, amount, status }) => ({
          dueOn,
          collectOn,
          amount,
          status,
        })),
      total: async () =>
        (await family.rows()).reduce(
          (sum, { amount, status }) => sum + (status === 'Cancelled' ? 0 : amount),
          0,
        ),
      letters: () => lettersOf(server, accountId, 'PlanChange'),
    }
  }
}
