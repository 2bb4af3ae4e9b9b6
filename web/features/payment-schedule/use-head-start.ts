import { useEffect } from 'react'
import { normalised } from '#domain/plan/fee-variances.ts'
import type { ReckonWith } from './material.ts'
import { askedOf, emptyForm } from './plan-form.ts'
import { lengthsIn } from './plan-lengths.ts'
import { reckon } from './reckon.ts'

/** By then the page is drawn, and hardly anybody has chosen anything. */
const headStartMs = 300

/** What runs for the first time runs slowly. So the engine runs once unasked, and the first choice shows as fast as the next. */
export function useHeadStart(reckonWith: ReckonWith): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const asked = firstPlan(reckonWith)
      if (asked) reckon(reckonWith, asked)
    }, headStartMs)
    return () => clearTimeout(timer)
  }, [reckonWith])
}

function firstPlan({ planYear, material, offer }: ReckonWith) {
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)
  if (!option) return undefined
  const form = emptyForm(planYear)
  const count = lengthsIn(option.durationOptions, form.frequency).defaultDuration
  const variances = normalised(material.plan?.variances)
  return askedOf({ ...form, startDate: option.minStartDate, count, variances }, null)
}
