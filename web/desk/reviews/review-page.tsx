import { Page } from '../ui/page/page.tsx'

export function ReviewPage() {
  return (
    <Page title="Review" crumbs={[{ name: 'Review' }]}>
      <p />
    </Page>
  )
}
