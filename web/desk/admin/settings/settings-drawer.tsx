import type { CompanySettingsReply } from '#contract/staff-company.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
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
  const wrongIn = (errors: Record<string, string>) => {
    const wrong = Object.keys(errors).map(fieldOf)
    return [...changes.keys()].filter(({ name }) => wrong.includes(name)).map(({ label }) => label)
  }
  return (
    <ReasonDrawer
      title="Save the settings"
      onClose={onClose}
      undo="Can be changed back at any time."
      submitLabel="Save"
      act={async (reason) => {
        await call('PUT /api/staff/settings', { body: { ...bodyOf(changes), reason } })
        return 'Saved. Every page shows the change within seconds.'
      }}
      onDone={onSaved}
    >
      {(errors) => (
        <>
          {wrongIn(errors).length > 0 && (
            <Alert variant="warning" title={`Check: ${wrongIn(errors).join(', ')}`}>
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
        </>
      )}
    </ReasonDrawer>
  )
}
