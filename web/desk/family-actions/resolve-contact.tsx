import { useEffect } from 'react'
import type { ContactDecision } from '#domain/contact-change.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { useRead } from '../foundation/read.ts'
import { moment } from '../foundation/format.ts'
import { action, type FormProps } from './action.ts'
import { MemberField, memberOfAddress, memberName } from './fields.tsx'
import { Radios } from './radios.tsx'

type Draft = { customerId: string; contactChangeId: string; decision: ContactDecision | null }

const decisions: { value: ContactDecision; label: string; detail: string }[] = [
  { value: 'Keep', label: 'Keep the new contact', detail: 'the member made the change' },
  { value: 'Restore', label: 'Restore the former contact', detail: 'someone else made the change' },
]

function Form({ account, draft, set, field }: FormProps<Draft>) {
  const { customerId } = draft
  const changes = useRead('GET /api/staff/customers/:customerId/contact-changes', { params: { customerId } })
  const stopped = changes.data?.find(({ status }) => status === 'Stopped')
  const id = stopped?.id ?? ''
  useEffect(() => {
    if (id !== draft.contactChangeId) set({ contactChangeId: id })
  }, [id, draft.contactChangeId, set])
  return (
    <div className="fields">
      {account.members.length > 1 && <MemberField account={account} {...field('customerId')} />}
      {changes.data && !stopped && (
        <Alert variant="info" title="No stopped change">
          No change of {memberName(account, customerId)} was stopped from the former address, or it is
          decided.
        </Alert>
      )}
      {stopped && (
        <Alert variant="warning" title={`${memberName(account, customerId)} reported: “This was not me”`}>
          On {moment(stopped.changedAt, account.region)} {stopped.changedBy} changed {stopped.oldEmail},{' '}
          {stopped.oldMobile ?? 'no mobile'} to {stopped.newEmail}, {stopped.newMobile ?? 'no mobile'}. Find
          out who made the change before you decide.
        </Alert>
      )}
      <Radios legend="Decision" options={decisions} {...field('decision')} />
    </div>
  )
}

export const resolveContact = action<Draft>({
  title: 'Decide on a stopped contact change',
  begin: (account, params) => ({
    customerId: memberOfAddress(account, params),
    contactChangeId: '',
    decision: null,
  }),
  Form,
  command: ({ contactChangeId, decision }) =>
    contactChangeId === '' || decision === null
      ? undefined
      : {
          call: 'POST /api/staff/contact-changes/:contactChangeId/resolve',
          params: { contactChangeId },
          body: { decision },
        },
  submitLabel: ({ decision }) => (decision === 'Restore' ? 'Restore the former one' : 'Keep the new one'),
  hasOwnWords: true,
})
