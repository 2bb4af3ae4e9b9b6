import { action, type Action, type FormProps } from './action.ts'
import { MemberField, memberGiven, memberName } from './fields.tsx'

type Draft = { customerId: string }

function Form({ account, draft, set }: FormProps<Draft>) {
  return (
    <MemberField account={account} value={draft.customerId} onChange={(customerId) => set({ customerId })} />
  )
}

const begin: Action<Draft>['begin'] = (account, given) => ({ customerId: memberGiven(account, given) })

export const stopLogIn = action<Draft>({
  title: 'Block portal access',
  begin,
  Form,
  wanted: ({ customerId }) => ({
    call: 'POST /api/staff/customers/:customerId/disable',
    params: { customerId },
  }),
  submitLabel: ({ customerId }, account) => `Block ${memberName(account, customerId)}`,
  isDanger: true,
})

export const allowLogIn = action<Draft>({
  title: 'Restore portal access',
  begin,
  Form,
  wanted: ({ customerId }) => ({
    call: 'POST /api/staff/customers/:customerId/enable',
    params: { customerId },
  }),
  submitLabel: ({ customerId }, account) => `Restore access for ${memberName(account, customerId)}`,
})

export const erasePerson = action<Draft>({
  title: 'Delete personal data',
  begin,
  Form,
  wanted: ({ customerId }) => ({
    call: 'POST /api/staff/customers/:customerId/erase',
    params: { customerId },
  }),
  submitLabel: ({ customerId }, account) => `Delete data of ${memberName(account, customerId)}`,
  isDanger: true,
})
