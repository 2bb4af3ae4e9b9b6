import { useEffect, useSyncExternalStore } from 'react'

/** Where one is, for the bar and the window's title. The last one is the page itself. */
export type Crumb = { name: string; href?: string }

let crumbs: readonly Crumb[] = []
const listeners = new Set<() => void>()

export function useCrumbs(): readonly Crumb[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => crumbs,
  )
}

export function useShownCrumbs(shown: readonly Crumb[]): void {
  const text = JSON.stringify(shown)
  useEffect(() => {
    crumbs = JSON.parse(text) as Crumb[]
    document.title = `${crumbs.at(-1)?.name ?? 'Desk'} · Larkwell desk`
    for (const listener of listeners) listener()
  }, [text])
}
