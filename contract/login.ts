import * as z from 'zod/mini'
import { redirectMaxLength } from '#domain/redirect.ts'
import { named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { sentCode } from './wire.ts'

/** Trimmed and lower-cased on both sides, so that one person has one e-mail address. */
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(254), z.includes('@'))

const sessionReply = z.object({ token: z.string() })

named({
  Session: [sessionReply, 'A session. The token goes into the Authorization header of later calls.'],
})

export const login = endpoints({
  'POST /api/auth/customer/send-otp': {
    summary: 'Sends a one-time code to the mobile number on file',
    description:
      'The reply is the same for known and unknown addresses. A second code within 30 seconds is refused with `code_just_sent`, which says where the first one went.',
    access: 'public',
    body: z.strictObject({ email }),
    reply: sentCode,
    refusals: ['rate_limited', 'code_just_sent', 'no_more_codes'],
  },
  'POST /api/auth/customer/otp-login': {
    summary: 'Exchanges a one-time code for a session token',
    description:
      'The code is valid for a few minutes and for a few tries; after that `code_expired` or `code_used_up` asks for a new one.',
    access: 'public',
    body: z.strictObject({ email, otp: z.string().check(z.regex(/^\d{1,6}$/)) }),
    cookie:
      'Recognises the browser at the next log-in, so that attempts of strangers do not count against it',
    reply: sessionReply,
    refusals: ['invalid_code', 'code_expired', 'code_used_up', 'rate_limited'],
  },
  'POST /api/auth/customer/email-login': {
    summary: 'Mails a personal log-in link',
    description:
      'For customers without a mobile. The link opens the portal, at `redirect` if that is given, and works once.',
    access: 'public',
    body: z.strictObject({ email, redirect: z.optional(z.string().check(z.maxLength(redirectMaxLength))) }),
    refusals: ['rate_limited'],
  },
  'POST /api/auth/customer/token-login': {
    summary: 'Exchanges the token of a mailed link for a session token',
    access: 'public',
    body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(4000)) }),
    cookie:
      'Recognises the browser at the next log-in, so that attempts of strangers do not count against it',
    reply: sessionReply,
    refusals: ['link_expired', 'rate_limited'],
  },
  'POST /api/auth/customer/logout': {
    summary: 'Ends the session of the token, on every device that holds it',
    access: 'customer',
  },
  'GET /api/portal/customer/impersonation': {
    summary:
      'The calls that staff may not make while impersonating a customer, each with the reason; none for customers',
    access: 'customer',
    reply: z.object({ refusedCalls: z.array(z.object({ call: z.string(), msg: z.string() })) }),
  },
  'POST /api/auth/customer/test-error': {
    summary: 'Fails on purpose, for the error-testing page',
    access: 'public',
    refusals: ['server_error', 'rate_limited'],
  },
})
