import type { Region } from '#domain/region.ts'

/**
 * Every loop over rows, by its name in `parked_item` and the metrics. A test has a bad row for each, so that no loop
 * can be added that a single bad row would stop.
 */
export const workNames = [
  'announce-debits',
  'apply-source-changes',
  'cancel-unconfirmed-withdrawals',
  'carry-out-fee-changes',
  'chase-overdue',
  'clear-switches',
  'close-forgotten-checks',
  'close-sessions',
  'collect-instalments',
  'complete-plans',
  'count-extras',
  'decide-renewals',
  'deliver-messages',
  'drop-unusable-methods',
  'end-expired-cards',
  'end-holds',
  'end-temporary-plans',
  'expire-requests',
  'finish-setups',
  'follow-new-fees',
  'follow-notices',
  'handle-provider-event',
  'hold-renewals',
  'import-deposit',
  'import-deposits',
  'look-at-disputes',
  'look-at-payments',
  'look-at-refunds',
  'make-statements',
  'purge-identity-documents',
  'remind-overdue',
  'remind-renewals',
  'remind-unfinished',
  'remit-credit',
  'remit-payments',
  'renew-plans',
  'resume-renewals',
  'start-plans',
  'update-renewals',
  'warn-of-expiring-cards',
  'withdraw-renewals',
] as const

export type WorkName = (typeof workNames)[number] | WorkOfRegion | WorkOfTable

/** One work for each account at the provider. */
type WorkOfRegion = `collect-provider-events-${Region}`
/** One work for each table with an encrypted column. */
type WorkOfTable = `renew-encryption of ${string}`
