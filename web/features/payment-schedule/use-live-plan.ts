import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import type { Refusal } from '#domain/refusal.ts'
import { isRefused, type ApiError } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { reportError } from '../../support/report-error.ts'
import { differencesOf } from './differences.ts'
import type { PlannerFacts } from '../plan/planner-facts.ts'
import { planOfYearQuery } from '../plan/plan-queries.ts'
import { calculate, type Calculation } from './calculate.ts'

const debounceMs = 300

/** What the server has said so far of a plan that is being tried out. */
export type Check =
  | { kind: 'waiting' }
  | { kind: 'confirmed' }
  /** It could not be asked; the choices are as good as before. */
  | { kind: 'failed'; retry: () => void }

/** What the parent sees of a plan that is being tried out. */
export type LivePlan =
  /** Not everything is there that a calculation needs. */
  | { kind: 'incomplete' }
  /** What is wrong with which field; without any, `msg` says why there can be no plan. */
  | { kind: 'refused'; fields: Record<string, string>; msg: string | undefined }
  /** Without a plan where only the server's figures may be shown, and they are not there yet. */
  | { kind: 'plan'; plan: PaymentPlan | undefined; check: Check }

export function planIn(live: LivePlan): PaymentPlan | undefined {
  return live.kind === 'plan' ? live.plan : undefined
}

type Answer = { kind: 'plan'; plan: PaymentPlan } | { kind: 'refused'; error: ApiError } | { kind: 'failed' }

/**
 * The plan that the form describes: calculated here at once, and confirmed by the server when the parent pauses. Once
 * the server has replied, its reply counts. A difference between the two is a fault and is reported.
 */
export function useLivePlan(
  accountId: string,
  facts: PlannerFacts,
  request: PlanRequest | undefined,
): LivePlan {
  const calculated = useMemo(() => request && calculate(facts, request), [facts, request])
  const { answer, retry } = useAnswer(accountId, calculated?.kind === 'plan' ? request : undefined)
  const differences = useMemo(() => differencesFrom(calculated, answer), [calculated, answer])
  const isTrusted = useTrust(accountId, request, answer, differences.length > 0)

  return useMemo(
    () => liveOf({ calculated, answer, differences, isTrusted, retry }),
    [calculated, answer, differences, isTrusted, retry],
  )
}

type Known = {
  calculated: Calculation | undefined
  answer: Answer | undefined
  differences: readonly string[]
  isTrusted: boolean
  retry: () => void
}

function liveOf({ calculated, answer, differences, isTrusted, retry }: Known): LivePlan {
  if (!calculated) return { kind: 'incomplete' }
  if (calculated.kind === 'refused')
    return { kind: 'refused', fields: calculated.fields, msg: sayWhyNot(calculated) }
  const own = isTrusted ? calculated.plan : undefined
  if (!answer) return { kind: 'plan', plan: own, check: { kind: 'waiting' } }
  if (answer.kind === 'failed') return { kind: 'plan', plan: own, check: { kind: 'failed', retry } }
  if (answer.kind === 'refused')
    return { kind: 'refused', fields: answer.error.fields, msg: answer.error.msg }
  // The very same object, where it is the same plan: what is drawn of it need not be drawn again.
  const plan = differences.length === 0 ? calculated.plan : answer.plan
  return { kind: 'plan', plan, check: { kind: 'confirmed' } }
}

const whyNot: Partial<Record<Refusal['code'], string>> = {
  no_fees: 'Your school has not published its fees for this school year yet.',
  fee_changes_not_allowed: 'The fees of your school cannot be changed here. Please contact us.',
}

function sayWhyNot({ code, fields }: Extract<Calculation, { kind: 'refused' }>): string | undefined {
  if (Object.keys(fields).length > 0) return undefined
  return whyNot[code] ?? 'There can be no plan with these choices. Please contact us.'
}

/** The server's word on a request, once the parent has paused; undefined until it has come. */
function useAnswer(accountId: string, request: PlanRequest | undefined) {
  const [attempt, setAttempt] = useState(0)
  const [given, setGiven] = useState<{ to: PlanRequest; attempt: number; answer: Answer }>()
  useEffect(() => {
    if (!request) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void askServer(accountId, request, abort.signal).then((answer) => {
        if (answer) setGiven({ to: request, attempt, answer })
      })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [accountId, request, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { answer: given?.to === request && given?.attempt === attempt ? given.answer : undefined, retry }
}

async function askServer(
  accountId: string,
  request: PlanRequest,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  try {
    const plan = await call('POST /api/portal/customer/account/:accountId/calculate-plan', {
      params: { accountId },
      body: request,
      signal,
    })
    return signal.aborted ? undefined : { kind: 'plan', plan }
  } catch (error) {
    if (signal.aborted) return undefined
    return isRefused(error) && error.code !== 'rate_limited' ? { kind: 'refused', error } : { kind: 'failed' }
  }
}

function differencesFrom(calculated: Calculation | undefined, answer: Answer | undefined): string[] {
  if (calculated?.kind !== 'plan' || !answer || answer.kind === 'failed') return []
  if (answer.kind === 'refused') return [`refused as ${answer.error.code}`]
  return differencesOf(calculated.plan, answer.plan)
}

/**
 * Whether the figures calculated here may be shown. What the form calculates with may have grown old, so it is read anew
 * once; if the two still differ, something is wrong, and from then on only the server's figures show.
 */
function useTrust(
  accountId: string,
  request: PlanRequest | undefined,
  answer: Answer | undefined,
  isContradicted: boolean,
): boolean {
  const queryClient = useQueryClient()
  const [isTrusted, setTrusted] = useState(true)
  useEffect(() => {
    if (!isContradicted || !request || !answer) return
    const { queryKey } = planOfYearQuery(accountId, request.paymentSchedule.planYear)
    // Somebody may have saved since, and then the form is about another plan than it believes.
    void queryClient.invalidateQueries({ queryKey: ['plan-material', accountId] }).then(() => {
      const fresh = queryClient.getQueryData(queryKey)?.facts
      const differences = fresh ? differencesFrom(calculate(fresh, request), answer) : []
      if (differences.length === 0) return
      setTrusted(false)
      reportError(
        new Error(`The plan calculated in the portal is not the server's: ${differences.join(', ')}`),
      )
    })
  }, [accountId, request, answer, isContradicted, queryClient])
  return isTrusted
}
