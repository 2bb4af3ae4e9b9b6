import * as z from 'zod/mini'
import { contactChangeStatuses } from '#domain/contact-change.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, instant } from './wire.ts'

const contactChange = z.object({
  status: z.enum(contactChangeStatuses),
  region: z.enum(regions),
  changedAt: instant,
  email: described('Null if it was not changed.', z.nullable(z.object({ from: z.string(), to: z.string() }))),
  mobile: z.nullable(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  answerBy: described(
    'The day by which our team gets in touch; set once the change is stopped.',
    z.nullable(calendarDate),
  ),
})
export type ContactChangeView = z.infer<typeof contactChange>

/** In the body, so that the token does not appear in access logs. */
const body = z.strictObject({ key: z.string().check(z.regex(/^[\w-]{1,100}$/)) })

named({
  ContactChange: [
    contactChange,
    'The change that a stop link is about. Contact details are masked and the account is not shown, because anyone may hold the link.',
  ],
})

/** For the person at a former e-mail or mobile, who cannot log in any more. */
export const contactChanges = endpoints({
  'POST /api/auth/customer/contact-change': {
    summary: 'Shows the change that a link is about. It changes nothing: mail scanners open links',
    access: 'public',
    body,
    reply: contactChange,
    refusals: ['stop_link_expired', 'rate_limited'],
  },
  'POST /api/auth/customer/stop-contact-change': {
    summary:
      'Reports that the customer did not make the change: staff are alerted, and withdrawals are blocked until they have decided',
    access: 'public',
    body,
    reply: contactChange,
    refusals: ['stop_link_expired', 'rate_limited'],
  },
})
