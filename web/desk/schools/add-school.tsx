import { useState } from 'react'
import { useLocation } from 'wouter'
import { regions, regionFacts, type Region } from '#domain/region.ts'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { call } from '../foundation/staff-client.ts'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { bindText } from '../foundation/draft.ts'
import { PolicyForm } from './policy-form.tsx'
import { bodyOf, newState } from './policy-state.ts'

/** Takes on a school. Families see nothing of it before they are enrolled there. */
export function AddSchool({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [region, setRegion] = useState<Region>('AU')
  const [knownAs, setKnownAs] = useState('sch-')
  const [state, setState] = useState(() => newState('AU'))

  /** What was typed stays; what depends on the country begins anew. */
  function changeRegion(next: Region): void {
    const { name, email, phone } = state
    setRegion(next)
    setState({ ...newState(next), name, email, phone })
  }

  return (
    <ReasonDrawer
      title="Add a school"
      lead="Next: enter its fees"
      onClose={onClose}
      undo={null}
      submitLabel="Add the school"
      isSubmitOff={state.name.trim() === ''}
      act={async (reason) => {
        const body = { larkwellId: knownAs.trim(), region, ...bodyOf(state), reason }
        const school = await call('POST /api/staff/schools', { body })
        navigate(`/schools/${school.id}/fees`)
        return `${school.name} added.`
      }}
      rereads={['GET /api/staff/schools', 'GET /api/staff/school-standing']}
    >
      {(errors) => (
        <>
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
            maxLength={61}
            error={errors['larkwellId']}
            {...bindText(knownAs, setKnownAs)}
          />
          <PolicyForm region={region} state={state} onChange={setState} errors={errors} />
        </>
      )}
    </ReasonDrawer>
  )
}
