import { useState } from 'react'
import type { SchoolStanding } from '#contract/staff-school-standing.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { useMay } from '../../foundation/session.ts'
import { FeeAside } from './fee-aside.tsx'
import type { DraftItem, FeeDraft } from './fee-draft.ts'
import { FeeDrawer } from './fee-drawer.tsx'
import { FeeTable } from './fee-table.tsx'
import { TermsCard } from './terms-card.tsx'
import { useFeeDraft } from './use-fee-draft.ts'

type FeeEditorProps = {
  school: SchoolStanding
  year: number
  /** What is written; null for a year without fees. */
  base: FeeDraft | null
  start: FeeDraft
  copiedFrom?: number
}

export function FeeEditor({ school, year, base, start, copiedFrom }: FeeEditorProps) {
  const mayEdit = useMay('admin')
  const state = useFeeDraft(`${school.schoolId} ${year}`, base, start)
  const [opened, setOpened] = useState<DraftItem | 'new' | null>(null)
  return (
    <div className={mayEdit ? 'duo fees' : 'fees'}>
      <div className="pile">
        {copiedFrom !== undefined && (
          <Alert variant="info" title={`${tuitionYearName(year, school.region)} has no fees yet`}>
            {`These are the fees of ${tuitionYearName(copiedFrom, school.region)} as a starting point. Nothing is saved yet.`}
          </Alert>
        )}
        <TermsCard state={state} base={base} isReadOnly={!mayEdit} />
        <FeeTable state={state} base={base} isReadOnly={!mayEdit} onOpen={setOpened} />
      </div>
      {mayEdit && <FeeAside school={school} year={year} state={state} isNew={base === null} />}
      {opened !== null && (
        <FeeDrawer
          region={school.region}
          item={opened === 'new' ? null : opened}
          others={state.draft.items}
          onSave={(item) => {
            state.setItem(item)
            setOpened(null)
          }}
          onRemove={(key) => {
            state.removeItem(key)
            setOpened(null)
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
