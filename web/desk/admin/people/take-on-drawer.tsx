import { useState } from 'react'
import { staffRoles, type StaffRole } from '#domain/staff.ts'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { ApiError } from '../../../api/api-error.ts'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { roleNames } from '../../foundation/role-names.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'

export function TakeOnDrawer({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [mobile, setMobile] = useState('')
  const [role, setRole] = useState<StaffRole>('support')
  const [reason, setReason] = useState('')
  const takeOn = useAction(async () => {
    await call('POST /api/staff/members', {
      body: { name, email, mobile: mobile.replaceAll(' ', ''), role, reason },
    })
    showDone(`${name} can log in now.`)
    await refresh()
    onClose()
  })
  const fields = takeOn.error instanceof ApiError ? takeOn.error.fields : undefined
  return (
    <Drawer
      title="Add a team member"
      onClose={onClose}
      undo="Can be disabled at any time."
      submitLabel="Add team member"
      isBusy={takeOn.isBusy}
      isSubmitOff={[name, email, mobile, reason].some((text) => text.trim() === '')}
      onSubmit={() => void takeOn.run()}
      failure={takeOn.failure}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        value={name}
        error={fields?.['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="E-mail"
        type="email"
        required
        autoComplete="off"
        value={email}
        error={fields?.['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Mobile"
        hint="For log-in codes, such as +61491570156"
        type="tel"
        required
        autoComplete="off"
        value={mobile}
        error={fields?.['mobile']}
        onChange={(event) => setMobile(event.currentTarget.value)}
      />
      <Segmented
        legend="Role"
        isLegendShown
        value={role}
        onChange={setRole}
        options={staffRoles.map((each) => ({ label: roleNames[each], value: each }))}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
