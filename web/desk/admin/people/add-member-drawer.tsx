import { staffRoles, type StaffRole } from '#domain/staff.ts'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { bind, useDraft, type Bound } from '../../foundation/draft.ts'
import { call } from '../../foundation/staff-client.ts'
import { roleNames } from '../../foundation/role-names.ts'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'

type Draft = { name: string; email: string; mobile: string; role: StaffRole }

export function AddMemberDrawer({ onClose }: { onClose: () => void }) {
  const form = useDraft<Draft>({ name: '', email: '', mobile: '', role: 'support' })
  const { name, email, mobile, role } = form.draft
  return (
    <ReasonDrawer
      title="Add a team member"
      onClose={onClose}
      undo="Can be disabled at any time."
      submitLabel="Add team member"
      isSubmitOff={[name, email, mobile].some((typed) => typed.trim() === '')}
      act={async (reason) => {
        const body = { name, email, mobile: mobile.replaceAll(' ', ''), role, reason }
        await call('POST /api/staff/members', { body })
        return `${name} can log in now.`
      }}
    >
      {(errors) => <Fields {...bind({ ...form, errors })} />}
    </ReasonDrawer>
  )
}

function Fields({ text, field }: Bound<Draft>) {
  return (
    <>
      <TextInput label="Name" required maxLength={100} autoComplete="off" {...text('name')} />
      <TextInput label="E-mail" type="email" required autoComplete="off" {...text('email')} />
      <TextInput
        label="Mobile"
        hint="For log-in codes, such as +61491570156"
        type="tel"
        required
        autoComplete="off"
        {...text('mobile')}
      />
      <Segmented
        legend="Role"
        isLegendShown
        options={staffRoles.map((each) => ({ label: roleNames[each], value: each }))}
        {...field('role')}
      />
    </>
  )
}
