import type { Account } from '#contract/accounts.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

export function ExtraPage({ account }: { account: Account }) {
  return <PageHeader title="Pay extra" lead={account.institutionName} />
}
