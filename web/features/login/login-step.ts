import { navigate, useHistoryState } from 'wouter/use-browser-location'
import type { Mobile } from './mobile.ts'

/** What the code step says about the code: that it was sent again, or that it had been sent before. */
export type CodeNote = 'resent' | 'sent-before' | null

type LaterStep =
  | { step: 'no-mobile'; email: string }
  | { step: 'code'; email: string; mobile: Mobile; sentAt: number; note: CodeNote }
export type LoginStep = { step: 'email' } | LaterStep

const start: LoginStep = { step: 'email' }

/**
 * The current step of the log-in. It is kept in the browser's history, so that Back goes from the code to the e-mail,
 * and a reload while waiting needs no new code.
 */
export function useLoginStep(): LoginStep {
  return loginStepIn(useHistoryState())
}

export function loginStepIn(state: unknown): LoginStep {
  return isLaterStep(state) ? state : start
}

function isLaterStep(state: unknown): state is LaterStep {
  if (typeof state !== 'object' || state === null || !('step' in state) || !('email' in state)) return false
  return state.step === 'no-mobile' || (state.step === 'code' && 'mobile' in state && 'sentAt' in state)
}

/** A new step adds a history entry; the same step replaces its entry. */
export function goTo(next: LaterStep): void {
  navigate(location.href, { replace: loginStepIn(history.state).step === next.step, state: next })
}
