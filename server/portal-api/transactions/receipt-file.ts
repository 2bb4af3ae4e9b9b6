import type { FileReply } from '#contract/endpoint.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { referenceOf } from '../../books/payments/receipt.ts'
import { readReceiptDetails } from '../../books/payments/receipt-details.ts'
import { receiptFileName } from '../../letters/messages/receipt-file-name.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { findFacts, paidPayment } from './transaction-details.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * Draws a receipt from the current facts: it includes later refunds and the remaining amount. A guest's receipt omits
 * the name of the account's owner, which the link does not show either.
 */
export async function readReceipt(deps: Deps, key: RowKey, { isForGuest = false } = {}): Promise<FileReply> {
  const facts = await findFacts(deps.db, key)
  const payment = paidPayment(facts)
  if (!payment || !payment.paidOn) throw new Refusal('not_found')
  const reference = referenceOf(payment)
  const details = orNotFound(
    await readReceiptDetails(deps.db, { accountId: key.accountId, id: payment.id }, { isForGuest }),
  )
  // The PDF library is large, so it is loaded when it is first needed and not at start-up.
  const { receiptPdf } = await import('../../letters/messages/receipt-document.ts')
  const bytes = await receiptPdf(
    {
      region: facts.region,
      ...details,
      shortId: facts.shortId,
      schoolName: payment.school,
      paidOn: payment.paidOn,
      amount: payment.amount,
      surcharge: payment.surcharge,
      basisPoints: payment.basisPoints,
      methodName: payment.methodName ?? payment.offlineManner,
      reference,
      refunded: payment.refunded,
    },
    await companySettings(deps),
  )
  return { bytes, fileName: receiptFileName({ reference }) }
}
