import { useState } from 'react'
import type { FoundCustomer } from '#contract/staff-customers.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { bindText } from '../foundation/draft.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { action, type FormProps } from './action.ts'
import { MemberField, memberOfAddress } from './fields.tsx'
import { NewPerson } from './new-person.tsx'
import { Radios } from './radios.tsx'

type Added = { customerId: string; name: string }

function AddForm({ account, draft, set }: FormProps<Added>) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<FoundCustomer[]>()
  const find = useAction(async () => {
    const people = await call('GET /api/staff/customers', { query: { find: text.trim(), limit: '10' } })
    setFound(people.filter(({ id }) => !account.members.some((member) => member.id === id)))
  })
  return (
    <div className="fields">
      <TextInput
        label="Find a customer"
        hint="By e-mail, name or mobile"
        {...bindText(text, setText)}
        error={find.failure}
      />
      <div>
        <Button
          look="secondary"
          size="small"
          isBusy={find.isBusy}
          disabled={text.trim() === ''}
          onClick={() => void find.run()}
        >
          Find
        </Button>
      </div>
      {found && found.length > 0 && (
        <Radios
          legend="New member"
          options={found.map(({ id, firstName, lastName, email }) => ({
            value: id,
            label: `${firstName} ${lastName}`,
            detail: email,
          }))}
          value={draft.customerId}
          onChange={(customerId) => set({ customerId, name: nameOf(found, customerId) })}
        />
      )}
      {found?.length === 0 && (
        <NewPerson
          region={account.region}
          email={text.includes('@') ? text.trim() : ''}
          onMade={(customer) => {
            setFound([customer])
            set({ customerId: customer.id, name: customer.firstName })
          }}
        />
      )}
    </div>
  )
}

const nameOf = (found: readonly FoundCustomer[], customerId: string) =>
  found.find(({ id }) => id === customerId)?.firstName ?? ''

export const addMember = action<Added>({
  title: 'Add a member',
  begin: () => ({ customerId: '', name: '' }),
  Form: AddForm,
  command: ({ customerId }) =>
    customerId === ''
      ? undefined
      : {
          call: 'POST /api/staff/accounts/:accountId/members/:customerId/add',
          params: { customerId },
        },
  submitLabel: ({ name }) => (name === '' ? 'Add the member' : `Add ${name}`),
})

type Removed = { customerId: string }

export const removeMember = action<Removed>({
  title: 'Remove a member',
  begin: (account, params) => ({ customerId: memberOfAddress(account, params) }),
  Form: ({ account, field }) => <MemberField account={account} {...field('customerId')} />,
  command: ({ customerId }) => ({
    call: 'POST /api/staff/accounts/:accountId/members/:customerId/remove',
    params: { customerId },
  }),
  submitLabel: () => 'Remove the member',
  isDanger: true,
})
