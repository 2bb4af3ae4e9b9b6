import { useSyncExternalStore } from 'react'
import type { Settings } from '#contract/settings.ts'
import { useRegion } from './session.ts'

let settings: Settings | undefined

/** The server writes them into the page, so that nobody has to wait for them. */
export function readSettings(): Settings {
  settings ??= JSON.parse(document.getElementById('settings')?.textContent ?? '') as Settings
  return settings
}

const neverChanges = () => () => {}

/** Null only in a page that was drawn before anyone asked for it. */
export function useSettings(): Settings | null {
  return useSyncExternalStore(neverChanges, readSettings, () => null)
}

/** Whom a customer of this region may call or write to. */
export function useSupport(): { phone: string; email: string } {
  const region = useRegion()
  return useSettings()?.support[region] ?? { phone: '', email: '' }
}
