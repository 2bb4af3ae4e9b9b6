import { useState } from 'react'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import { ClockIcon } from '../../ui/icon/clock.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { call } from '../foundation/staff-client.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { EyeIcon } from '../ui/icon/eye.tsx'
import { NoteIcon } from '../ui/icon/note.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { familyName } from './action.ts'
import { memberOfAddress, memberName } from './fields.tsx'
import { Radios } from './radios.tsx'

type SeeAsFamilyProps = { account: StaffAccount; given: URLSearchParams; onClose: () => void }

/** Opens the portal as a member sees it, by a link that works once. */
export function SeeAsFamily({ account, given: params, onClose }: SeeAsFamilyProps) {
  const [customerId, setCustomerId] = useState(memberOfAddress(account, params))
  const name = memberName(account, customerId)
  async function open(reason: string): Promise<undefined> {
    // Opened while the press still counts as one, or the browser would block it; the link follows.
    const tab = window.open('about:blank', '_blank')
    try {
      const { url } = await call('POST /api/staff/customers/:customerId/impersonation', {
        params: { customerId },
        body: { reason: reason.trim() },
      })
      if (tab) {
        tab.opener = null
        tab.location.href = url
      } else location.assign(url)
    } catch (error) {
      tab?.close()
      throw error
    }
  }
  const active = account.members.filter(({ status }) => status === 'Active')
  return (
    <ReasonDrawer
      title="See the portal as the family"
      lead={`${familyName(account)} · ${account.shortId}`}
      onClose={onClose}
      undo="Nothing to undo: viewing changes nothing."
      submitLabel={`Open as ${name}`}
      isSubmitOff={!active.some(({ id }) => id === customerId)}
      begin={params.get('reason') ?? undefined}
      saysWhatIsMissing
      act={open}
      rereads={[]}
    >
      <Radios
        legend="Member"
        options={active.map(({ id, name: label, email }) => ({ value: id, label, detail: email }))}
        value={customerId}
        onChange={setCustomerId}
      />
      <Effect
        sentences={[
          { icon: EyeIcon, text: `Opens in a new tab. You see exactly what ${name} sees.` },
          { icon: LockIcon, text: 'Payments, withdrawals and new payment methods are blocked.' },
          { icon: ClockIcon, text: 'Ends after 30 minutes, or when you log out there.' },
          {
            icon: NoteIcon,
            text: `Your view and its reason are recorded, and ${name} is notified by email.`,
          },
        ]}
      />
    </ReasonDrawer>
  )
}
