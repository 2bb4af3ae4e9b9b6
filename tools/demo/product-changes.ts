import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import type { OpenAccount } from './open-account.ts'
import { addConsent } from './consents.ts'
import { addCreditCheck, type IdentityCheck } from './identity.ts'
import { daysAgo, happenedOn } from './moment.ts'

/** A change to instalments. A completed one has the frequency of the plan that was set up afterwards. */
export type ProductChange = { status: ProductChangeStatus; frequency?: Frequency }

export function addProductChange(
  opened: OpenAccount,
  { status, frequency }: ProductChange,
  documents: readonly IdentityCheck[],
): void {
  const { rows, accountId, moment } = opened
  const isDone = status === 'Completed'
  // Long enough ago to have set up a plan since, and recent enough to be shown still.
  const detailsOn = daysAgo(moment, isDone ? 15 : 5)
  const hasDetails = status !== 'VerifyYourDetails'
  rows.product_change.push({
    account_id: accountId,
    from_product_type: 'Pay',
    to_product_type: 'PayPlus',
    status,
    frequency: frequency ?? null,
    created_at: happenedOn(daysAgo(moment, isDone ? 19 : 9), moment),
    details_at: hasDetails ? happenedOn(detailsOn, moment) : null,
    completed_at: isDone ? happenedOn(daysAgo(moment, 12), moment) : null,
  })
  if (!hasDetails) return
  // A customer who declined the credit check has to show a document instead.
  const agreed = status !== 'VerifyYourIdentity' && documents.length === 0
  addConsent(opened, { kind: 'CreditIdCheckConsent', agreed, on: detailsOn })
  addConsent(opened, { kind: 'ProductSwitch', agreed: true, on: detailsOn })
  if (agreed) addCreditCheck(opened, detailsOn)
}
