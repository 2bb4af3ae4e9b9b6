import { importDeposits } from '../deposits/import-deposits.ts'
import { finishSetups } from '../accounts/setup-steps.ts'
import type { Deps } from '../deps.ts'
import { purgeIdentityDocuments } from '../files/identity-documents.ts'
import { checkLedger, sealLedger } from '../ledger/invariants.ts'
import { mailLink, purgeLogins } from '../login/login.ts'
import { deliverMessage, deliverWaiting } from '../outbox/outbox.ts'
import { closeOldSessions, expireRequests } from '../pay-now/payment-requests.ts'
import { sealLinks } from '../pay-now/request-links.ts'
import { purgeSavedMethodCodes } from '../pay-now/saved-method-codes.ts'
import { applyDueChanges } from '../payment-methods/change-source.ts'
import { warnOfExpiringCards } from '../payment-methods/expiring-cards.ts'
import { detachSource } from '../payment-methods/remove-source.ts'
import { renewPlans } from '../payment-schedule/renewals.ts'
import { endTemporaryPlans } from '../payment-schedule/temporary-plans.ts'
import { lookAtDuePayments } from '../payments/look.ts'
import { purgeTries } from '../rate-limit/rate-limit.ts'
import { renewEncryption } from '../encryption/renew-encryption.ts'
import { remitToSchools } from '../remittances/remittances.ts'
import { chaseOverdue } from '../repayments/chase-overdue.ts'
import { coverInstalments } from '../repayments/cover-instalments.ts'
import { runRepayments } from '../repayments/run-repayments.ts'
import { makeStatements } from '../statements/make-statements.ts'
import { purgeSessions } from '../session/session.ts'
import { purgeImpersonations } from '../staff/families/impersonation.ts'
import { purgeStaffLogIns, sendStaffCode } from '../staff/access/staff-login.ts'
import { carryOutFeeChanges } from '../staff/fee-changes/carry-out-fees.ts'
import { lookAtRefunds } from '../staff/money/refunds.ts'
import { purgeClientErrors } from '../support/client-errors.ts'
import { purgeVisitors } from '../support/support.ts'
import { closeForgottenChecks } from '../switch-account/credit-check.ts'
import { clearSwitches } from '../switch-account/product-change.ts'
import { collectEvents } from '../webhooks/collect-events.ts'
import { handleEvent, handleForgottenEvents } from '../webhooks/handle-event.ts'
import { purgeEvents } from '../webhooks/webhooks.ts'
import { cancelUnconfirmed, purgeWithdrawalCodes } from '../withdrawals/withdrawals.ts'
import type { JobData, JobName } from './jobs.ts'
import { purgeRuns, withRuns } from './job-runs.ts'

/** What each job does. */
export function jobHandlers(deps: Deps): { [Name in JobName]: (data: JobData[Name]) => Promise<void> } {
  /** Logs how much there was to do, when there was anything. */
  const counted = (job: JobName, work: () => Promise<number>) => async () => {
    const count = await work()
    if (count > 0) deps.log.info({ job, count }, 'done')
  }
  return withRuns(deps, {
    'detach-source': (source) => detachSource(deps, source),
    'deliver-message': ({ messageId }) => deliverMessage(deps, messageId),
    'deliver-text': ({ messageId }) => deliverMessage(deps, messageId),
    'mail-link': (wish) => mailLink(deps, wish),
    'send-staff-code': (wish) => sendStaffCode(deps, wish),
    'purge-expired': async () => {
      const now = deps.clock()
      const counts = [
        await purgeLogins(deps.db, now),
        await purgeTries(deps.db, now),
        await purgeSessions(deps.db, now),
        await purgeEvents(deps.db, now),
        await purgeStaffLogIns(deps.db, now),
        await purgeImpersonations(deps.db, now),
        await purgeRuns(deps.db, now),
        await purgeClientErrors(deps.db, now),
        await purgeWithdrawalCodes(deps.db, now),
        await purgeSavedMethodCodes(deps.db, now),
        await purgeVisitors(deps.db, now),
      ]
      deps.log.info({ job: 'purge-expired', count: counts.reduce((sum, count) => sum + count, 0) }, 'purged')
    },
    'deliver-waiting': () => deliverWaiting(deps),
    'look-at-payments': async () => {
      await lookAtDuePayments(deps)
      await lookAtRefunds(deps)
      await handleForgottenEvents(deps)
    },
    'handle-provider-event': ({ eventId }) => handleEvent(deps, eventId),
    'apply-source-changes': counted('apply-source-changes', () => applyDueChanges(deps)),
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
    'run-repayments': counted('run-repayments', async () => {
      const counts = await runRepayments(deps)
      return Object.values(counts).reduce((sum, count) => sum + count, 0)
    }),
    'chase-overdue': counted('chase-overdue', () => chaseOverdue(deps)),
    'cover-instalments': counted('cover-instalments', () => coverInstalments(deps)),
    'renew-plans': counted('renew-plans', () => renewPlans(deps)),
    'end-temporary-plans': counted('end-temporary-plans', () => endTemporaryPlans(deps)),
    'carry-out-fee-changes': counted('carry-out-fee-changes', () => carryOutFeeChanges(deps)),
    'warn-of-expiring-cards': counted('warn-of-expiring-cards', () => warnOfExpiringCards(deps)),
    'finish-setups': counted('finish-setups', () => finishSetups(deps)),
    'expire-requests': counted('expire-requests', async () => {
      const expired = await expireRequests(deps)
      const closed = await closeOldSessions(deps)
      return expired + closed + (await sealLinks(deps))
    }),
    'remit-to-schools': counted('remit-to-schools', () => remitToSchools(deps)),
    'make-statements': counted('make-statements', () => makeStatements(deps)),
    'cancel-unconfirmed-withdrawals': counted('cancel-unconfirmed-withdrawals', () =>
      cancelUnconfirmed(deps),
    ),
    'clear-switches': counted('clear-switches', async () => {
      const closed = await closeForgottenChecks(deps)
      return closed + (await clearSwitches(deps))
    }),
    'purge-identity-documents': counted('purge-identity-documents', () => purgeIdentityDocuments(deps)),
    'renew-encryption': counted('renew-encryption', () => renewEncryption(deps)),
  })
}
