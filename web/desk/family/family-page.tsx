import { useLocation, useParams } from 'wouter'
import type { StaffFamily } from '#contract/staff-family.ts'
import { regionFacts } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { isNotFound } from '../foundation/failure.ts'
import { useRead } from '../foundation/read.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { FamilyActionBar } from '../family-actions/family-action-bar.tsx'
import { day } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Page } from '../ui/page/page.tsx'
import { Tabs } from '../ui/tabs/tabs.tsx'
import { FamilyAside } from './aside.tsx'
import { tabs, type TabName } from './family-tabs.ts'
import { FamilySkeleton } from './family-skeleton.tsx'
import { Glance } from './glance.tsx'
import { tabPages } from './tab-pages.tsx'
import './family.css'

/** One family: how it stands, everything there is to read about it, and what can be done for it. */
export function FamilyPage() {
  const { accountId, tab } = useParams<{ accountId: string; tab?: string }>()
  const [, navigate] = useLocation()
  const query = useRead('GET /api/staff/families/:accountId', { params: { accountId } })
  const current: TabName = tabs.find(({ path }) => path === tab)?.name ?? 'Money'
  useShortcuts(
    tabs.map(({ name, path }, index) => ({
      keys: String(index + 1),
      label: name,
      run: () => navigate(hrefOf(accountId, path)),
    })),
  )
  const family = query.data
  const TabPage = tabPages[current]
  return (
    <Page
      key={accountId}
      title={family?.name ?? 'Family'}
      crumbs={[{ name: 'Today', href: '/' }, { name: family?.name ?? 'Family' }]}
      badges={family && <Standing family={family} />}
      lead={family ? <span className="num">{leadOf(family)}</span> : <LineOfBones />}
      actions={
        !isNotFound(query.error) && (
          <>
            <span className="keys hide-narrow">
              <span>
                <Kbd>1</Kbd>–<Kbd>7</Kbd> tabs
              </span>
            </span>
            <FamilyActionBar accountId={accountId} />
          </>
        )
      }
    >
      <Loaded query={query} label="Loading the family" skeleton={<FamilySkeleton tab={current} />}>
        {(loaded) => (
          <>
            <Glance family={loaded} />
            <div className="duo">
              <div className="pile">
                <Tabs
                  label="About this family"
                  tabs={tabs.map(({ name, path, count }) => ({
                    name,
                    href: hrefOf(accountId, path),
                    count: count && loaded.counts[count],
                    isCurrent: name === current,
                  }))}
                />
                <TabPage family={loaded} />
              </div>
              <FamilyAside family={loaded} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const LineOfBones = () => (
  <span className="sk-line lead-bones" aria-hidden="true">
    <Bone width="min(380px, 90%)" height={12} />
  </span>
)

const hrefOf = (accountId: string, path: string) => `/families/${accountId}${path && `/${path}`}`

function Standing({ family }: { family: StaffFamily }) {
  const { status, isSetUp, isOnHold, glance } = family
  return (
    <>
      {status === 'Inactive' ? (
        <Badge>Closed</Badge>
      ) : isSetUp ? (
        <Badge tone="success">Active</Badge>
      ) : (
        <Badge tone="caution">Setting up</Badge>
      )}
      {glance.overdue.amount > 0 && <Badge tone="error">Payment overdue</Badge>}
      {isOnHold && <Badge tone="info">Payments on hold</Badge>}
    </>
  )
}

const leadOf = ({ shortId, schoolName, productName, region, since, isSetUp }: StaffFamily) =>
  [
    shortId,
    schoolName,
    productName,
    regionFacts[region].name,
    `${isSetUp ? 'with us' : 'opened'} since ${day(since)}`,
  ].join(' · ')
