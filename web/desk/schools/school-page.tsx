import { useParams } from 'wouter'
import type { SchoolStanding } from '#contract/staff-school-standing.ts'
import { regionFacts } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { useRead } from '../foundation/read.ts'
import { NotFound } from '../ui/page/not-found.tsx'
import { useMay } from '../foundation/session.ts'
import { count } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Page } from '../ui/page/page.tsx'
import { Tabs } from '../ui/tabs/tabs.tsx'
import { SchoolFees } from './fees/school-fees.tsx'
import { SchoolImport } from './import/school-import.tsx'
import { SchoolFamilies } from './school-families.tsx'
import { SchoolRules } from './school-rules.tsx'
import './schools.css'

const partNames = { fees: 'Fees and terms', import: 'Import', rules: 'Rules' } as const
type Part = keyof typeof partNames

const isPart = (text: string): text is Part => Object.hasOwn(partNames, text)

export function SchoolPage() {
  const { schoolId = '', part } = useParams()
  const query = useRead('GET /api/staff/schools/:schoolId/standing', { params: { schoolId } })
  const school = query.data
  if (part !== undefined && !isPart(part)) return <NotFound />
  const name = school?.name ?? 'School'
  return (
    <Page
      title={name}
      crumbs={[
        { name: 'Schools', href: '/schools' },
        ...(part ? [{ name, href: `/schools/${schoolId}` }, { name: partNames[part] }] : [{ name }]),
      ]}
      badges={school && <Badge isPlain>{regionFacts[school.region].name}</Badge>}
      lead={school && <span className="num">{leadOf(school)}</span>}
    >
      <Loaded query={query} label="Loading the school" skeleton={<Bone height={520} />}>
        {(standing) => (
          <>
            <SchoolTabs school={standing} part={part} />
            {part === undefined && <SchoolFamilies school={standing} />}
            {part === 'fees' && <SchoolFees school={standing} />}
            {part === 'import' && <SchoolImport school={standing} />}
            {part === 'rules' && <SchoolRules schoolId={schoolId} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function leadOf({ families, students, email, phone, bpayBillerCode }: SchoolStanding): string {
  const people = `${count(families, 'family', 'families')}, ${count(students, 'student')}`
  return [people, email, phone, bpayBillerCode && `BPAY biller ${bpayBillerCode}`].filter(Boolean).join(' · ')
}

function SchoolTabs({ school, part }: { school: SchoolStanding; part: string | undefined }) {
  const mayOperate = useMay('operations')
  const base = `/schools/${school.schoolId}`
  return (
    <Tabs
      label="About this school"
      tabs={[
        { name: 'Families', href: base, count: school.families, isCurrent: part === undefined },
        { name: partNames.fees, href: `${base}/fees`, isCurrent: part === 'fees' },
        ...(mayOperate
          ? [{ name: partNames.import, href: `${base}/import`, isCurrent: part === 'import' }]
          : []),
        ...(mayOperate ? [{ name: 'Remittances', href: '/money/remittances', isCurrent: false }] : []),
        { name: partNames.rules, href: `${base}/rules`, isCurrent: part === 'rules' },
      ]}
    />
  )
}
