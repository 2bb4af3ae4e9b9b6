import { call } from '../api/client.ts'
import { endSession } from './session.ts'

/** The browser forgets at once; that the server is told does not depend on the page staying open. */
export function logOut(): void {
  call('POST /api/auth/customer/logout').catch(() => {
    // Whatever the server says, nobody is signed in here any more; its own copy runs out by itself.
  })
  endSession('logout')
}
