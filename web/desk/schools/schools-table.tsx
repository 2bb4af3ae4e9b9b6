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
import { Table } from '../../ui/table/table.tsx'
import '../../ui/card/card.css'
import '../ui/person/person.css'
import '../ui/table/table.css'
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
    <Table
      look="dense"
      columns={[
        { title: 'School' },
        { title: 'Region' },
        { title: 'Families', isRight: true },
        { title: 'Set up' },
        { title: 'Fees' },
        { title: `Collected in ${monthName(first.collectedSince)}`, isRight: true },
        { title: 'Overdue', isRight: true },
        { title: 'Next remittance' },
      ]}
    >
      {schools.map((school, at) => (
        <SchoolRow key={school.schoolId} school={school} isCurrent={at === current} />
      ))}
    </Table>
  )
}

function SchoolRow({ school, isCurrent }: { school: SchoolLine; isCurrent: boolean }) {
  const { region, families, ready, overdue } = school
  const { name: regionName, currency } = regionFacts[region]
  const year = tuitionYearName(school.year, region)
  return (
    <tr className={isCurrent ? 'is-current' : undefined}>
      <td>
        <span className="person">
          <Kind icon={SchoolIcon} tint="green" size="small" />
          <Link className="linkplain" href={`/schools/${school.schoolId}`}>
            {school.name}
          </Link>
        </span>
      </td>
      <td className="muted">{regionName}</td>
      <td className="num right schools__count">{families.toLocaleString('en-AU')}</td>
      <td>
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
      </td>
      <td>
        {school.hasFees ? (
          <Badge tone="success">{`${year} published`}</Badge>
        ) : (
          <Badge tone="error">{`${year} missing`}</Badge>
        )}
      </td>
      <td className="num right">{money(school.collected, currency)}</td>
      <td className={overdue > 0 ? 'num right is-late' : 'num right muted'}>{money(overdue, currency)}</td>
      <td className="date">
        {school.nextRemittanceOn ? (
          formatDateNumeric(school.nextRemittanceOn)
        ) : (
          <span className="muted">None</span>
        )}
      </td>
    </tr>
  )
}
