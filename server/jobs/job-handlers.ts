import type { Deps } from '../deps.ts'
import { purgeLogins } from '../login/login.ts'
import { deliverMessage } from '../outbox/outbox.ts'
import { purgeTries } from '../rate-limit/rate-limit.ts'
import { purgeSessions } from '../session/session.ts'
import type { JobData, JobName } from './jobs.ts'

/** What each job does. */
export function jobHandlers(deps: Deps): { [Name in JobName]: (data: JobData[Name]) => Promise<void> } {
  return {
    'deliver-message': ({ messageId }) => deliverMessage(deps, messageId),
    'purge-expired': async () => {
      const now = deps.clock()
      const counts = [
        await purgeLogins(deps.db, now),
        await purgeTries(deps.db, now),
        await purgeSessions(deps.db, now),
      ]
      deps.log.info({ job: 'purge-expired', count: counts.reduce((sum, count) => sum + count, 0) }, 'purged')
    },
  }
}
