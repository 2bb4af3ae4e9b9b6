import { Page } from '../ui/page/page.tsx'

export function FamilyPage() {
  return (
    <Page title="Family" crumbs={[{ name: 'Family' }]}>
      <p />
    </Page>
  )
}
