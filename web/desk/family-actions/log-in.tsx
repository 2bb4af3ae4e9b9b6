import type { FamilyCall } from '#contract/staff-actions.ts'
import { action, type Action } from './action.ts'
import { MemberField, memberOfAddress, memberName } from './fields.tsx'

type Draft = { customerId: string }

/** Whom it is about is all that has to be chosen. */
const memberAction = (
  call: FamilyCall,
  described: Pick<Action<Draft>, 'title' | 'submitLabel' | 'isDanger'>,
) =>
  action<Draft>({
    ...described,
    begin: (account, params) => ({ customerId: memberOfAddress(account, params) }),
    Form: ({ account, field }) => <MemberField account={account} {...field('customerId')} />,
    command: ({ customerId }) => ({ call, params: { customerId } }),
  })

export const stopLogIn = memberAction('POST /api/staff/customers/:customerId/disable', {
  title: 'Block portal access',
  submitLabel: ({ customerId }, account) => `Block ${memberName(account, customerId)}`,
  isDanger: true,
})

export const allowLogIn = memberAction('POST /api/staff/customers/:customerId/enable', {
  title: 'Restore portal access',
  submitLabel: ({ customerId }, account) => `Restore access for ${memberName(account, customerId)}`,
})

export const erasePerson = memberAction('POST /api/staff/customers/:customerId/erase', {
  title: 'Delete personal data',
  submitLabel: ({ customerId }, account) => `Delete data of ${memberName(account, customerId)}`,
  isDanger: true,
})
