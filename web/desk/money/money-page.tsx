import { useParams } from 'wouter'
import { useRead } from '../foundation/read.ts'
import { NotFound } from '../ui/page/not-found.tsx'
import { useMay } from '../foundation/session.ts'
import { Page } from '../ui/page/page.tsx'
import { RoleNote } from '../ui/role-note/role-note.tsx'
import { Tabs } from '../ui/tabs/tabs.tsx'
import { PayoutsPart } from './payouts-part.tsx'
import { RemittancesPart } from './remittances-part.tsx'
import { SuspensePart } from './suspense-part.tsx'
import { payoutsLead, remittancesLead, suspenseLead } from './money-words.ts'

const parts = {
  '': { name: 'Suspense', lead: suspenseLead, part: SuspensePart },
  payouts: { name: 'Withdrawals', lead: payoutsLead, part: PayoutsPart },
  remittances: { name: 'Remittances', lead: remittancesLead, part: RemittancesPart },
} as const
type Part = keyof typeof parts

const isPart = (text: string): text is Part => Object.hasOwn(parts, text)

/** Money that belongs to nobody yet, that goes back to families, and that goes to schools. */
export function MoneyPage() {
  const { part = '' } = useParams<{ part?: string }>()
  const may = useMay('operations')
  const waiting = useRead('GET /api/staff/money', {}, { isOff: !may, refetchEveryMs: 60_000 })
  if (!isPart(part)) return <NotFound />
  const { name, lead, part: Shown } = parts[part]
  const counts: Record<Part, number | undefined> = {
    '': waiting.data?.suspense.count,
    payouts: waiting.data && openWithdrawals(waiting.data.withdrawals),
    remittances: undefined,
  }
  return (
    <Page
      title="Money"
      crumbs={[{ name: 'Money', href: '/money' }, { name }]}
      lead={waiting.data ? lead(waiting.data) : ' '}
    >
      {may ? (
        <>
          <Tabs
            label="Money"
            tabs={(Object.keys(parts) as Part[]).map((key) => ({
              name: parts[key].name,
              href: key === '' ? '/money' : `/money/${key}`,
              count: counts[key],
              isCurrent: key === part,
            }))}
          />
          <Shown />
        </>
      ) : (
        <RoleNote what="Money" needed="operations" />
      )}
    </Page>
  )
}

type Withdrawals = Parameters<typeof payoutsLead>[0]['withdrawals']

const openWithdrawals = ({ AU, UK }: Withdrawals) =>
  [AU, UK].reduce((sum, { toReview, toPayOut }) => sum + toReview.count + toPayOut.count, 0)
