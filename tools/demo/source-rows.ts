import { addDays } from '#domain/calendar/calendar.ts'
import type { OpenAccount } from './open-account.ts'
import { addConsent } from './consents.ts'
import { daysAgo, happenedOn } from './moment.ts'
import { expiryOf, type Source } from './sources.ts'

/** A scheduled switch to another source of the account. */
export type PendingChange = { toSource: number; inDays: number }

/** Long enough for the plan that they pay. */
const mostDaysAgo = 120

export function addSources(opened: OpenAccount, sources: Source[], change?: PendingChange): string[] {
  const { rows, accountId, moment, school, holderName, id } = opened
  const ids = sources.map((source, index) => {
    const sourceId = id('source', index)
    // A later index is a later day, so that a list by age keeps this order.
    const savedOn = daysAgo(moment, Math.min(mostDaysAgo, opened.createdDaysAgo - 1) - index)
    rows.repayment_source.push({
      account_id: accountId,
      id: sourceId,
      type: source.type,
      display_name: source.displayName,
      holder_name: source.type === 'CustomerDeposit' ? '' : holderName,
      last4: source.last4,
      card_brand: source.brand,
      card_funding: source.funding,
      card_expiry: expiryOf(source, moment),
      provider_payment_method_id: source.providerId,
      mandate_status: source.type === 'BankAccount' ? mandateStatusOf(source) : null,
      is_default: source.isDefault ?? index === 0,
      is_preferred: source.isPreferred ?? index === 0,
      status: source.isExpired || source.hasEnded ? 'Unusable' : 'Usable',
      created_at: happenedOn(savedOn, moment),
    })
    if (source.type === 'BankAccount' && school.region === 'AU') {
      addConsent(opened, {
        kind: 'DirectDebitAuthorisation',
        agreed: true,
        on: savedOn,
        subjectId: sourceId,
      })
    }
    return sourceId
  })
  if (change) {
    rows.repayment_change.push({
      account_id: accountId,
      id: id('repayment change'),
      source_id: ids[change.toSource],
      status: 'Pending',
      effective_on: addDays(moment.today, change.inDays),
      created_at: happenedOn(daysAgo(moment, 1), moment),
    })
  }
  return ids
}

function mandateStatusOf({ hasEnded }: Source): 'active' | 'inactive' {
  return hasEnded ? 'inactive' : 'active'
}
