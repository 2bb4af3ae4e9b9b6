import { Alert } from '../../ui/alert/alert.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { day, mobileText } from '../foundation/format.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { changesOf, MemberField, memberOfAddress, memberName, plainMobile } from './fields.tsx'
import { Radios } from './radios.tsx'
import { usePerson } from './person.tsx'

const proofs = {
  CalledBack: 'Called back and confirmed date of birth',
  OwnLogIn: 'Wrote while logged in',
  Document: 'Checked identity document',
} as const
type Proof = keyof typeof proofs

type Draft = {
  customerId: string
  /** Whose values are in the fields. */
  filledFor: string
  onFile: { email: string; mobile: string }
  proof: Proof | null
  email: string
  mobile: string
}

function Form({ account, draft, set, text, field }: FormProps<Draft>) {
  const { customerId } = draft
  const customer = usePerson(customerId, draft.filledFor === customerId, ({ email, mobile }) => {
    const onFile = { email, mobile: mobile ?? '' }
    set({ filledFor: customerId, onFile, ...onFile })
  })
  const name = memberName(account, customerId)
  const birthDate = customer?.birthDate ? ` (${day(customer.birthDate)})` : ''
  const number = customer?.mobile ? mobileText(customer.mobile) : 'none'
  return (
    <div className="fields">
      <Alert variant="warning" title={`First confirm that this is ${name}`}>
        Call back on the number that is on file, {number}, and ask for their date of birth{birthDate}. Anyone
        who has the mobile can log in.
      </Alert>
      {account.members.length > 1 && <MemberField account={account} {...field('customerId')} />}
      <Radios
        legend="How you confirmed their identity"
        options={Object.entries(proofs).map(([value, label]) => ({ value: value as Proof, label }))}
        {...field('proof')}
      />
      <Columns size={6}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          hint={draft.email === draft.onFile.email ? undefined : `On file: ${draft.onFile.email}`}
          {...text('email')}
        />
        <TextInput
          label="Mobile"
          type="tel"
          autoComplete="off"
          hint={
            plainMobile(draft.mobile) === draft.onFile.mobile
              ? 'With the country code, such as +61491570156'
              : `On file: ${mobileText(draft.onFile.mobile) || 'none'}`
          }
          {...text('mobile')}
        />
      </Columns>
    </div>
  )
}

export const changeContact = action<Draft>({
  title: 'Change contact details',
  begin: (account, params) => ({
    customerId: memberOfAddress(account, params),
    filledFor: '',
    onFile: { email: '', mobile: '' },
    proof: null,
    email: '',
    mobile: '',
  }),
  Form,
  command: ({ customerId, filledFor, onFile, proof, email, mobile }) => {
    if (filledFor !== customerId || proof === null) return undefined
    const body = changesOf(
      { email: onFile.email, mobile: onFile.mobile || null },
      { email: email.trim(), mobile: plainMobile(mobile) || null },
    )
    return body && { call: 'PUT /api/staff/customers/:customerId/contact', params: { customerId }, body }
  },
  submitLabel: ({ email, mobile, onFile }) => {
    const [isMail, isMobile] = [email.trim() !== onFile.email, plainMobile(mobile) !== onFile.mobile]
    if (isMail && isMobile) return 'Change both'
    return isMail ? 'Change the e-mail' : isMobile ? 'Change the mobile' : 'Change contact details'
  },
  reasonStart: ({ proof }) => (proof === null ? '' : `${proofs[proof]}. `),
  hasOwnWords: true,
})
