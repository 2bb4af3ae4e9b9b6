import { importDeposits } from '../books/deposits/import-deposits.ts'
import { finishSetups } from '../people/accounts/setup-steps.ts'
import type { Deps } from '../platform/deps.ts'
import { purgeIdentityDocuments } from '../platform/files/identity-documents.ts'
import { warnOfMissingHolidays } from '../plans/holidays/missing-holidays.ts'
import { auditHead, sealAuditTrail } from '../people/audit/audit-chain.ts'
import { checkLedger, recordCheck, sealLedger } from '../books/ledger/invariants.ts'
import { mailLink, sendLogInCode } from '../people/login/login.ts'
import { deliverMessage, deliverWaiting } from '../letters/outbox/outbox.ts'
import { closeOldSessions, expireRequests } from '../books/payment-requests/payment-requests.ts'
import { applyDueChanges } from '../books/payment-methods/change-source.ts'
import { warnOfExpiringCards } from '../books/payment-methods/expiring-cards.ts'
import { detachSource } from '../books/payment-methods/remove-source.ts'
import { renewPlans } from '../plans/payment-schedule/renewals.ts'
import { endTemporaryPlans } from '../plans/payment-schedule/temporary-plans.ts'
import { remindOfUnfinished } from '../plans/payment-schedule/unfinished-plans.ts'
import { lookAtDuePayments } from '../books/payments/look.ts'
import { renewEncryption } from './renew-encryption.ts'
import { remitToSchools } from '../books/remittances/remittances.ts'
import { chaseOverdue } from '../plans/repayments/chase-overdue.ts'
import { countExtras } from '../plans/plan-changes/count-extras.ts'
import { runRepayments } from '../plans/repayments/run-repayments.ts'
import { purgeExpired } from '../people/retention/purge.ts'
import { makeStatements } from '../portal-api/statements/make-statements.ts'
import { sendStaffCode } from '../people/staff-access/staff-login.ts'
import { carryOutFeeChanges } from '../desk-api/fee-changes/carry-out-fees.ts'
import { checkAnswers } from '../desk-api/disputes/answers.ts'
import { lookAtRefunds } from '../books/refunds/refunds.ts'
import { closeForgottenChecks } from '../plans/switch-account/credit-check.ts'
import { clearSwitches } from '../plans/switch-account/product-change.ts'
import { collectEvents } from '../books/webhooks/collect-events.ts'
import { handleEvent, handleForgottenEvents } from '../books/webhooks/handle-event.ts'
import { forgetUnconfirmedAccounts } from '../books/withdrawals/add-bank-account.ts'
import { cancelUnconfirmed } from '../books/withdrawals/withdrawals.ts'
import { withGivenUp, retryGivenUp } from '../platform/jobs/given-up.ts'
import type { JobHandlers, JobName } from '../platform/jobs/jobs.ts'
import { withRuns } from '../platform/jobs/job-runs.ts'
import { inSteps } from '../platform/jobs/work-through.ts'

/** The handler of each job. Jobs have their own connections, so that busy jobs never take those of requests. */
export function jobHandlers(processDeps: Deps): JobHandlers {
  const deps = { ...processDeps, db: processDeps.jobDb }
  /** Logs the number of items done, if there were any. */
  const counted = (job: JobName, work: () => Promise<number>) => async () => {
    const count = await work()
    if (count > 0) deps.log.info({ job, count }, 'done')
  }
  /** The sum of steps. Each step runs even if an earlier one has failed. */
  const sumOf = async (...steps: (() => Promise<number>)[]) => {
    let sum = 0
    await inSteps(steps.map((step) => async () => void (sum += await step())))
    return sum
  }
  const handlers: JobHandlers = {
    'detach-source': (source) => detachSource(deps, source),
    'deliver-message': ({ messageId }) => deliverMessage(deps, messageId),
    'deliver-text': ({ messageId }) => deliverMessage(deps, messageId),
    'mail-link': (data) => mailLink(deps, data),
    'send-log-in-code': (data) => sendLogInCode(deps, data),
    'send-staff-code': (data) => sendStaffCode(deps, data),
    'purge-expired': () => purgeExpired(deps),
    'deliver-waiting': () => deliverWaiting(deps),
    'look-at-payments': () =>
      inSteps([
        () => lookAtDuePayments(deps),
        () => lookAtRefunds(deps),
        () => checkAnswers(deps),
        () => handleForgottenEvents(deps),
      ]),
    'handle-provider-event': ({ eventId }) => handleEvent(deps, eventId),
    'apply-source-changes': counted('apply-source-changes', () => applyDueChanges(deps)),
    'seal-ledger': async () => {
      const violations = await checkLedger(deps.db, { now: deps.clock() })
      await recordCheck(deps.db, deps.clock(), violations)
      for (const { invariant } of violations) deps.log.error({ code: invariant }, 'the ledger is not sound')
      if (violations.length === 0) await sealLedger(deps.db, deps.clock())
    },
    'seal-audit': async () => {
      const count = await sealAuditTrail(deps)
      // Logs are stored elsewhere, so the head in them proves the state of the trail.
      if (count > 0) deps.log.info({ job: 'seal-audit', count, code: await auditHead(deps.db) }, 'sealed')
    },
    'collect-provider-events': async () => {
      const count = await collectEvents(deps)
      if (count > 0)
        deps.log.warn({ job: 'collect-provider-events', count }, 'events that no webhook brought')
    },
    'import-deposits': () => importDeposits(deps),
    'run-repayments': counted('run-repayments', async () => {
      const counts = await runRepayments(deps)
      const done = Object.values(counts).reduce((sum, count) => sum + count, 0)
      // Sends the resulting messages now instead of with the next minute's sweep.
      if (done > 0) deps.jobs.start('deliver-waiting', {})
      return done
    }),
    'chase-overdue': counted('chase-overdue', () => chaseOverdue(deps)),
    'count-extras': counted('count-extras', () => countExtras(deps)),
    'renew-plans': counted('renew-plans', () =>
      sumOf(
        () => renewPlans(deps),
        () => remindOfUnfinished(deps),
      ),
    ),
    'end-temporary-plans': counted('end-temporary-plans', () => endTemporaryPlans(deps)),
    'carry-out-fee-changes': counted('carry-out-fee-changes', () => carryOutFeeChanges(deps)),
    'warn-of-expiring-cards': counted('warn-of-expiring-cards', () => warnOfExpiringCards(deps)),
    'finish-setups': counted('finish-setups', () => finishSetups(deps)),
    'expire-requests': counted('expire-requests', () =>
      sumOf(
        () => expireRequests(deps),
        () => closeOldSessions(deps),
      ),
    ),
    'remit-to-schools': counted('remit-to-schools', () => remitToSchools(deps)),
    'make-statements': counted('make-statements', () => makeStatements(deps)),
    'cancel-unconfirmed-withdrawals': counted('cancel-unconfirmed-withdrawals', () =>
      sumOf(
        () => cancelUnconfirmed(deps),
        () => forgetUnconfirmedAccounts(deps),
      ),
    ),
    'clear-switches': counted('clear-switches', () =>
      sumOf(
        () => closeForgottenChecks(deps),
        () => clearSwitches(deps),
      ),
    ),
    'purge-identity-documents': counted('purge-identity-documents', () => purgeIdentityDocuments(deps)),
    'renew-encryption': counted('renew-encryption', () => renewEncryption(deps)),
    'retry-given-up': counted('retry-given-up', () => retryGivenUp(deps)),
    'check-holidays': () => warnOfMissingHolidays(deps),
  }
  return withRuns(deps, withGivenUp(deps, handlers))
}
