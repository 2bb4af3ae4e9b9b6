import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { action } from './action.ts'

type Closed = { isAcknowledged: boolean }

export const closeAccount = action<Closed>({
  title: 'Close the account',
  begin: () => ({ isAcknowledged: false }),
  Form: ({ draft, set }) => (
    <Checkbox
      label="Close it in spite of what is owed or still to be collected"
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
  title: 'Open the account again',
  begin: () => ({}),
  Form: () => null,
  wanted: (_, { id }) => ({
    call: 'POST /api/staff/accounts/:accountId/reactivate',
    params: { accountId: id },
  }),
  submitLabel: () => 'Open it again',
})
