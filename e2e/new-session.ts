import { join } from 'node:path'
import { movableClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { findCustomerByEmail } from '#server/login/login.store.ts'
import { openSession } from '#server/session/session.ts'
import { tokens } from '#server/session/token.ts'
import { keepSecrets } from '#tools/secrets.ts'
import { database } from './database.ts'
import { addresses, dataDir } from './stack.ts'

/** The token of a new session, made by the server's own code as after a right code, without a message or a wait. */
export async function newSession({ email }: { email: string }): Promise<string> {
  const db = database()
  const customer = await findCustomerByEmail(db, email)
  if (!customer) throw new Error(`Nobody can log in as ${email}`)
  return openSession(db, { clock, tokens: await serverTokens() }, customer, 'Code')
}

const clock = movableClock(join(dataDir, 'clock.json'))

async function serverTokens() {
  const { sessionKeys } = await keepSecrets(join(dataDir, 'secrets.json'))
  return tokens(readConfig({ SESSION_KEYS: sessionKeys, DATABASE_URL: addresses().database }).sessionKeys)
}
