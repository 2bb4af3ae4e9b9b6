import { placeIn } from './login-place.ts'
import { readLoginAddress } from './login-address.ts'

let isTaken = false

/**
 * The e-mail to which the address of the page asks for a code. It is given out once per load: a page that is drawn
 * twice, or a step that is come back to, must not have a second code sent. Null as well where a reload finds the
 * customer waiting for the code already.
 */
export function takeAskedEmail(): string | null {
  if (isTaken) return null
  isTaken = true
  const { email } = readLoginAddress(new URLSearchParams(location.search))
  return email !== '' && placeIn(history.state).step === 'email' ? email : null
}
