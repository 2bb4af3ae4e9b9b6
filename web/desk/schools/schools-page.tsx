import { Page } from '../ui/page/page.tsx'

export function SchoolsPage() {
  return (
    <Page title="Schools" crumbs={[{ name: 'Schools' }]}>
      <p />
    </Page>
  )
}
