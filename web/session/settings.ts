import { useSyncExternalStore } from 'react'
import type { Settings } from '#contract/settings.ts'
import { useRegion } from './session.ts'

let settings: Settings | undefined

/** The server writes them into the page, so that no request is needed. */
export function readSettings(): Settings {
  settings ??= JSON.parse(document.getElementById('settings')?.textContent ?? '') as Settings
  return settings
}

const neverChanges = () => () => {}

/** Null only in the page that the build renders. */
export function useSettings(): Settings | null {
  return useSyncExternalStore(neverChanges, readSettings, () => null)
}

/** The support phone number and e-mail of the customer's region. */
export function useSupport(): { phone: string; email: string } {
  const region = useRegion()
  return useSettings()?.support[region] ?? { phone: '', email: '' }
}
