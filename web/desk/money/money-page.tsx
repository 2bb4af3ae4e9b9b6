import { Page } from '../ui/page/page.tsx'

export function MoneyPage() {
  return (
    <Page title="Money" crumbs={[{ name: 'Money' }]}>
      <p />
    </Page>
  )
}
