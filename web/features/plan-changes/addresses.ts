import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'

type Way = 'move' | 'method' | 'skip' | 'extra' | 'help'

/** The page of a way to change a running plan. A year is named only where it is not the one that runs. */
export function changeAddress(
  way: Way,
  { year, due, outcome }: { year?: number | undefined; due?: string; outcome?: ExtraOutcome } = {},
): string {
  return withQuery(`/payment-schedule/${way}`, { year, due, outcome })
}

export function scheduleAddress(year: number | undefined): string {
  return withQuery('/payment-schedule', { year })
}

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}
