import { useState } from 'react'
import { useLocation } from 'wouter'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { ApiError, isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { weekdayAndDay } from '../../plan/day-words.ts'
import { scheduleAddress } from '../addresses.ts'
import { readPlanAgain } from '../change-plan.ts'
import { showChanged } from '../changed-row.ts'
import type { RunningPlan } from '../use-flexible.ts'

export const chooseMethod = 'POST /api/portal/customer/account/:accountId/choose-method-of-payment'

type Which = { accountId: string; plan: RunningPlan; dueOn: string; year: number | undefined }

/** Chooses a method for one payment, and then leads back to the schedule. To try again is safe. */
export function useChooseMethod({ accountId, plan, dueOn, year }: Which) {
  const [, navigate] = useLocation()
  const [isBusy, run] = useBusy()
  const [failure, setFailure] = useState<string>()

  async function choose({ id, displayName }: { id: string; displayName: string }): Promise<void> {
    setFailure(undefined)
    const { id: planId, version } = plan.onFile
    try {
      const { on } = await call(chooseMethod, {
        params: { accountId },
        body: { planId, version, dueOn, sourceId: id },
      })
      await readPlanAgain(accountId)
      const day = weekdayAndDay(on)
      showToast({
        variant: 'success',
        text: `We take this payment from ${withinSentence(displayName)} on ${day}.`,
      })
      showChanged(dueOn)
      navigate(scheduleAddress(year))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isRefused(error)) await readPlanAgain(accountId)
      setFailure(
        isRefused(error)
          ? error.msg
          : 'We could not reach our server, so this may not be saved. Please try again in a few moments.',
      )
    }
  }

  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    choose: (method: { id: string; displayName: string }) => run(() => choose(method)),
  }
}
