import type { PaymentPlan } from '#contract/payment-schedule.ts'

/** The names of what two plans differ in; a plan's names and sums stay out of reports. */
export function differencesOf(a: PaymentPlan, b: PaymentPlan): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof PaymentPlan)[]
  return names.filter((name) => written(a[name]) !== written(b[name]))
}

/** The wire has an order of its own for the fields of an object, which means nothing. */
function written(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
