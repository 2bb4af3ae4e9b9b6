import type { PlanForm } from '../plan-form.ts'
import type { LivePlan } from '../use-live-plan.ts'

type Standing = {
  /** What is chosen is what is saved. */
  isSaved: boolean
  form: PlanForm
  live: LivePlan
  /** Somebody else has saved since. */
  isOvertaken: boolean
  isClosed: boolean
}

/** The reason why there is nothing to save, shown beside the button; undefined if there is something. */
export function whyNotSave({ isSaved, form, live, isOvertaken, isClosed }: Standing): string | undefined {
  if (isClosed) return 'Changes to this plan are closed.'
  if (isSaved) return 'Your plan is saved. Change something to save it again.'
  if (isOvertaken) return 'Choose which plan to keep.'
  if (live.kind === 'refused')
    return live.msg === undefined || Object.keys(live.fields).length > 0
      ? 'Please correct what is marked to save your plan.'
      : 'There is no plan to save yet.'
  if (form.startDate === null) return 'Choose a first payment date to save your plan.'
  if (form.count === 0) return 'Choose a plan length to save your plan.'
  if (live.kind === 'incomplete' || live.check.kind === 'waiting') return 'Checking the figures…'
  if (live.check.kind === 'failed') return 'We could not check these figures.'
  return undefined
}
