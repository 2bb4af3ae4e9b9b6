import * as z from 'zod/mini'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountParams } from './wire.ts'

const profileReply = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobilePhone: z.nullable(z.string()),
  address: described('The address, on one line.', z.nullable(z.string())),
})
export type Profile = z.infer<typeof profileReply>

named({
  Profile: [profileReply, 'The personal data that we hold about the customer.'],
})

export const profile = endpoints({
  'GET /api/portal/customer/account/:accountId/profile': {
    summary: "The customer's name and contact details",
    access: 'account',
    params: accountParams,
    reply: profileReply,
  },
})
