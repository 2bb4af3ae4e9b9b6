import { useEffect, useRef, useState } from 'react'
import type { FindResult } from '#contract/staff-find.ts'
import { findLimits } from '#domain/find.ts'
import { queryClient, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useNow } from '../foundation/clock.ts'
import { useLiveQueue } from '../foundation/live.ts'
import { useMay, usePerson } from '../foundation/session.ts'
import { useSettled } from '../foundation/use-settled.ts'
import { foundGroups, openedGroup, placesGroup, type PaletteGroup } from './palette-groups.ts'
import { readOpened } from './opened.ts'

const tidied = (typed: string) => typed.trim().replaceAll(/\s+/g, ' ')

export type Search = {
  isSearching: boolean
  /** What is shown belongs to what was typed: a reply to an earlier text is shown, but not opened. */
  isCurrent: boolean
  result: FindResult | undefined
  groups: readonly PaletteGroup[]
  error: unknown
  retry: () => void
  /** How long the server took to be heard, in seconds. */
  seconds: number | null
}

/** What is found by a text, as it is typed. Each text has its own reply, so a late one replaces no other. */
export function useFind(typed: string): Search {
  const text = tidied(typed)
  const settled = useSettled(text)
  const isSearching = text.length >= findLimits.least
  const asked = settled.length >= findLimits.least ? settled.slice(0, findLimits.most) : ''
  const query = useRead(
    'GET /api/staff/find',
    { query: { q: asked } },
    { isOff: asked === '', keepsPrevious: true },
  )
  const seconds = useTaken(query.isFetching)
  const start = useStart()
  const result = isSearching ? query.data : undefined
  return {
    isSearching,
    isCurrent: !isSearching || (settled === text && !query.isPlaceholderData && query.data !== undefined),
    result,
    groups: isSearching ? (result ? foundGroups(result) : []) : start,
    error: isSearching ? query.error : null,
    retry: () => void query.refetch(),
    seconds,
  }
}

/** For who presses Enter before the reply has come: the same reply, as soon as it is there. */
export async function findNow(typed: string): Promise<readonly PaletteGroup[]> {
  const request = { query: { q: tidied(typed).slice(0, findLimits.most) } }
  const result = await queryClient.fetchQuery({
    queryKey: ['GET /api/staff/find', request],
    queryFn: () => call('GET /api/staff/find', request),
  })
  return foundGroups(result)
}

function useTaken(isFetching: boolean): number | null {
  const begun = useRef(0)
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    if (isFetching) begun.current = performance.now()
    else if (begun.current > 0) setSeconds((performance.now() - begun.current) / 1000)
  }, [isFetching])
  return seconds
}

/** Before anything is typed: what was opened lately, and where one may go. */
function useStart(): readonly PaletteGroup[] {
  const { id } = usePerson()
  const now = useNow()
  const queue = useLiveQueue()
  const mayOperate = useMay('operations')
  const [opened] = useState(() => readOpened(id))
  const idsOf = (kind: string) => opened.filter((each) => each.kind === kind).map((each) => each.id)
  const { data = [] } = useRead(
    'GET /api/staff/find/opened',
    {
      query: {
        families: idsOf('families').join(','),
        payments: idsOf('payments').join(','),
        schools: idsOf('schools').join(','),
      },
    },
    { isOff: opened.length === 0 },
  )
  const lately = openedGroup(opened, data, now)
  return [...(lately.lines.length > 0 ? [lately] : []), placesGroup(queue, mayOperate)]
}
