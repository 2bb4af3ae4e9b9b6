import { Page } from '../ui/page/page.tsx'

export function TodayPage() {
  return (
    <Page title="Today" crumbs={[{ name: 'Today' }]}>
      <p />
    </Page>
  )
}
