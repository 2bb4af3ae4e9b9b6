import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { readPlanAgain } from '../plan-changes/change-plan.ts'

export function careQuery(accountId: string) {
  return queryOptions({
    queryKey: ['care', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/care', { params: { accountId }, signal }),
  })
}

const unreachable = 'We could not reach Larkwell. Nothing you wrote is lost. Please try again.'

/** Does one thing about a request at a time, and reads anew what the pages show of it. */
export function useCareAction(accountId: string) {
  const [isBusy, run] = useBusy()
  const [problem, setProblem] = useState<string>()
  function act(action: () => Promise<unknown>, onDone?: () => void) {
    run(async () => {
      setProblem(undefined)
      try {
        await action()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setProblem(isRefused(error) ? error.msg : unreachable)
        // It is not as the page believes.
        if (isRefused(error) && error.status === 409) await readPlanAgain(accountId)
        return
      }
      await readPlanAgain(accountId)
      onDone?.()
    })
  }
  return { isBusy, problem, act }
}
