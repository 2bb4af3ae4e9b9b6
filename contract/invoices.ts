import * as z from 'zod/mini'
import { endpoints, fileReply } from './endpoint.ts'
import { accountParams, calendarDate, id, uuid } from './wire.ts'

/** `Issued` comes from the school; the others are the review statuses of an uploaded invoice. */
export const invoiceStatuses = ['Issued', 'Waiting', 'Accepted', 'Rejected'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const invoice = z.object({
  id,
  name: z.string(),
  status: z.enum(invoiceStatuses),
  /** When it was issued or uploaded. */
  date: calendarDate,
  sizeBytes: z.int(),
  /** Why staff rejected it, in their words. */
  reason: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof invoice>

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
    params: z.object({ accountId: uuid, invoiceId: uuid }),
    reply: fileReply,
    refusals: ['not_found', 'file_missing'],
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
