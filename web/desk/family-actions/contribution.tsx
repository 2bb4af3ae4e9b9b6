import { contributionStatuses, type ContributionStatus } from '#domain/accounts.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { action } from './action.ts'
import { MemberField, memberOfAddress } from './fields.tsx'

const statusNames: Record<ContributionStatus, string> = {
  Active: 'Contributes',
  Inactive: 'Does not contribute',
  InviteSent: 'Invited',
}

type Invited = { customerId: string; inviteUrl: string }

export const inviteToContribute = action<Invited>({
  title: 'Invite to contribute',
  begin: (account, params) => ({ customerId: memberOfAddress(account, params), inviteUrl: '' }),
  Form: ({ account, text, field }) => (
    <div className="fields">
      <MemberField account={account} {...field('customerId')} />
      <TextInput label="Link from the fund" type="url" required maxLength={500} {...text('inviteUrl')} />
    </div>
  ),
  command: ({ customerId, inviteUrl }) =>
    inviteUrl.startsWith('https://')
      ? {
          call: 'POST /api/staff/customers/:customerId/contribution-invite',
          params: { customerId },
          body: { inviteUrl: inviteUrl.trim() },
        }
      : undefined,
  submitLabel: () => 'Send the invitation',
})

type Corrected = { customerId: string; status: ContributionStatus }

export const correctContribution = action<Corrected>({
  title: 'Correct a contribution',
  begin: (account, params) => ({ customerId: memberOfAddress(account, params), status: 'Active' }),
  Form: ({ account, field }) => (
    <div className="fields">
      <MemberField account={account} {...field('customerId')} />
      <NativeSelect
        label="Status"
        options={contributionStatuses.map((value) => ({ value, label: statusNames[value] }))}
        {...field('status')}
      />
    </div>
  ),
  command: ({ customerId, status }) => ({
    call: 'PUT /api/staff/customers/:customerId/contribution',
    params: { customerId },
    body: { status },
  }),
  submitLabel: () => 'Correct contribution',
})
