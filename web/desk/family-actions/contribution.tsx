import { contributionStatuses, type ContributionStatus } from '#domain/accounts.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { action } from './action.ts'
import { errorOf, MemberField, memberGiven } from './fields.tsx'

const statusNames: Record<ContributionStatus, string> = {
  Active: 'Contributes',
  Inactive: 'Does not contribute',
  InviteSent: 'Invited',
}

type Invited = { customerId: string; inviteUrl: string }

export const inviteToContribute = action<Invited>({
  title: 'Invite to contribute',
  begin: (account, given) => ({ customerId: memberGiven(account, given), inviteUrl: '' }),
  Form: ({ account, draft, set, errors }) => (
    <div className="fields">
      <MemberField
        account={account}
        value={draft.customerId}
        onChange={(customerId) => set({ customerId })}
      />
      <TextInput
        label="Link from the fund"
        type="url"
        required
        maxLength={500}
        value={draft.inviteUrl}
        onChange={(event) => set({ inviteUrl: event.currentTarget.value })}
        {...errorOf(errors, 'inviteUrl')}
      />
    </div>
  ),
  wanted: ({ customerId, inviteUrl }) =>
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
  begin: (account, given) => ({ customerId: memberGiven(account, given), status: 'Active' }),
  Form: ({ account, draft, set }) => (
    <div className="fields">
      <MemberField
        account={account}
        value={draft.customerId}
        onChange={(customerId) => set({ customerId })}
      />
      <NativeSelect
        label="Status"
        options={contributionStatuses.map((value) => ({ value, label: statusNames[value] }))}
        value={draft.status}
        onChange={(status) => set({ status })}
      />
    </div>
  ),
  wanted: ({ customerId, status }) => ({
    call: 'PUT /api/staff/customers/:customerId/contribution',
    params: { customerId },
    body: { status },
  }),
  submitLabel: () => 'Correct contribution',
})
