import { Page } from '../ui/page/page.tsx'

export function HousePage() {
  return (
    <Page title="House" crumbs={[{ name: 'House' }]}>
      <p />
    </Page>
  )
}
