import { navigate, useHistoryState } from 'wouter/use-browser-location'
import type { Mobile } from './mobile.ts'

type LaterStep =
  | { step: 'no-mobile'; email: string }
  | { step: 'code'; email: string; mobile: Mobile; isResent: boolean }
export type LoginStep = { step: 'email' } | LaterStep

const start: LoginStep = { step: 'email' }

/**
 * Where somebody is in logging in. It is kept in the browser's history: its Back button leads from the code to
 * the e-mail, and whoever reloads while waiting for the code need not ask for another.
 */
export function useLoginStep(): LoginStep {
  return loginStepIn(useHistoryState())
}

export function loginStepIn(state: unknown): LoginStep {
  return isLaterStep(state) ? state : start
}

function isLaterStep(state: unknown): state is LaterStep {
  if (typeof state !== 'object' || state === null || !('step' in state) || !('email' in state)) return false
  return state.step === 'no-mobile' || (state.step === 'code' && 'mobile' in state)
}

/** A further step becomes an entry of the history; the same step again takes the place of what it was. */
export function goTo(next: LaterStep): void {
  navigate(location.href, { replace: loginStepIn(history.state).step === next.step, state: next })
}
