import { placeIn } from './login-place.ts'
import { readLoginAddress } from './login-address.ts'

let isTaken = false

/**
 * The e-mail to which the address of the page asks for a code. It is given out once per entry of the history: a page
 * that is drawn twice or loaded anew, or a step that is come back to, must not have a second code sent. Null as well
 * where a reload finds the customer waiting for the code already.
 */
export function takeAskedEmail(): string | null {
  if (isTaken) return null
  isTaken = true
  const { email } = readLoginAddress(new URLSearchParams(location.search))
  if (email === '' || placeIn(history.state).step !== 'email' || wasAsked(history.state)) return null
  history.replaceState({ isAsked: true }, '')
  return email
}

function wasAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isAsked' in state
}
