import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { ApiError, isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { weekdayAndDay } from '../../plan/day-words.ts'
import { scheduleAddress } from '../addresses.ts'
import { readPlanAgain } from '../change-plan.ts'
import { showChanged } from '../changed-row.ts'
import type { RunningPlan } from '../use-flexible.ts'
import type { PaymentToMove } from './move-view.ts'

/** The outcome of a move that did not succeed. */
export type MoveOutcome =
  | { kind: 'failed' }
  /** Nobody could say whether it was. To try again is safe: the server moves it from the same version once. */
  | { kind: 'unknown' }
  | { kind: 'refused'; msg: string }

type ToMove = { account: Account; plan: RunningPlan; payment: PaymentToMove; year: number | undefined }

/** Moves a payment once, and then leads back to the schedule. */
export function useMove({ account: { accountId }, plan, payment: { dueOn }, year }: ToMove) {
  const [, navigate] = useLocation()
  const [isBusy, run] = useBusy()
  const [outcome, setOutcome] = useState<MoveOutcome>()

  /** The day on which it is collected now; undefined where that cannot be found out. */
  async function dayNow(): Promise<string | undefined> {
    try {
      const { flexible } = await call('GET /api/portal/customer/account/:accountId/plan-material', {
        params: { accountId },
        query: { year },
      })
      return flexible?.coming.find((each) => each.dueOn === dueOn)?.on ?? ''
    } catch {
      return undefined
    }
  }

  async function whyFailed(error: unknown, to: CalendarDate): Promise<MoveOutcome | undefined> {
    if (!(error instanceof ApiError)) throw error
    const day = await dayNow()
    if (day === undefined) return { kind: 'unknown' }
    // The reply to an earlier try was lost.
    if (day === to) return undefined
    if (!isRefused(error)) return { kind: 'failed' }
    // The plan is not what the page believes. Read anew, the page may say by itself that it cannot be moved.
    await readPlanAgain(accountId)
    return { kind: 'refused', msg: error.msg }
  }

  async function move(to: CalendarDate): Promise<void> {
    setOutcome(undefined)
    const { id: planId, version } = plan.onFile
    try {
      await call('POST /api/portal/customer/account/:accountId/move-payment', {
        params: { accountId },
        body: { planId, version, dueOn, to, textVersion: plan.flexible.texts.move.version },
      })
    } catch (error) {
      const why = await whyFailed(error, to)
      if (why) return setOutcome(why)
    }
    await readPlanAgain(accountId)
    showToast({ variant: 'success', text: `Payment moved to ${weekdayAndDay(to)}.` })
    showChanged(dueOn)
    navigate(scheduleAddress(year))
  }

  return {
    isBusy,
    outcome,
    move: (to: CalendarDate) => run(() => move(to)),
    forget: () => setOutcome(undefined),
  }
}
