import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentPlan, PaymentSchedule } from '#contract/payment-schedule.ts'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import { ApiError, isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import type { PlanOfYear } from '../plan/plan-queries.ts'

/** The outcome of the last save, until the next choice. */
export type SaveOutcome =
  | { kind: 'saved' }
  /** Whether it was saved is not known; to save the same once more is safe. */
  | { kind: 'failed' }
  | { kind: 'refused'; msg: string; fields: Record<string, string> }

/** What other pages show of a plan, and the steps that a first one completes. */
const shownElsewhere = [
  'plan-material',
  'overview',
  'repayment-details',
  'explanation',
  'account-setup-status',
]

/** Saves one plan at a time. The choices themselves are not touched here, however it ends. */
export function useSavePlan(accountId: string, onSaved: (plan: PaymentPlan) => void) {
  const queryClient = useQueryClient()
  const [isBusy, run] = useBusy()
  const [outcome, setOutcome] = useState<SaveOutcome>()
  const invalidate = (name: string) => queryClient.invalidateQueries({ queryKey: [name, accountId] })

  async function failure(reason: unknown): Promise<SaveOutcome> {
    if (!isRefused(reason)) {
      if (!(reason instanceof ApiError)) throw reason
      return { kind: 'failed' }
    }
    const { code, msg, fields } = reason
    // The plan is not what the page believes. Once it is read anew, the page says so itself.
    if (code.startsWith('plan_')) await invalidate('plan-material')
    return { kind: 'refused', msg, fields }
  }

  async function save(request: PlanRequest): Promise<void> {
    const { planYear } = request.paymentSchedule
    setOutcome(undefined)
    let saved: PaymentPlan
    try {
      saved = await call('POST /api/portal/customer/account/:accountId/save-plan', {
        params: { accountId },
        body: request,
      })
    } catch (error) {
      setOutcome(await failure(error))
      return
    }
    const queryKey = ['plan-material', accountId]
    // An answer that is still on its way may be older.
    await queryClient.cancelQueries({ queryKey })
    const withSaved = (plan: PaymentSchedule) => (plan.planYear === planYear ? saved : plan)
    queryClient.setQueriesData<PlanOfYear>(
      { queryKey },
      (known) =>
        known && {
          ...known,
          schedule: withSaved(known.schedule),
          beside: known.beside && withSaved(known.beside),
        },
    )
    for (const name of shownElsewhere) void invalidate(name)
    void queryClient.invalidateQueries({ queryKey: ['accounts'] })
    setOutcome({ kind: 'saved' })
    onSaved(saved)
  }

  return {
    isBusy,
    outcome,
    save: (request: PlanRequest) => run(() => save(request)),
    forget: () => setOutcome(undefined),
  }
}
