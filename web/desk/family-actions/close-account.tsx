import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { action, simpleAction } from './action.ts'

type Closed = { isAcknowledged: boolean }

export const closeAccount = action<Closed>({
  title: 'Close the account',
  begin: () => ({ isAcknowledged: false }),
  Form: ({ tick }) => (
    <Checkbox label="Close even though money is owed or still to be collected" {...tick('isAcknowledged')} />
  ),
  command: ({ isAcknowledged }) => ({
    call: 'POST /api/staff/accounts/:accountId/deactivate',
    body: { isAcknowledged },
  }),
  submitLabel: () => 'Close the account',
  isDanger: true,
})

export const reopenAccount = simpleAction(
  'Reopen the account',
  'Reopen account',
  'POST /api/staff/accounts/:accountId/reactivate',
)
