import type { Account } from '#contract/accounts.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

export function MovePage({ account }: { account: Account }) {
  return <PageHeader title="Move this payment" lead={account.institutionName} />
}
