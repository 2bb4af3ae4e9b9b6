import type { StaffCustomer } from '#contract/staff-customers.ts'
import type { Region } from '#domain/region.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { bind, useDraft } from '../foundation/draft.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { plainMobile } from './fields.tsx'

type NewPersonProps = { region: Region; email: string; onMade: (customer: StaffCustomer) => void }

/** Somebody whom we do not know yet. They can log in once they have an account. */
export function NewPerson({ region, email: typed, onMade }: NewPersonProps) {
  const form = useDraft({ email: typed, firstName: '', lastName: '', mobile: '' })
  const { email, firstName, lastName, mobile } = form.draft
  const { text } = bind(form)
  const make = useAction(async () => {
    const number = plainMobile(mobile)
    onMade(
      await call('POST /api/staff/customers', {
        body: {
          email: email.trim(),
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          region,
          ...(number && { mobile: number }),
          reason: 'Joins a family',
        },
      }),
    )
  })
  const isComplete = email.includes('@') && firstName.trim() !== '' && lastName.trim() !== ''
  return (
    <div className="fields">
      <p className="muted">No customer found. Create one who then joins:</p>
      <Columns size={6}>
        <TextInput label="First name" maxLength={100} autoComplete="off" {...text('firstName')} />
        <TextInput label="Last name" maxLength={100} autoComplete="off" {...text('lastName')} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...text('email')} error={make.failure} />
        <TextInput
          label="Mobile"
          type="tel"
          hint="With the country code, such as +61491570156"
          autoComplete="off"
          {...text('mobile')}
        />
      </Columns>
      <div>
        <Button
          look="secondary"
          size="small"
          isBusy={make.isBusy}
          disabled={!isComplete}
          onClick={() => void make.run()}
        >
          Create the customer
        </Button>
      </div>
    </div>
  )
}
