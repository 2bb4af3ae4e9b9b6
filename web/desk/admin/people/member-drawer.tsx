import { useState } from 'react'
import type { StaffMember } from '#contract/staff-access.ts'
import type { StaffRole } from '#domain/staff.ts'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { call } from '../../foundation/staff-client.ts'
import { roleNames } from '../../foundation/role-names.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import { bindText } from '../../foundation/draft.ts'

type Change = { role?: StaffRole; name?: string; mobile?: string; status?: StaffMember['status'] }
export type MemberStep = { change: Change } | 'reset'

/** One change of one person, with what it does and why. */
export function MemberDrawer({
  member,
  step,
  onClose,
}: {
  member: StaffMember
  step: MemberStep
  onClose: () => void
}) {
  const [mobile, setMobile] = useState('')
  const [name, setName] = useState(member.name)
  const change = step === 'reset' ? {} : step.change
  const isName = change.name !== undefined
  const isMobile = change.mobile !== undefined
  const params = { staffId: member.id }
  async function save(reason: string): Promise<string> {
    if (step === 'reset')
      await call('POST /api/staff/members/:staffId/reset-two-factor', { params, body: { reason } })
    else
      await call('PUT /api/staff/members/:staffId', {
        params,
        body: {
          ...change,
          ...(isName && { name }),
          ...(isMobile && { mobile: mobile.replaceAll(' ', '') }),
          reason,
        },
      })
    return `${member.name}: ${titleOf(step).toLowerCase()} done.`
  }
  return (
    <ReasonDrawer
      title={titleOf(step)}
      lead={`${member.name}, ${member.email}`}
      onClose={onClose}
      undo={undoOf(step, member)}
      submitLabel={titleOf(step)}
      isSubmitOff={(isMobile && mobile.trim() === '') || (isName && name.trim() === '')}
      isDanger={step === 'reset' || change.status === 'Disabled'}
      act={save}
    >
      {isName && (
        <TextInput label="Name" maxLength={100} autoComplete="off" required {...bindText(name, setName)} />
      )}
      {isMobile && (
        <TextInput
          label="Mobile"
          hint="With the country code, such as +61491570156"
          type="tel"
          autoComplete="off"
          required
          {...bindText(mobile, setMobile)}
        />
      )}
      <Effect
        rows={
          change.role ? [{ label: 'Role', now: roleNames[member.role], after: roleNames[change.role] }] : []
        }
        sentences={[effectOf(step)]}
      />
    </ReasonDrawer>
  )
}

function titleOf(step: MemberStep): string {
  if (step === 'reset') return 'Reset two-factor authentication'
  if (step.change.role) return 'Change the role'
  if (step.change.name !== undefined) return 'Change the name'
  if (step.change.mobile !== undefined) return 'Change the mobile'
  return step.change.status === 'Disabled' ? 'Disable' : 'Enable'
}

function effectOf(step: MemberStep): string {
  if (step === 'reset')
    return 'Their authenticator app and recovery codes stop working, and their sessions end immediately. Confirm their identity first.'
  if (step.change.role) return 'Applies from their next click.'
  if (step.change.name !== undefined)
    return 'Families and colleagues see the new name. Earlier actions keep the former name.'
  if (step.change.mobile !== undefined)
    return 'Log-in codes go to the new number. Their sessions end immediately.'
  return step.change.status === 'Disabled'
    ? 'Their sessions end immediately and they can no longer log in. The audit keeps what they did.'
    : 'They can log in again.'
}

function undoOf(step: MemberStep, member: StaffMember): string | null {
  if (step === 'reset') return null
  if (step.change.role) return `Can be changed back to ${roleNames[member.role]} at any time.`
  return 'Can be changed back at any time.'
}
