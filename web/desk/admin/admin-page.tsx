import type { ComponentType } from 'react'
import { useParams } from 'wouter'
import type { StaffRole } from '#domain/staff.ts'
import { mayActAs } from '#domain/staff.ts'
import { useRead } from '../foundation/read.ts'
import { NotFound } from '../ui/page/not-found.tsx'
import { useMay, usePerson } from '../foundation/session.ts'
import { Page } from '../ui/page/page.tsx'
import { RoleNote } from '../ui/role-note/role-note.tsx'
import { Tabs } from '../ui/tabs/tabs.tsx'
import { AuditPart } from './audit/audit-part.tsx'
import { FaultsPart } from './faults-part.tsx'
import { JobsPart } from './jobs/jobs-part.tsx'
import { MessagesPart } from './messages/messages-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { RatesPart } from './rates/rates-part.tsx'
import { SettingsPart } from './settings/settings-part.tsx'
import { TextsPart } from './texts/texts-part.tsx'
import { TwoFactorPart } from './two-factor/two-factor-part.tsx'
import './admin.css'

type Part = { name: string; lead: string; role: StaffRole; part: ComponentType; isInTabs: boolean }

const parts: Record<string, Part> = {
  '': {
    name: 'People',
    lead: 'Who works here, and who may do what. A change of role holds from the next click.',
    role: 'support',
    part: PeoplePart,
    isInTabs: true,
  },
  jobs: {
    name: 'Jobs',
    lead: 'Scheduled jobs and their last run.',
    role: 'operations',
    part: JobsPart,
    isInTabs: true,
  },
  rates: {
    name: 'Rates and days',
    lead: 'What paying by card costs on top, by day, and when banks rest.',
    role: 'support',
    part: RatesPart,
    isInTabs: true,
  },
  texts: {
    name: 'Texts',
    lead: 'What people agree to, and what Larkwell writes to them.',
    role: 'support',
    part: TextsPart,
    isInTabs: true,
  },
  messages: {
    name: 'Messages',
    lead: 'Every mail and text message, and what became of it.',
    role: 'support',
    part: MessagesPart,
    isInTabs: true,
  },
  settings: {
    name: 'Settings',
    lead: 'What the company has decided. A change shows on every page within seconds.',
    role: 'support',
    part: SettingsPart,
    isInTabs: true,
  },
  faults: {
    name: 'Faults',
    lead: 'What went wrong in the browsers of families.',
    role: 'operations',
    part: FaultsPart,
    isInTabs: true,
  },
  audit: {
    name: 'Audit',
    lead: 'Everything that was done, by whom and why. It can be read, never changed.',
    role: 'operations',
    part: AuditPart,
    isInTabs: true,
  },
  'two-factor': {
    name: 'Your second factor',
    lead: 'A code from an app on your phone, besides the one that comes by text.',
    role: 'support',
    part: TwoFactorPart,
    isInTabs: false,
  },
}

/** The company itself. Whole pages that a role may not see are not offered to it. */
export function AdminPage() {
  const { part = '' } = useParams<{ part?: string }>()
  const { role } = usePerson()
  const shown = Object.hasOwn(parts, part) ? parts[part] : undefined
  const failed = useFailedJobs()
  if (!shown) return <NotFound />
  const { name, lead, part: Shown } = shown
  return (
    <Page title="Admin" crumbs={[{ name: 'Admin', href: '/admin' }, { name }]} lead={lead}>
      <Tabs
        label="Admin"
        tabs={Object.entries(parts)
          .filter(([, each]) => each.isInTabs && mayActAs(role, each.role))
          .map(([key, each]) => ({
            name: each.name,
            href: key === '' ? '/admin' : `/admin/${key}`,
            count: key === 'jobs' && failed ? `${failed} failed` : undefined,
            isCurrent: key === part,
          }))}
      />
      {mayActAs(role, shown.role) ? <Shown /> : <RoleNote what={name} needed={shown.role} />}
    </Page>
  )
}

/** How many jobs somebody should look at; undefined while all is well. */
function useFailedJobs(): number | undefined {
  const may = useMay('operations')
  const jobs = useRead('GET /api/staff/jobs', {}, { isOff: !may, refetchEveryMs: 60_000 })
  const failed = jobs.data?.filter(
    (job) => job.isOverdue || job.givenUp > 0 || job.lastRun?.outcome === 'Failed',
  )
  return failed && failed.length > 0 ? failed.length : undefined
}
