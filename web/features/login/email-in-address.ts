import { loginStepIn } from './login-step.ts'
import { readLoginAddress } from './login-address.ts'

let isTaken = false

/**
 * The e-mail to which the address of the page asks for a code. It is given out once per entry of the history: a page
 * that is drawn twice or loaded anew, or a step that is come back to, must not have a second code sent. Null as well
 * where a reload finds the customer waiting for the code already.
 */
export function takeEmailInAddress(): string | null {
  if (isTaken) return null
  isTaken = true
  const { email } = readLoginAddress(new URLSearchParams(location.search))
  if (email === '' || loginStepIn(history.state).step !== 'email' || isCodeSent(history.state)) return null
  history.replaceState({ isCodeSent: true }, '')
  return email
}

function isCodeSent(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isCodeSent' in state
}
