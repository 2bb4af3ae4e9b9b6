import { navigate, useHistoryState } from 'wouter/use-browser-location'
import type { Mobile } from './mobile.ts'

type LaterPlace =
  | { step: 'no-mobile'; email: string }
  | { step: 'code'; email: string; mobile: Mobile; isResent: boolean }
export type Place = { step: 'email' } | LaterPlace

const start: Place = { step: 'email' }

/**
 * Where somebody is in logging in. It is kept in the browser's history: its Back button leads from the code to
 * the e-mail, and whoever reloads while waiting for the code need not ask for another.
 */
export function usePlace(): Place {
  return placeIn(useHistoryState())
}

export function placeIn(state: unknown): Place {
  return isLaterPlace(state) ? state : start
}

function isLaterPlace(state: unknown): state is LaterPlace {
  if (typeof state !== 'object' || state === null || !('step' in state) || !('email' in state)) return false
  return state.step === 'no-mobile' || (state.step === 'code' && 'mobile' in state)
}

/** A further step becomes an entry of the history; the same step again takes the place of what it was. */
export function goTo(place: LaterPlace): void {
  navigate(location.href, { replace: placeIn(history.state).step === place.step, state: place })
}
