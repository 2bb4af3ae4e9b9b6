import { simpleAction } from './action.ts'

export const inviteToSwitch = simpleAction(
  'Invite to instalments',
  'Send the invitation',
  'POST /api/staff/accounts/:accountId/switch/invite',
)

export const withdrawSwitch = simpleAction(
  'Withdraw the invitation',
  'Withdraw invitation',
  'POST /api/staff/accounts/:accountId/switch/withdraw',
)

export const completeSwitch = simpleAction(
  'Complete the change to instalments',
  'Complete change',
  'POST /api/staff/accounts/:accountId/switch/complete',
)
