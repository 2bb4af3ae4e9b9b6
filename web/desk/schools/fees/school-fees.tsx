import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { StaffFeeSchedule } from '#contract/staff-schools.ts'
import type { SchoolStanding } from '#contract/staff-school-standing.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { buttonClass } from '../../../ui/button/button.tsx'
import { UploadIcon } from '../../../ui/icon/upload.tsx'
import { useRead } from '../../foundation/read.ts'
import { useMay } from '../../foundation/session.ts'
import { Keys } from '../../ui/keys/keys.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { KeptPreview } from './fee-aside.tsx'
import { draftForYear, draftOf } from './fee-draft.ts'
import { FeeEditor } from './fee-editor.tsx'
import './fees.css'

/** What a school charges, a year at a time. */
export function SchoolFees({ school }: { school: SchoolStanding }) {
  const { schoolId, region } = school
  const years = useRead('GET /api/staff/schools/:schoolId/fee-schedules', { params: { schoolId } })
  const [chosen, setChosen] = useState<number | null>(null)
  const [, navigate] = useLocation()
  const changeId = new URLSearchParams(useSearch()).get('change')
  const mayEdit = useMay('admin')
  if (changeId !== null)
    return <KeptPreview feeChangeId={changeId} onDone={() => navigate(`/schools/${schoolId}/fees`)} />
  return (
    <Loaded query={years} label="Loading the fees">
      {(written) => {
        const all = [
          ...new Set([...written.map(({ year }) => year), ...(mayEdit ? [school.year] : [])]),
        ].toSorted((a, b) => b - a)
        const year = chosen ?? (all.includes(school.year) ? school.year : all[0])
        if (year === undefined)
          return <p className="muted">No fees entered yet. Only an Admin can enter them.</p>
        const isWritten = written.some((each) => each.year === year)
        return (
          <>
            <div className="toolbar fees__bar">
              <NativeSelect
                isLabelHidden
                label="Year"
                options={all.map((each) => ({ value: String(each), label: tuitionYearName(each, region) }))}
                value={String(year)}
                onChange={(value) => setChosen(Number(value))}
              />
              {isWritten ? <Badge tone="success">Published</Badge> : <Badge tone="error">Missing</Badge>}
              <span className="end" />
              {mayEdit ? (
                <>
                  <Keys
                    keys={[
                      [['Tab'], 'next amount'],
                      [['Enter'], 'down'],
                      [['Ctrl Z'], 'take back'],
                    ]}
                  />
                  <Link className={buttonClass({ look: 'secondary' })} href={`/schools/${schoolId}/import`}>
                    <UploadIcon />
                    <span>From a file</span>
                  </Link>
                </>
              ) : (
                <span className="xs muted">Only an Admin can change fees</span>
              )}
            </div>
            <FeesOfYear
              key={year}
              school={school}
              year={year}
              isWritten={isWritten}
              before={latestBefore(written, year)}
            />
          </>
        )
      }}
    </Loaded>
  )
}

const latestBefore = (years: readonly { year: number }[], year: number) =>
  years
    .map((each) => each.year)
    .filter((each) => each < year)
    .toSorted((a, b) => b - a)[0]

type FeesOfYearProps = {
  school: SchoolStanding
  year: number
  isWritten: boolean
  before: number | undefined
}

/** Of a year without fees the fees of the year before are the beginning. */
function FeesOfYear({ school, year, isWritten, before }: FeesOfYearProps) {
  const from = isWritten ? year : before
  const query = useRead(
    'GET /api/staff/schools/:schoolId/fee-schedules/:year',
    { params: { schoolId: school.schoolId, year: from ?? year } },
    { isOff: from === undefined },
  )
  if (from === undefined)
    return (
      <FeeEditor
        school={school}
        year={year}
        base={null}
        start={{ terms: [{ no: 1, startsOn: '', endsOn: '' }], items: [] }}
      />
    )
  return (
    <Loaded query={query} label="Loading the fees">
      {(schedule: StaffFeeSchedule) => {
        const read = draftOf(schedule)
        return (
          <FeeEditor
            key={isWritten ? JSON.stringify(schedule) : undefined}
            school={school}
            year={year}
            base={isWritten ? read : null}
            start={isWritten ? read : draftForYear(read, year - from)}
            copiedFrom={isWritten ? undefined : from}
          />
        )
      }}
    </Loaded>
  )
}
