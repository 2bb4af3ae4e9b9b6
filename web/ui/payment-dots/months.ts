import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'

export type Dot = { date: string; status: PlanPaymentStatus }

/** The index tells apart two payments on one day. */
type Month = { month: string; label: string; dots: (Dot & { index: number })[] }

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Every month from the first payment to the last, including those without one. */
export function inMonths(dots: readonly Dot[]): Month[] {
  const dates = dots.map(({ date }) => date).toSorted()
  const first = dates[0]
  const last = dates.at(-1)
  if (first === undefined || last === undefined) return []
  const indexed = dots.map((dot, index) => ({ ...dot, index }))
  const months: Month[] = []
  for (let at = monthNumber(first); at <= monthNumber(last); at += 1) {
    months.push({
      month: `${Math.floor(at / 12)}-${at % 12}`,
      label: names[at % 12] ?? '',
      dots: indexed.filter(({ date }) => monthNumber(date) === at),
    })
  }
  return months
}

/** Counted from the year 0, so that consecutive months differ by one across years. */
function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}
