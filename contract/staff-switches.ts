import * as z from 'zod/mini'
import { productChangeStatuses } from '#domain/switch-account.ts'
import { named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountId, change } from './staff-wire.ts'

const accountParams = z.object({ accountId })
const reply = z.object({ productChangeStatus: z.nullable(z.enum(productChangeStatuses)) })

const step = {
  access: 'operations',
  params: accountParams,
  body: change({}),
  reply,
  refusals: ['not_possible'],
} as const

named({
  ProductChange: [reply, 'The status of a switch to instalments.'],
})

/** The steps of a family's switch to instalments that staff take. */
export const staffSwitches = endpoints({
  'POST /api/staff/accounts/:accountId/switch/invite': {
    ...step,
    summary: 'Invites a family to pay in instalments; a mail asks them for their details',
  },
  'POST /api/staff/accounts/:accountId/switch/withdraw': {
    ...step,
    summary: 'Withdraws an unanswered invitation',
  },
  'POST /api/staff/accounts/:accountId/switch/complete': {
    ...step,
    summary: 'Completes a switch whose details are in order: a plan can then be set up',
  },
})
