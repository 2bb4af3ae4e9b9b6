import { Link, useLocation } from 'wouter'
import { useState } from 'react'
import type { SchoolLine } from '#contract/staff-school-standing.ts'
import { formatDateNumeric, monthName } from '#domain/calendar/calendar.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { regionFacts } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { useShortcuts, stepKeys } from '../foundation/shortcuts.ts'
import { money } from '../foundation/format.ts'
import { Kind } from '../ui/kind/kind.tsx'
import { Meter } from '../ui/meter/meter.tsx'
import { DenseTable } from '../ui/table/dense-table.tsx'
import '../ui/person/person.css'
import './schools.css'

export function SchoolsTable({ schools }: { schools: readonly SchoolLine[] }) {
  const [, navigate] = useLocation()
  const [current, setCurrent] = useState(-1)
  const move = (step: number) => setCurrent((at) => Math.max(0, Math.min(schools.length - 1, at + step)))
  useShortcuts([
    ...stepKeys('school', move),
    {
      keys: 'enter',
      label: 'Open the school',
      isOff: !schools[current],
      run: () => navigate(`/schools/${schools[current]?.schoolId}`),
    },
  ])
  const [first] = schools
  if (!first) return <p className="schools__none muted">No matching schools.</p>
  return (
    <DenseTable
      rows={schools}
      keyOf={({ schoolId }) => schoolId}
      isCurrent={(school) => school === schools[current]}
      columns={[
        {
          title: 'School',
          render: ({ schoolId, name }) => (
            <span className="person">
              <Kind icon={SchoolIcon} tint="green" size="small" />
              <Link className="linkplain" href={`/schools/${schoolId}`}>
                {name}
              </Link>
            </span>
          ),
        },
        { title: 'Region', className: 'muted', render: ({ region }) => regionFacts[region].name },
        {
          title: 'Families',
          isRight: true,
          className: 'num schools__count',
          render: ({ families }) => families.toLocaleString('en-AU'),
        },
        { title: 'Set up', render: (school) => <Ready school={school} /> },
        {
          title: 'Fees',
          render: (school) => (
            <Badge tone={school.hasFees ? 'success' : 'error'}>
              {`${yearOf(school)} ${school.hasFees ? 'published' : 'missing'}`}
            </Badge>
          ),
        },
        {
          title: `Collected in ${monthName(first.collectedSince)}`,
          isRight: true,
          className: 'num',
          render: ({ collected, region }) => money(collected, regionFacts[region].currency),
        },
        {
          title: 'Overdue',
          isRight: true,
          className: ({ overdue }) => (overdue > 0 ? 'num is-late' : 'num muted'),
          render: ({ overdue, region }) => money(overdue, regionFacts[region].currency),
        },
        {
          title: 'Next remittance',
          className: 'date',
          render: ({ nextRemittanceOn }) =>
            nextRemittanceOn ? formatDateNumeric(nextRemittanceOn) : <span className="muted">None</span>,
        },
      ]}
    />
  )
}

const yearOf = ({ year, region }: SchoolLine) => tuitionYearName(year, region)

function Ready({ school }: { school: SchoolLine }) {
  const { families, ready } = school
  const year = yearOf(school)
  return (
    <span className="schools__ready">
      <Meter
        of={families}
        value={ready}
        size="small"
        label={`${ready} of ${families} families are set up for ${year}`}
      />
      <span className="num muted xs nowrap" aria-hidden="true">
        {ready} of {families}, {year}
      </span>
    </span>
  )
}
