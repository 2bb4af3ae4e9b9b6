import type { Account } from '#contract/accounts.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

export function PaymentMethodsPage(_: { account: Account }) {
  return <PageHeader title="Payment preferences" />
}
