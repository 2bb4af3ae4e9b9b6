import { call } from './staff-client.ts'
import { setServerTime } from './clock.ts'
import { enter, forgetPerson } from './session.ts'

/** Asks the server whose session this browser has. The call also keeps a session that is used alive. */
export async function askWho(): Promise<void> {
  const { person, now, sessionHours } = await call('GET /api/staff/session')
  setServerTime(now)
  if (person) enter(person)
  else forgetPerson(sessionHours)
}
