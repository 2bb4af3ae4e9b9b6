import { call } from './staff-client.ts'

/** Loads the page anew, so that nothing of any family stays in memory. */
export async function logOut(): Promise<void> {
  await call('POST /api/staff/log-out').catch(() => {})
  location.assign('/desk')
}
