import type { FileReply } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { referenceOf } from '../../books/payments/receipt.ts'
import { readReceiptDetails } from '../../books/payments/receipt-details.ts'
import { receiptFileName } from '../../letters/messages/receipt-file-name.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { findFacts, paidPayment } from './transaction-details.ts'

/**
 * Drawn anew each time from what is known now: a receipt says what was refunded since, and what is still to pay. A
 * guest's leaves out the name of the account's owner, which a link does not tell either.
 */
export async function readReceipt(
  deps: Deps,
  key: { accountId: string; id: string },
  { isForGuest = false } = {},
): Promise<FileReply> {
  const facts = await findFacts(deps.db, key)
  const payment = paidPayment(facts)
  if (!payment || !payment.paidOn) throw new Refusal('not_found')
  const reference = referenceOf(payment)
  const details = await readReceiptDetails(
    deps.db,
    { accountId: key.accountId, id: payment.id },
    { isForGuest },
  )
  if (!details) throw new Refusal('not_found')
  // Drawing takes a large library, which a process that starts can do without.
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
