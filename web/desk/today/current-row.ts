import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { QueueItem } from '#contract/staff-queue.ts'
import { keyOf } from './kind-looks.ts'

const storageKey = 'larkwell.desk.today.current'

const rowOf = (item: QueueItem) =>
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(keyOf(item))}"]`)

/**
 * Which row one is at, kept for this tab: coming back leads to it again. It stays the same thing while the list
 * moves; once that is settled, what has come into its place is current.
 */
export function useCurrentRow(items: readonly QueueItem[]) {
  const [key, setKey] = useState(() => sessionStorage.getItem(storageKey))
  const [place, setPlace] = useState(0)
  const found = items.findIndex((item) => keyOf(item) === key)
  if (found !== -1 && found !== place) setPlace(found)
  const index = Math.max(0, found === -1 ? Math.min(place, items.length - 1) : found)
  const current = items[index]
  const setCurrent = useCallback((item: QueueItem) => {
    setKey(keyOf(item))
    sessionStorage.setItem(storageKey, keyOf(item))
  }, [])
  const showAgain = useEffectEvent(() => {
    if (found !== -1 && current) rowOf(current)?.scrollIntoView({ block: 'nearest' })
  })
  const isShown = current !== undefined
  useEffect(() => {
    if (isShown) showAgain()
  }, [isShown])
  const move = (by: 1 | -1) => {
    const next = items[Math.min(Math.max(index + by, 0), items.length - 1)]
    if (!next) return
    setCurrent(next)
    rowOf(next)?.focus()
  }
  return { current, setCurrent, move }
}
