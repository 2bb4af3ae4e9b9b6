import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { ApiError, isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { yearIn } from '../../plan/year-in-address.ts'
import { scheduleAddress } from '../addresses.ts'
import { readPlanAgain } from '../change-plan.ts'
import { paymentsText } from '../words.ts'

const notReached =
  'We could not reach our server, so this may not be saved. What you see now is your plan as it stands.'

const changedMeanwhile =
  'Your plan has changed since you opened this page. Nothing is skipped yet. Please look at it again as it is now.'

/** What went wrong, where the page shows the plan as it is now in any case. */
function problemOf(error: ApiError): string {
  if (!isRefused(error)) return notReached
  return error.code === 'plan_changed' ? changedMeanwhile : error.msg
}

type Skip = {
  planId: string
  version: number
  textVersion: number
  dueOn: string[]
  outcome: SkipOutcome
}

/** Saves a skip, once, and leads back to the plan. What was chosen stays as it is when that fails. */
export function useSkip(accountId: string, onSaved: () => void) {
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [isBusy, run] = useBusy()
  const [problem, setProblem] = useState<string>()

  async function skip(request: Skip): Promise<void> {
    setProblem(undefined)
    try {
      const { status } = await call('POST /api/portal/customer/account/:accountId/skip-payments', {
        params: { accountId },
        body: request,
      })
      onSaved()
      await readPlanAgain(accountId)
      navigate(scheduleAddress(yearIn(search)))
      const count = paymentsText(request.dueOn.length)
      const text =
        status === 'Made'
          ? `You skip ${count}. The total stays the same.`
          : `You have asked to skip ${count}.`
      showToast({ variant: 'success', text })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(problemOf(error))
      // The plan may be another one by now: by the other parent, or by a call whose reply was lost.
      await readPlanAgain(accountId)
    }
  }

  return {
    isBusy,
    problem,
    skip: (input: Skip) => run(() => skip(input)),
    forget: () => setProblem(undefined),
  }
}

/** Withdraws the request. */
export function useWithdraw(accountId: string) {
  const [isBusy, run] = useBusy()
  const [problem, setProblem] = useState<string>()

  async function withdraw(changeId: string): Promise<void> {
    setProblem(undefined)
    try {
      await call('POST /api/portal/customer/account/:accountId/undo-plan-change', {
        params: { accountId },
        body: { changeId },
      })
      showToast({ variant: 'success', text: 'Your request is withdrawn.' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(problemOf(error))
    }
    await readPlanAgain(accountId)
  }

  return { isBusy, problem, withdraw: (changeId: string) => run(() => withdraw(changeId)) }
}
