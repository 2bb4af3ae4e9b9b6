import { dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Account } from '../demo/account.ts'
import type { Said } from '../demo/conversations.ts'
import { encryptBankDetails } from '../demo/bank-details.ts'
import { insertFamily } from '../demo/family.ts'
import { drawReally } from '../demo/files.ts'
import { linkSources } from '../demo/link-sources.ts'
import { payRemittances, remitByLedger } from '../demo/remittances.ts'
import { encryptLinks } from '../demo/request-links.ts'
import { insertSchools } from '../demo/schools.ts'
import { drawSample } from './sample-files.ts'
import type { TestServer } from './server.ts'

type FamilyInput = {
  email: string
  mobile: string | null
  region?: Region
  accounts?: Account[]
  firstName?: string
  lastName?: string
  conversation?: Said[]
  /** Its files have real pages, for a test that reads them. */
  hasRealFiles?: true
}

/** A family built like the demo's, in the database of one test server. */
export async function addFamily({ deps }: Pick<TestServer, 'deps'>, { hasRealFiles, ...input }: FamilyInput) {
  const now = deps.clock()
  const family = await deps.db.transaction(async (tx) => {
    const hasSchools = async () => (await tx.many(sql`select 1 from institution limit 1`)).length > 0
    if (!(await hasSchools())) {
      // The first families of a test may come side by side.
      await tx.run(sql`lock table institution in share row exclusive mode`)
      if (!(await hasSchools())) await insertSchools(tx, now)
    }
    const isUk = input.region === 'UK'
    const inserted = await insertFamily(
      tx,
      {
        firstName: 'Olivia',
        lastName: 'Bennett',
        accounts: [isUk ? { school: 'Oakfield School' } : {}],
        ...input,
      },
      now,
      hasRealFiles ? drawReally : drawSample,
    )
    await remitByLedger(tx)
    await payRemittances(tx, dateIn(input.region ?? 'AU', now))
    return inserted
  })
  await linkSources(deps)
  await encryptBankDetails(deps)
  await encryptLinks(deps)
  const [first] = family.accounts
  if (!first) throw new Error('A family here has an account')
  return { ...family, accountId: first.id }
}
