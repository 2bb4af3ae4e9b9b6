import { useSearchParams } from 'wouter'
import { regions, type Region } from '#domain/region.ts'
import { queueTopicNames, type QueueTopic } from '#domain/staff-queue.ts'

const owners = ['Everybody', 'Mine', 'NotTaken'] as const

export type TodayFilter = {
  topic: QueueTopic | undefined
  whose: (typeof owners)[number]
  region: Region | undefined
  school: string | undefined
  /** How many rows at most. */
  shown: number
}

/** Steps of *Show the others*; no call answers with more than the last. */
export const shownSteps = [50, 200, 500] as const

export const noFilter: TodayFilter = {
  topic: undefined,
  whose: 'Everybody',
  region: undefined,
  school: undefined,
  shown: shownSteps[0],
}

/** In the address, so that Back, a reload and a colleague find the same list. */
export function useTodayFilter(): [TodayFilter, (change: Partial<TodayFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter: TodayFilter = {
    topic: queueTopicNames.find((topic) => topic === search.get('topic')),
    whose: owners.find((owner) => owner === search.get('whose')) ?? 'Everybody',
    region: regions.find((region) => region === search.get('region')),
    school: search.get('school') ?? undefined,
    shown: shownSteps.find((step) => String(step) === search.get('shown')) ?? noFilter.shown,
  }
  const change = (changed: Partial<TodayFilter>) => {
    const next = { ...filter, shown: noFilter.shown, ...changed }
    const names = Object.keys(noFilter) as (keyof TodayFilter)[]
    const kept = names.filter((name) => next[name] !== noFilter[name])
    setSearch(new URLSearchParams(kept.map((name) => [name, String(next[name])])), { replace: true })
  }
  return [filter, change]
}
