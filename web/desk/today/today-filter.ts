import { useSearchParams } from 'wouter'
import { regions, type Region } from '#domain/region.ts'
import { queueTopicNames, type QueueTopic } from '#domain/staff-queue.ts'

const owners = ['Everybody', 'Mine', 'NotTaken'] as const

export type TodayFilter = {
  topic: QueueTopic | undefined
  whose: (typeof owners)[number]
  region: Region | undefined
  school: string | undefined
}

/** In the address, so that Back, a reload and a colleague find the same list. */
export function useTodayFilter(): [TodayFilter, (change: Partial<TodayFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter: TodayFilter = {
    topic: queueTopicNames.find((topic) => topic === search.get('topic')),
    whose: owners.find((owner) => owner === search.get('whose')) ?? 'Everybody',
    region: regions.find((region) => region === search.get('region')),
    school: search.get('school') ?? undefined,
  }
  const change = (changed: Partial<TodayFilter>) => {
    const next = { ...filter, ...changed }
    const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== 'Everybody')
    setSearch(new URLSearchParams(kept as [string, string][]), { replace: true })
  }
  return [filter, change]
}

const currentKey = 'larkwell.desk.today.current'

/** The row that one was at, of this tab: whoever comes back is there again. */
export const lastRow = (): string | undefined => sessionStorage.getItem(currentKey) ?? undefined
export const keepRow = (key: string): void => sessionStorage.setItem(currentKey, key)
