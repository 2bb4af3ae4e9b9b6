import { Page } from '../ui/page/page.tsx'

export function PaymentPage() {
  return (
    <Page title="Payment" crumbs={[{ name: 'Payment' }]}>
      <p />
    </Page>
  )
}
