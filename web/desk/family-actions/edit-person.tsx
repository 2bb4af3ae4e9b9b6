import type { StaffAddress, StaffCustomer } from '#contract/staff-customers.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { changesOf, MemberField, memberOfAddress, memberName } from './fields.tsx'
import { usePerson } from './person.tsx'

type Draft = {
  customerId: string
  onFile: StaffCustomer | null
  firstName: string
  lastName: string
  birthDate: CalendarDate | null
  address: StaffAddress
}

const noAddress: StaffAddress = {
  unitNo: '',
  streetNo: '',
  street: '',
  suburb: '',
  state: '',
  postcode: '',
}

const partsOf = (customer: StaffCustomer): StaffAddress => {
  const { fullAddress: _, ...parts } = customer.address ?? { ...noAddress, fullAddress: '' }
  return parts
}

const namesAndBirth = ({ firstName, lastName, birthDate }: StaffCustomer) => ({
  firstName,
  lastName,
  birthDate: birthDate as CalendarDate | null,
})

const addressLabels: [keyof StaffAddress, string][] = [
  ['unitNo', 'Unit'],
  ['streetNo', 'Number'],
  ['street', 'Street'],
  ['suburb', 'Suburb or town'],
  ['state', 'State or county'],
  ['postcode', 'Postcode'],
]

function Form({ account, draft, set, errors, text, field }: FormProps<Draft>) {
  const { customerId, onFile } = draft
  usePerson(customerId, onFile?.id === customerId, (customer) =>
    set({
      onFile: customer,
      ...namesAndBirth(customer),
      address: partsOf(customer),
    }),
  )
  return (
    <div className="fields">
      {account.members.length > 1 && <MemberField account={account} {...field('customerId')} />}
      <Columns size={6}>
        <TextInput label="First name" maxLength={100} autoComplete="off" {...text('firstName')} />
        <TextInput label="Last name" maxLength={100} autoComplete="off" {...text('lastName')} />
      </Columns>
      <DateInput label="Date of birth" {...field('birthDate')} />
      <Columns size={4}>
        {addressLabels.map(([part, label]) => (
          <TextInput
            key={part}
            label={label}
            maxLength={100}
            autoComplete="off"
            value={draft.address[part]}
            onChange={(event) => set({ address: { ...draft.address, [part]: event.currentTarget.value } })}
            error={errors[`address.${part}`]}
          />
        ))}
      </Columns>
    </div>
  )
}

export const editPerson = action<Draft>({
  title: 'Correct name, date of birth or address',
  begin: (account, params) => ({
    customerId: memberOfAddress(account, params),
    onFile: null,
    firstName: '',
    lastName: '',
    birthDate: null,
    address: noAddress,
  }),
  Form,
  command: ({ customerId, onFile, firstName, lastName, birthDate, address }) => {
    if (onFile?.id !== customerId) return undefined
    const body = changesOf(
      { ...namesAndBirth(onFile), address: partsOf(onFile) },
      { firstName: firstName.trim(), lastName: lastName.trim(), birthDate, address },
    )
    return body && { call: 'PUT /api/staff/customers/:customerId', params: { customerId }, body }
  },
  submitLabel: ({ customerId }, account) => `Correct ${memberName(account, customerId)}`,
})
