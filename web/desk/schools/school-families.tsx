import { useState } from 'react'
import type { FamilyFilter, SchoolStanding } from '#contract/staff-school-standing.ts'
import { Button } from '../../ui/button/button.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { callForFile } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useSettled } from '../foundation/use-settled.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { FilterField } from '../ui/filter-field/filter-field.tsx'
import { saveFile } from '../../api/save-file.ts'
import { FamilyTable } from './family-table.tsx'
import { SetUpSteps } from './set-up-steps.tsx'

const filterNames: Record<FamilyFilter, string> = {
  All: 'All',
  NotReady: 'Not ready',
  InReview: 'In review',
  Overdue: 'Overdue',
  TwoPayers: 'Two payers',
}

const typingPauseMs = 250

/** How far the families of a school are, and each of them. */
export function SchoolFamilies({ school }: { school: SchoolStanding }) {
  const [filter, setFilter] = useState<FamilyFilter>('All')
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), typingPauseMs)
  const query = { filter, ...(text !== '' && { text }) }
  const { run, isBusy, failure } = useAction(async () =>
    saveFile(
      await callForFile('GET /api/staff/schools/:schoolId/families/file', {
        params: { schoolId: school.schoolId },
        query,
      }),
    ),
  )
  const options = (Object.keys(filterNames) as FamilyFilter[]).map((value) => ({
    value,
    label: filterNames[value],
    count: school.filters[value],
  }))
  return (
    <>
      <SetUpSteps school={school} />
      <div className="toolbar">
        <FilterField
          label="Filter families"
          placeholder="Filter by family or LW id"
          value={typed}
          onChange={setTyped}
        />
        <Chips legend="Which families" options={options} value={filter} onChange={setFilter} />
        <span className="end" />
        <Button look="secondary" icon={DownloadIcon} isBusy={isBusy} onClick={() => void run()}>
          CSV
        </Button>
      </div>
      <FailureAlert title="The file could not be created" failure={failure} />
      <FamilyTable
        key={`${filter} ${text}`}
        school={school}
        query={query}
        all={text === '' ? school.filters[filter] : null}
      />
    </>
  )
}
