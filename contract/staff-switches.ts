import * as z from 'zod/mini'
import { productChangeStatuses } from '#domain/switch-account.ts'
import { named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountId, change } from './staff-wire.ts'

const accountParams = z.object({ accountId })
const reply = z.object({ productChangeStatus: z.nullable(z.enum(productChangeStatuses)) })

const step = {
  access: 'staff',
  role: 'operations',
  params: accountParams,
  body: change({}),
  reply,
  refusals: ['not_found', 'not_possible'],
} as const

named({
  ProductChange: [reply, 'How far a change to instalments has come.'],
})

/** A family's change to instalments, where our people begin, stop or finish it. */
export const staffSwitches = endpoints({
  'POST /api/staff/accounts/:accountId/switch/invite': {
    ...step,
    summary: 'Invites a family to pay in instalments; a mail asks them for their details',
  },
  'POST /api/staff/accounts/:accountId/switch/withdraw': {
    ...step,
    summary: 'Takes an invitation back that has not been answered',
  },
  'POST /api/staff/accounts/:accountId/switch/complete': {
    ...step,
    summary: 'Finishes a change whose details are in order: from then on a plan can be set up',
  },
})
