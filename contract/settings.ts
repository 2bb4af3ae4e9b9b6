import * as z from 'zod/mini'
import { environments } from '#domain/environment.ts'
import { regions } from '#domain/region.ts'
import { endpoints } from './endpoint.ts'

const contact = z.object({ phone: z.string(), email: z.string() })

/** The settings the portal needs before log-in; the server also writes them into the page. */
export const settingsReply = z.object({
  environment: z.enum(environments),
  support: z.record(z.enum(regions), contact),
  termsUrl: z.string(),
  /** The terms of products in which Larkwell pays the school ahead of the family. */
  fundedTermsUrl: z.string(),
  privacyUrl: z.string(),
  flags: z.object({
    uploadInvoices: z.boolean(),
    /** Named after its effect: if set, Statements is hidden. */
    hideStatements: z.boolean(),
    hideEarlyPayments: z.boolean(),
    /** Staff may charge a saved payment method for a customer. */
    staffMayPay: z.boolean(),
  }),
  /** If set, this chat replaces the built-in panel. */
  chatAppId: z.nullable(z.string()),
  /** If set, client errors are also sent there. */
  errorReportUrl: z.nullable(z.string()),
  /** Where the sandbox shows received messages; absent in production. */
  sandboxUrl: z.nullable(z.string()),
})
export type Settings = z.infer<typeof settingsReply>

export const settings = endpoints({
  'GET /api/settings': {
    summary: 'Public settings of this installation',
    access: 'public',
    reply: settingsReply,
  },
})
