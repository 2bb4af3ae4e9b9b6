import { call } from '../../api/client.ts'

/** Ends the session that another person's replaces on the server too. */
export function endReplacedSession(): void {
  call('POST /api/auth/customer/logout').catch(() => {
    // The session expires on its own; the log-in need not wait for it.
  })
}
