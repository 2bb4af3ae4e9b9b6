import { importDeposits } from '../deposits/import-deposits.ts'
import type { Deps } from '../deps.ts'
import { checkLedger, sealLedger } from '../ledger/invariants.ts'
import { purgeLogins } from '../login/login.ts'
import { deliverMessage, deliverWaiting } from '../outbox/outbox.ts'
import { applyDueChanges } from '../payment-methods/change-source.ts'
import { detachSource } from '../payment-methods/remove-source.ts'
import { lookAtDuePayments } from '../payments/look.ts'
import { purgeTries } from '../rate-limit/rate-limit.ts'
import { purgeSessions } from '../session/session.ts'
import { collectEvents } from '../webhooks/collect-events.ts'
import { handleEvent, handleForgottenEvents } from '../webhooks/handle-event.ts'
import { purgeEvents } from '../webhooks/webhooks.ts'
import type { JobData, JobName } from './jobs.ts'

/** What each job does. */
export function jobHandlers(deps: Deps): { [Name in JobName]: (data: JobData[Name]) => Promise<void> } {
  return {
    'detach-source': (source) => detachSource(deps, source),
    'deliver-message': ({ messageId }) => deliverMessage(deps, messageId),
    'purge-expired': async () => {
      const now = deps.clock()
      const counts = [
        await purgeLogins(deps.db, now),
        await purgeTries(deps.db, now),
        await purgeSessions(deps.db, now),
        await purgeEvents(deps.db, now),
      ]
      deps.log.info({ job: 'purge-expired', count: counts.reduce((sum, count) => sum + count, 0) }, 'purged')
    },
    'deliver-waiting': () => deliverWaiting(deps),
    'look-at-payments': async () => {
      await lookAtDuePayments(deps)
      await handleForgottenEvents(deps)
    },
    'handle-provider-event': ({ eventId }) => handleEvent(deps, eventId),
    'apply-source-changes': async () => {
      const count = await applyDueChanges(deps)
      if (count > 0) deps.log.info({ job: 'apply-source-changes', count }, 'payment methods changed')
    },
    'seal-ledger': async () => {
      const violations = await checkLedger(deps.db, { now: deps.clock() })
      for (const { invariant } of violations) deps.log.error({ code: invariant }, 'the ledger is not sound')
      if (violations.length === 0) await sealLedger(deps.db, deps.clock())
    },
    'collect-provider-events': async () => {
      const count = await collectEvents(deps)
      if (count > 0)
        deps.log.warn({ job: 'collect-provider-events', count }, 'events that no webhook brought')
    },
    'import-deposits': () => importDeposits(deps),
  }
}
