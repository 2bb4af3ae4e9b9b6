import { useState } from 'react'
import { useLocation } from 'wouter'
import { regions, regionFacts, type Region } from '#domain/region.ts'
import { ApiError } from '../../api/api-error.ts'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { PolicyForm } from './policy-form.tsx'
import { bodyOf, newState } from './policy-state.ts'

/** Takes on a school. Families see nothing of it before they are enrolled there. */
export function AddSchool({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [region, setRegion] = useState<Region>('AU')
  const [knownAs, setKnownAs] = useState('sch-')
  const [state, setState] = useState(() => newState('AU'))
  const [reason, setReason] = useState('')
  const { run, isBusy, failure, error } = useAction(async () => {
    const school = await call('POST /api/staff/schools', {
      body: { larkwellId: knownAs.trim(), region, ...bodyOf(state), reason },
    })
    await refresh('GET /api/staff/schools', 'GET /api/staff/school-standing')
    showDone(`${school.name} added.`)
    navigate(`/schools/${school.id}/fees`)
  })
  const errors = error instanceof ApiError ? error.fields : {}

  /** What was typed stays; what depends on the country begins anew. */
  function changeRegion(next: Region): void {
    const { name, email, phone } = state
    setRegion(next)
    setState({ ...newState(next), name, email, phone })
  }

  return (
    <Drawer
      title="Add a school"
      lead="Next: enter its fees"
      onClose={onClose}
      undo={null}
      submitLabel="Add the school"
      onSubmit={() => void run()}
      isBusy={isBusy}
      isSubmitOff={reason.trim() === '' || state.name.trim() === ''}
      failure={failure}
    >
      <Segmented
        legend="Country"
        isLegendShown
        options={regions.map((value) => ({ value, label: regionFacts[value].name }))}
        value={region}
        onChange={changeRegion}
      />
      <TextInput
        label="Known as"
        hint="Used in files and by other systems, such as sch-wattlegrove. Cannot be changed later."
        required
        value={knownAs}
        maxLength={61}
        {...(errors['larkwellId'] !== undefined && { error: errors['larkwellId'] })}
        onChange={(event) => setKnownAs(event.currentTarget.value)}
      />
      <PolicyForm region={region} state={state} onChange={setState} errors={errors} />
      <ReasonField value={reason} onChange={setReason} error={errors['reason']} />
    </Drawer>
  )
}
