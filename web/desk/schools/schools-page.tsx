import { useState } from 'react'
import type { SchoolLine } from '#contract/staff-school-standing.ts'
import { monthName } from '#domain/calendar/calendar.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { regionFacts } from '#domain/region.ts'
import { Button } from '../../ui/button/button.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { useRead } from '../foundation/read.ts'
import { useMay } from '../foundation/session.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { FilterField } from '../ui/filter-field/filter-field.tsx'
import { count, day } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Page } from '../ui/page/page.tsx'
import { saveFile } from '../../api/save-file.ts'
import { AddSchool } from './add-school.tsx'
import { schoolsCsv } from './schools-csv.ts'
import { SchoolsTable } from './schools-table.tsx'

const filters = {
  all: { label: 'All', keeps: () => true },
  au: { label: regionFacts.AU.name, keeps: ({ region }: SchoolLine) => region === 'AU' },
  uk: { label: regionFacts.UK.name, keeps: ({ region }: SchoolLine) => region === 'UK' },
  missing: { label: 'Fees missing', keeps: ({ hasFees }: SchoolLine) => !hasFees },
} as const
type Filter = keyof typeof filters

export function SchoolsPage() {
  const query = useRead('GET /api/staff/school-standing', {})
  const mayAdd = useMay('admin')
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Schools"
      crumbs={[{ name: 'Schools' }]}
      lead={query.data && leadOf(query.data)}
      actions={
        mayAdd && (
          <Button look="secondary" onClick={() => setAdding(true)}>
            Add a school
          </Button>
        )
      }
    >
      <Loaded query={query} label="Loading the schools" skeleton={<Bone height={420} />}>
        {(schools) => <SchoolList schools={schools} />}
      </Loaded>
      {isAdding && <AddSchool onClose={() => setAdding(false)} />}
    </Page>
  )
}

function leadOf(schools: readonly SchoolLine[]): string {
  const families = schools.reduce((sum, school) => sum + school.families, 0)
  const open = schools.filter(({ ready, families: all }) => ready < all)
  const years = [...new Set(open.map(({ year, region }) => tuitionYearName(year, region)))]
  const setUp =
    open.length === 0
      ? 'All families are set up.'
      : `Set-up for ${new Intl.ListFormat('en-AU').format(years)} is open at ${open.length} of them.`
  return `${count(schools.length, 'school')}, ${count(families, 'family', 'families')}. ${setUp}`
}

function SchoolList({ schools }: { schools: readonly SchoolLine[] }) {
  const mayAdd = useMay('admin')
  const [filter, setFilter] = useState<Filter>('all')
  const [text, setText] = useState('')
  const named = schools.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const shown = named.filter(filters[filter].keeps)
  const options = (Object.keys(filters) as Filter[]).map((value) => ({
    value,
    label: filters[value].label,
    count: named.filter(filters[value].keeps).length,
  }))
  return (
    <>
      <div className="toolbar">
        <FilterField label="Filter schools" placeholder="Filter by name" value={text} onChange={setText} />
        <Chips legend="Which schools" options={options} value={filter} onChange={setFilter} />
        {!mayAdd && <span className="end xs muted">Only an Admin can add a school</span>}
      </div>
      <section className="card card--flush" aria-label="Schools">
        <SchoolsTable schools={shown} />
        <div className="tablefoot">
          <span>{footOf(schools)}</span>
          <Button
            look="secondary"
            size="small"
            icon={DownloadIcon}
            onClick={() => saveFile({ blob: schoolsCsv(shown), name: 'schools.csv' })}
          >
            CSV
          </Button>
        </div>
      </section>
    </>
  )
}

function footOf(schools: readonly SchoolLine[]): string {
  const [first] = schools
  if (!first) return 'No schools yet.'
  return `Collected amounts are for ${monthName(first.collectedSince)}, from ${day(first.collectedSince)} to today, less refunds and returns.`
}
