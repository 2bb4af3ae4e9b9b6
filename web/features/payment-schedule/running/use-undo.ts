import { useState } from 'react'
import type { PlanChange } from '#contract/plan-changes.ts'
import { ApiError, isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { readPlanAgain } from '../../plan-changes/change-plan.ts'
import { weekdayAndDay } from '../../plan/day-words.ts'

/** Takes back one change at a time. Afterwards everything that shows the plan is new. */
export function useUndo(accountId: string, onUndone: (dueOn: string) => void) {
  const [isBusy, run] = useBusy()
  /** The change that is or was last to be undone, and what kept it from that. */
  const [last, setLast] = useState<{ id: string; failure?: string }>()

  async function undo(change: PlanChange): Promise<void> {
    setLast({ id: change.id })
    try {
      await call('POST /api/portal/customer/account/:accountId/undo-plan-change', {
        params: { accountId },
        body: { changeId: change.id },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isRefused(error)) await readPlanAgain(accountId)
      setLast({ id: change.id, failure: isRefused(error) ? error.msg : failed(change) })
      return
    }
    await readPlanAgain(accountId)
    setLast(undefined)
    showToast({ variant: 'success', text: doneWords(change) })
    onUndone(firstDueOf(change))
  }

  return {
    undo: (change: PlanChange) => run(() => undo(change)),
    isUndoing: (change: PlanChange) => isBusy && last?.id === change.id,
    failure: last?.failure,
  }
}

export type Undo = ReturnType<typeof useUndo>

/** Whether it arrived is not known, and a second try does no harm. */
function failed({ status }: PlanChange): string {
  const what = status === 'Asked' ? 'withdraw your request' : 'undo this'
  return `We could not ${what}. Please try again in a few moments.`
}

function doneWords({ status, details }: PlanChange): string {
  if (status === 'Asked') return 'Your request is withdrawn.'
  if (details.kind === 'Move') return `Payment back on ${weekdayAndDay(details.from)}.`
  return details.kind === 'Skip' ? 'The skip is undone.' : 'The change is undone.'
}

function firstDueOf({ details }: PlanChange): string {
  if (details.kind === 'Move') return details.dueOn
  return details.kind === 'Skip' ? (details.skipped[0]?.dueOn ?? '') : ''
}
