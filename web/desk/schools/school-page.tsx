import { Page } from '../ui/page/page.tsx'

export function SchoolPage() {
  return (
    <Page title="School" crumbs={[{ name: 'School' }]}>
      <p />
    </Page>
  )
}
