import type { Account } from '#contract/accounts.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

export function SkipPage({ account }: { account: Account }) {
  return <PageHeader title="Skip payments" lead={account.institutionName} />
}
