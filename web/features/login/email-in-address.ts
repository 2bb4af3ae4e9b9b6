import { loginStepIn } from './login-step.ts'
import { readLoginAddress } from './login-address.ts'

let isTaken = false

/**
 * The e-mail address in the page's URL, to which a code should be sent. Returned once per history entry: rendering
 * twice, reloading or going back must not send a second code. Also null when a reload finds the customer already
 * waiting for the code.
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
