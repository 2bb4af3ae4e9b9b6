import { useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentSchedule } from '#contract/payment-schedule.ts'
import { leaveFreely } from '../../ui/leave-warning/leaving.ts'
import type { PlannerFacts } from '../plan/planner-facts.ts'
import { requestOf, baseOf, changedForm, startingForm, type ChangedPlan, type PlanForm } from './plan-form.ts'
import { lengthAmong, lengthsFor, lengthsIn, type Lengths } from './plan-lengths.ts'
import { durationsQuery } from '../plan/plan-queries.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { useHeadStart } from './use-head-start.ts'
import { useLivePlan, type LivePlan } from './use-live-plan.ts'
import { useSavePlan } from './use-save-plan.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { whyNotSave } from './estimate/why-not-save.ts'

export type PlannerInput = {
  account: Account
  schedule: PaymentSchedule
  facts: PlannerFacts
  /** Undefined while nothing was changed. */
  changed: ChangedPlan | undefined
  onChange: (changed: ChangedPlan | undefined) => void
}

/** Everything about a plan in the making but how it looks. */
export function usePlanner({ account, schedule, facts, changed, onChange }: PlannerInput) {
  const { accountId, region, config } = account
  const stored = schedule.planStatus === 'None' ? undefined : schedule
  const chosen = useMemo(() => changed?.form ?? startingForm(schedule), [changed, schedule])
  const lengths = useLengths(account, facts, chosen)
  const form = useMemo(() => fitted(chosen, lengths), [chosen, lengths])
  const base = useMemo(() => (changed ? changed.base : baseOf(schedule)), [changed, schedule])
  const request = useMemo(() => requestOf(form, base), [form, base])
  // What is saved and untouched is shown as it was saved; a draft is still to be calculated.
  const kept = !changed && stored && stored.planStatus !== 'Draft' ? stored : undefined
  useHeadStart(facts)
  const calculated = useLivePlan(accountId, facts, kept ? undefined : request)
  const live = useMemo<LivePlan>(
    () => (kept ? { kind: 'plan', plan: kept, check: { kind: 'confirmed' } } : calculated),
    [kept, calculated],
  )

  const [, navigate] = useLocation()
  const latestForm = useLatest(form)
  const { isBusy, outcome, save, forget } = useSavePlan(accountId, (saved) => {
    // What was changed while it was being saved is still to be saved.
    if (latestForm.current !== form) return onChange({ form: latestForm.current, base: baseOf(saved) })
    const isFirst = schedule.planStatus !== 'Saved' && schedule.planStatus !== 'ManualReview'
    if (config.isSetupIncomplete && isFirst) leaveFreely(() => navigate('/manage-payments'))
    onChange(undefined)
  })

  const isOvertaken = changed !== undefined && base?.version !== stored?.version
  const isClosed = facts.whyNotEditable !== null
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/save-plan')
  const lastLengths = useRef(lengths)
  const latestChange = useLatest((part: Partial<PlanForm>) => {
    if (lengths.allowedDurations.length > 0) lastLengths.current = lengths
    forget()
    const { offer } = facts
    onChange({ form: changedForm(form, part, lastLengths.current, { offer, region }), base })
  })

  return {
    form,
    lengths,
    live,
    /** The saved plan, while nothing else is chosen. */
    kept,
    /** Also while something else is chosen. */
    stored,
    isOvertaken,
    isBusy,
    outcome,
    why: refusal ?? whyNotSave({ isSaved: kept !== undefined, form, live, isOvertaken, isClosed }),
    save: () => request && save(request),
    /** The same function always, for what is drawn anew only when it changes. */
    change: useCallback((part: Partial<PlanForm>) => latestChange.current(part), [latestChange]),
    keepChoices: () => onChange({ form, base: baseOf(schedule) }),
    showSaved: () => {
      forget()
      onChange(undefined)
    },
  }
}

export type PlannerState = ReturnType<typeof usePlanner>

/** A length that the server does not offer after all gives way. */
function fitted(form: PlanForm, lengths: Lengths): PlanForm {
  const count = form.count === 0 ? 0 : lengthAmong(form.count, lengths, lengths)
  return count === form.count ? form : { ...form, count }
}

/** Calculated here at once; what the server says of the date counts as soon as it is there. */
function useLengths({ accountId, region }: Account, { offer }: PlannerFacts, form: PlanForm): Lengths {
  const { planYear, startDate, frequency } = form
  const own = useMemo(
    () => lengthsFor({ planYear, startDate, frequency }, { offer, region }),
    [planYear, startDate, frequency, offer, region],
  )
  // To ask takes a moment, and the choice must be seen first.
  const asked = useAfterPaint(startDate)
  const { data } = useQuery({
    ...durationsQuery(accountId, planYear, asked ?? ''),
    enabled: asked !== null && asked === startDate,
  })
  const known = asked === startDate ? data : undefined
  return useMemo(() => (known ? lengthsIn(known.durationOptions, frequency) : own), [known, frequency, own])
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
