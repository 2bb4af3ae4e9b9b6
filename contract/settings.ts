import * as z from 'zod/mini'
import { environments } from '#domain/environment.ts'
import { perRegion } from './wire.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'

const contact = z.object({ phone: z.string(), email: z.string() })

export const settingsReply = z.object({
  environment: z.enum(environments),
  support: perRegion(contact),
  termsUrl: z.string(),
  fundedTermsUrl: described(
    'The terms of products in which Larkwell pays the school ahead of the family.',
    z.string(),
  ),
  privacyUrl: z.string(),
  flags: z.object({
    uploadInvoices: z.boolean(),
    hideStatements: described('Named after its effect: if set, Statements is hidden.', z.boolean()),
    hideEarlyPayments: z.boolean(),
    staffMayPay: described('Whether staff may charge a saved payment method for a customer.', z.boolean()),
  }),
  chatAppId: described(
    'The id of an external chat that replaces the built-in panel; null without one.',
    z.nullable(z.string()),
  ),
  errorReportUrl: described(
    'An external URL that client errors are also sent to; null without one.',
    z.nullable(z.string()),
  ),
  sandboxUrl: described(
    'The URL at which the sandbox shows received messages; absent in production.',
    z.nullable(z.string()),
  ),
})
export type Settings = z.infer<typeof settingsReply>

named({
  SupportContact: [contact, 'The contact details of our team.'],
  Settings: [
    settingsReply,
    'The settings the portal needs before log-in; the server also writes them into the page.',
  ],
})

export const settings = endpoints({
  'GET /api/settings': {
    summary: 'Public settings of this installation',
    access: 'public',
    reply: settingsReply,
  },
})
