import { useEffect } from 'react'
import { newStore } from './store.ts'

/** Where one is, for the bar and the window's title. The last one is the page itself. */
export type Crumb = { name: string; href?: string }

const crumbs = newStore<readonly Crumb[]>([])

export const useCrumbs = crumbs.use

export function useShownCrumbs(shown: readonly Crumb[]): void {
  const text = JSON.stringify(shown)
  useEffect(() => {
    const parsed = JSON.parse(text) as Crumb[]
    document.title = `${parsed.at(-1)?.name ?? 'Desk'} · Larkwell desk`
    crumbs.set(parsed)
  }, [text])
}
