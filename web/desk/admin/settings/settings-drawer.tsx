import { useState } from 'react'
import type { CompanySettingsReply } from '#contract/staff-company.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'
import { bodyOf, nowOf, shown, type Setting, type Value } from './setting-list.ts'

const fieldOf = (path: string) => path.split('.')[0]

/** Each setting as it is and as it will be, before it is. */
export function SettingsDrawer({
  settings,
  changes,
  onClose,
  onSaved,
}: {
  settings: CompanySettingsReply
  changes: ReadonlyMap<Setting, Value | null>
  onClose: () => void
  onSaved: () => void
}) {
  const [reason, setReason] = useState('')
  const save = useAction(async () => {
    await call('PUT /api/staff/settings', { body: { ...bodyOf(changes), reason } })
    showDone('Saved. Every page shows the change within seconds.')
    await refresh()
    onSaved()
  })
  const wrong = save.error instanceof ApiError ? Object.keys(save.error.fields).map(fieldOf) : []
  const wrongLabels = [...changes.keys()].filter(({ name }) => wrong.includes(name)).map(({ label }) => label)
  return (
    <Drawer
      title="Save the settings"
      onClose={onClose}
      undo="Can be changed back at any time."
      submitLabel="Save"
      isBusy={save.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void save.run()}
      failure={save.failure}
    >
      {wrongLabels.length > 0 && (
        <Alert variant="warning" title={`Check: ${wrongLabels.join(', ')}`}>
          See the hint below each field for the format.
        </Alert>
      )}
      <Effect
        rows={[...changes].map(([setting, value]) => ({
          label: setting.label,
          now: nowOf(setting, settings),
          after: value === null ? 'default' : shown(setting, value),
        }))}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
