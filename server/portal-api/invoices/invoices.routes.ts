import type { invoices } from '#contract/invoices.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readInvoiceFile, readInvoices, uploadInvoice } from './invoices.ts'

export function invoicesRoutes(deps: Deps): Handlers<typeof invoices> {
  return {
    'GET /api/portal/customer/account/:accountId/invoices': ({ accountId }) => readInvoices(deps, accountId),
    'GET /api/portal/customer/account/:accountId/invoices/:invoiceId': ({ accountId, params }) =>
      readInvoiceFile(deps, { accountId, invoiceId: params.invoiceId }),
    'POST /api/portal/customer/account/:accountId/invoices/upload': (call) =>
      uploadInvoice(deps, call, call.file),
  }
}
