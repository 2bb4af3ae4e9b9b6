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
  title: 'Stop a member from logging in',
  begin,
  Form,
  wanted: ({ customerId }) => ({
    call: 'POST /api/staff/customers/:customerId/disable',
    params: { customerId },
  }),
  submitLabel: ({ customerId }, account) => `Stop ${memberName(account, customerId)}`,
  isDanger: true,
})

export const allowLogIn = action<Draft>({
  title: 'Let a member log in again',
  begin,
  Form,
  wanted: ({ customerId }) => ({
    call: 'POST /api/staff/customers/:customerId/enable',
    params: { customerId },
  }),
  submitLabel: ({ customerId }, account) => `Let ${memberName(account, customerId)} in`,
})

export const erasePerson = action<Draft>({
  title: 'Erase who a member is',
  begin,
  Form,
  wanted: ({ customerId }) => ({
    call: 'POST /api/staff/customers/:customerId/erase',
    params: { customerId },
  }),
  submitLabel: ({ customerId }, account) => `Erase ${memberName(account, customerId)}`,
  isDanger: true,
})
