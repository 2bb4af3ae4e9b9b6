import * as z from 'zod/mini'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { accountParams, calendarDate, id, uuid, accountId } from './wire.ts'

/** `Issued` comes from the school; the others are the review statuses of an uploaded invoice. */
export const invoiceStatuses = ['Issued', 'Waiting', 'Accepted', 'Rejected'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const invoice = z.object({
  id,
  name: z.string(),
  status: z.enum(invoiceStatuses),
  date: described('The day on which it was issued or uploaded.', calendarDate),
  sizeBytes: z.int(),
  reason: described('The reason why staff rejected it, in their words.', z.nullable(z.string())),
})
export type Invoice = z.infer<typeof invoice>

named({
  Invoice: [invoice, 'An invoice of a school.'],
})

export const invoices = endpoints({
  'GET /api/portal/customer/account/:accountId/invoices': {
    summary: 'The invoices of the account, from the school and uploaded by the customer',
    access: 'account',
    params: accountParams,
    reply: z.array(invoice),
  },
  'GET /api/portal/customer/account/:accountId/invoices/:invoiceId': {
    summary: 'One invoice, as a PDF',
    access: 'account',
    params: z.object({ accountId, invoiceId: described('The id of an invoice, from the list.', uuid) }),
    reply: file('application/pdf'),
    refusals: ['file_missing'],
  },
  'POST /api/portal/customer/account/:accountId/invoices/upload': {
    summary: "Uploads a school's invoice, a PDF, for staff to review",
    access: 'account',
    params: accountParams,
    upload: 'file',
    reply: invoice,
    refusals: ['forbidden', 'unsupported_media_type', 'payload_too_large'],
  },
})
