import { Pool } from 'pg'
import { dateIn } from '#domain/calendar/calendar.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import type { Db } from '#server/database/open.ts'
import type { Statement } from '#server/database/sql.ts'
import { overviewRead } from '#server/overview/overview.store.ts'
import { readInOpenSession } from '#server/session/session.store.ts'
import { floorPath, verify } from './floor-overview.ts'
import { serveFloor } from './floor-server.ts'

/**
 * Asks the database what we ask it, and passes on whatever it says: neither read nor a reply that anybody could use.
 * What lies between this and the raw floor is the length of our Overview; what lies between this and us is our own.
 */
const [id = '', secret = ''] = (process.env.SESSION_KEYS ?? '').split(':')
const options = '-c plan_cache_mode=force_generic_plan'
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options })
const types = { getTypeParser: () => (text: string) => text }
const first = async ({ name, text, values }: Statement) =>
  (await pool.query({ name, text, values, types })).rows[0]
const db = { first } as unknown as Db

async function answer(authorization: string | undefined, accountId: string): Promise<string | undefined> {
  const claims = verify(authorization?.slice('Bearer '.length) ?? '', id, secret)
  if (!claims) return undefined
  const now = new Date()
  const [yearAu, yearUk] = [tuitionYearOf(dateIn('AU', now), 'AU'), tuitionYearOf(dateIn('UK', now), 'UK')]
  const statement = overviewRead({ yearAu, yearUk, now })
  const known = await readInOpenSession(db, claims.sub, claims.sid, now, { accountId, statement })
  return known && Object.values(known.found).join('')
}

serveFloor(({ url = '', headers }) => {
  const [, accountId] = floorPath.exec(url) ?? []
  return accountId ? answer(headers.authorization, accountId) : undefined
})
