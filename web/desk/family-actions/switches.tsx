import type { FamilyCall } from '#contract/staff-actions.ts'
import { action } from './action.ts'

/** Nothing has to be filled in: what it does says all. */
const simple = (title: string, submitLabel: string, call: FamilyCall) =>
  action<object>({
    title,
    begin: () => ({}),
    Form: () => null,
    wanted: (_, { id }) => ({ call, params: { accountId: id } }),
    submitLabel: () => submitLabel,
  })

export const inviteToSwitch = simple(
  'Invite to instalments',
  'Send the invitation',
  'POST /api/staff/accounts/:accountId/switch/invite',
)

export const withdrawSwitch = simple(
  'Withdraw the invitation',
  'Withdraw invitation',
  'POST /api/staff/accounts/:accountId/switch/withdraw',
)

export const completeSwitch = simple(
  'Complete the change to instalments',
  'Complete change',
  'POST /api/staff/accounts/:accountId/switch/complete',
)
