import type { ComponentType } from 'react'
import { useParams } from 'wouter'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import { useRead } from '../foundation/read.ts'
import { NotFound } from '../ui/page/not-found.tsx'
import { useMay, usePerson } from '../foundation/session.ts'
import { Page } from '../ui/page/page.tsx'
import { RoleNote } from '../ui/role-note/role-note.tsx'
import { Tabs } from '../ui/tabs/tabs.tsx'
import { AuditPart } from './audit/audit-part.tsx'
import { FaultsPart } from './faults-part.tsx'
import { needsAttention } from './jobs/job-words.ts'
import { JobsPart } from './jobs/jobs-part.tsx'
import { MessagesPart } from './messages/messages-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { RatesPart } from './rates/rates-part.tsx'
import { SettingsPart } from './settings/settings-part.tsx'
import { TextsPart } from './texts/texts-part.tsx'
import { TwoFactorPart } from './two-factor/two-factor-part.tsx'
import './admin.css'

type Part = {
  name: string
  lead: string
  role: StaffRole
  part: ComponentType
  /** Not in the tabs. */ isHidden?: true
}

const parts: Record<string, Part> = {
  '': {
    name: 'People',
    lead: 'Who works here, and who may do what. A new role applies from the person’s next click.',
    role: 'support',
    part: PeoplePart,
  },
  jobs: {
    name: 'Jobs',
    lead: 'Scheduled jobs and their last run.',
    role: 'operations',
    part: JobsPart,
  },
  rates: {
    name: 'Rates and days',
    lead: 'Card surcharges and bank holidays.',
    role: 'support',
    part: RatesPart,
  },
  texts: {
    name: 'Texts',
    lead: 'Agreements, and the messages that Larkwell sends.',
    role: 'support',
    part: TextsPart,
  },
  messages: {
    name: 'Messages',
    lead: 'Every email and text message, and whether it was delivered.',
    role: 'support',
    part: MessagesPart,
  },
  settings: {
    name: 'Settings',
    lead: 'Company-wide settings. Changes appear on every page within seconds.',
    role: 'support',
    part: SettingsPart,
  },
  faults: {
    name: 'Browser errors',
    lead: 'Errors in families’ browsers.',
    role: 'operations',
    part: FaultsPart,
  },
  audit: {
    name: 'Audit',
    lead: 'Who did what, and why. Entries cannot be changed.',
    role: 'operations',
    part: AuditPart,
  },
  'two-factor': {
    name: 'Two-factor authentication',
    lead: 'A code from an app on your phone, as well as the one sent by text message.',
    role: 'support',
    part: TwoFactorPart,
    isHidden: true,
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
          .filter(([, each]) => !each.isHidden && mayActAs(role, each.role))
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
  const failed = jobs.data?.filter(needsAttention)
  return failed && failed.length > 0 ? failed.length : undefined
}
