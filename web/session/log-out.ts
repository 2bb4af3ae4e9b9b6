import { call } from './client.ts'
import { endSession } from './session.ts'

/** The browser forgets the session at once. The call to the server outlives the page. */
export function logOut(): void {
  call('POST /api/auth/customer/logout').catch(() => {
    // Signed out here whatever the server replies; its session expires on its own.
  })
  endSession('logout')
}
