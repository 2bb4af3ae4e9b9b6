import { useEffect } from 'react'
import { normalised } from '#domain/plan/fee-variances.ts'
import type { PlannerFacts } from '../plan/planner-facts.ts'
import { requestOf, emptyForm } from './plan-form.ts'
import { lengthsIn } from './plan-lengths.ts'
import { calculate } from './calculate.ts'

/** By then the page is drawn, and hardly anybody has chosen anything. */
const headStartMs = 300

/** The first run of the calculation is slow. So it runs once before it is needed, and the first choice shows at once. */
export function useHeadStart(facts: PlannerFacts): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const request = firstRequest(facts)
      if (request) calculate(facts, request)
    }, headStartMs)
    return () => clearTimeout(timer)
  }, [facts])
}

function firstRequest({ planYear, material, offer }: PlannerFacts) {
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)
  if (!option) return undefined
  const form = emptyForm(planYear)
  const count = lengthsIn(option.durationOptions, form.frequency).defaultDuration
  const variances = normalised(material.plan?.variances)
  return requestOf({ ...form, startDate: option.minStartDate, count, variances }, null)
}
