import { payUrlOfRequest } from '../books/payment-requests/request-links.ts'
import { completeReceipt } from '../books/payments/receipt-details.ts'
import { findOpenHold } from '../people/holds/holds.reads.ts'
import type { MessageSources } from '../platform/message-sources.ts'

export const messageSources: MessageSources = {
  isOnHold: async (db, accountId) => (await findOpenHold(db, accountId)) !== undefined,
  payUrl: payUrlOfRequest,
  completeReceipt,
}
