import { Page } from '../ui/page/page.tsx'

export function ApprovalPage() {
  return (
    <Page title="Approval" crumbs={[{ name: 'Approval' }]}>
      <p />
    </Page>
  )
}
