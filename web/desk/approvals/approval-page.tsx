import { useParams } from 'wouter'
import type { ApprovalPage as Approval } from '#contract/staff-approvals.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { useRead } from '../foundation/read.ts'
import { useMay } from '../foundation/session.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Page } from '../ui/page/page.tsx'
import { ApprovalScreen } from './approval-screen.tsx'

const crumbs = [{ name: 'Today', href: '/' }, { name: 'Second approval' }]
const refetchEveryMs = 15_000

/** What one person has asked for and another one approves. */
export function ApprovalPage() {
  const { approvalId } = useParams<{ approvalId: string }>()
  const mayDecide = useMay('operations')
  const query = useRead(
    'GET /api/staff/approvals/:approvalId',
    { params: { approvalId } },
    { refetchEveryMs, isOff: !mayDecide },
  )
  if (query.data) return <ApprovalScreen key={query.data.id} approval={query.data} />
  return (
    <Page title="Second approval" crumbs={crumbs}>
      {mayDecide ? (
        <Loaded<Approval> query={query} label="Loading the request">
          {() => null}
        </Loaded>
      ) : (
        <Alert variant="info" title="Only Operations can approve requests">
          Ask someone in Operations to review it.
        </Alert>
      )}
    </Page>
  )
}
