import { join } from 'node:path'
import { movableClock } from '#server/platform/clock.ts'
import { findCustomerByEmail } from '#server/people/login/login.store.ts'
import { startCustomerSession } from '#server/people/session/session.ts'
import { tokens } from '#server/platform/tokens/token.ts'
import { openStaffSession } from '#server/people/staff-access/staff-login.ts'
import { findStaffByEmail } from '#server/people/staff-access/staff-login.reads.ts'
import { database } from './database.ts'
import { serverConfig } from './server-config.ts'
import { dataDir } from './stack.ts'

/** The token of a new session, made by the server's own code as after a right code, without a message or a wait. */
export async function newSession({ email }: { email: string }): Promise<string> {
  const db = database()
  const customer = await findCustomerByEmail(db, email)
  if (!customer) throw new Error(`Nobody can log in as ${email}`)
  return startCustomerSession(db, { clock, tokens: await serverTokens() }, customer, 'Code')
}

/** The same for one of our people, for the cookie of the desk. */
export async function newStaffSession(email: string): Promise<string> {
  const db = database()
  const person = await findStaffByEmail(db, email)
  if (!person) throw new Error(`Nobody of ours is ${email}`)
  const deps = { db, clock, config: await serverConfig(), tokens: await serverTokens() }
  const { token } = await db.transaction((tx) => openStaffSession(tx, deps, person, 'journey', clock()))
  return token
}

const clock = movableClock(join(dataDir, 'clock.json'))

async function serverTokens() {
  return tokens((await serverConfig()).sessionKeys)
}
