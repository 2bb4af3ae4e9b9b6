import * as z from 'zod/mini'
import { environments } from '#domain/environment.ts'
import { regions } from '#domain/region.ts'
import { endpoints } from './endpoint.ts'

const contact = z.object({ phone: z.string(), email: z.string() })

/** What the portal must know before anyone has logged in; the server also writes it into the page. */
export const settingsReply = z.object({
  environment: z.enum(environments),
  support: z.record(z.enum(regions), contact),
  termsUrl: z.string(),
  /** Of the products in which the house pays the school ahead of the family. */
  fundedTermsUrl: z.string(),
  privacyUrl: z.string(),
  flags: z.object({
    uploadInvoices: z.boolean(),
    /** Named after what it does: set, it takes Statements away. */
    hideStatements: z.boolean(),
    hideEarlyPayments: z.boolean(),
    /** Our people may charge a saved method in a customer's place. */
    staffMayPay: z.boolean(),
  }),
  /** Takes the place of the built-in chat panel where an installation names one. */
  chatAppId: z.nullable(z.string()),
  /** Client errors go there too, besides to ourselves, where an installation names it. */
  errorReportUrl: z.nullable(z.string()),
  /** Where the sandbox shows the messages it received; absent in production. */
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
