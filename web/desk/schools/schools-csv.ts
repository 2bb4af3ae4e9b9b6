import type { SchoolLine } from '#contract/staff-school-standing.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { regionFacts } from '#domain/region.ts'
import { csvFile } from '../foundation/csv.ts'

const header = [
  'School',
  'Region',
  'Families',
  'Year',
  'Set up',
  'Fees',
  'Collected this month',
  'Overdue',
  'Currency',
  'Next remittance',
]

export function schoolsCsv(schools: readonly SchoolLine[]): Blob {
  const rows = schools.map((school) => [
    school.name,
    regionFacts[school.region].name,
    school.families,
    tuitionYearName(school.year, school.region),
    school.ready,
    school.hasFees ? 'Published' : 'Missing',
    school.collected,
    school.overdue,
    regionFacts[school.region].currency,
    school.nextRemittanceOn,
  ])
  return csvFile([header, ...rows])
}
