import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { action } from './action.ts'

type Closed = { isAcknowledged: boolean }

export const closeAccount = action<Closed>({
  title: 'Close the account',
  begin: () => ({ isAcknowledged: false }),
  Form: ({ draft, set }) => (
    <Checkbox
      label="Close even though money is owed or still to be collected"
      isChecked={draft.isAcknowledged}
      onChange={(isAcknowledged) => set({ isAcknowledged })}
    />
  ),
  wanted: ({ isAcknowledged }, { id }) => ({
    call: 'POST /api/staff/accounts/:accountId/deactivate',
    params: { accountId: id },
    body: { isAcknowledged },
  }),
  submitLabel: () => 'Close the account',
  isDanger: true,
})

export const reopenAccount = action<object>({
  title: 'Reopen the account',
  begin: () => ({}),
  Form: () => null,
  wanted: (_, { id }) => ({
    call: 'POST /api/staff/accounts/:accountId/reactivate',
    params: { accountId: id },
  }),
  submitLabel: () => 'Reopen account',
})
