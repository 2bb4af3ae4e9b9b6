import type { Account } from '#contract/accounts.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

export function HelpPage({ account }: { account: Account }) {
  return <PageHeader title="Finding it hard to pay" lead={account.institutionName} />
}
