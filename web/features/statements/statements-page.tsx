import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { Statement } from '#contract/statements.ts'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { FolderArt } from '../../ui/spot-art/folder.tsx'
import { InvoicesCard } from '../invoices/invoices-card.tsx'
import { invoicesQuery } from '../invoices/invoices-query.ts'
import { inOrder } from './statement-order.ts'
import { StatementRow } from './statement-row.tsx'
import { statementsQuery } from './statements-query.ts'
import { StatementsSkeleton } from './statements-skeleton.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import '../../ui/split/split.css'
import './statements.css'

export function StatementsPage({ account: { accountId } }: { account: Account }) {
  const { data: statements } = useQuery(statementsQuery(accountId))
  const { data: invoices } = useQuery(invoicesQuery(accountId))
  return (
    <>
      <PageHeader title="Statements" lead="Download a statement for your records or tax return." />
      {statements && invoices ? (
        <div className="split">
          <Statements statements={statements} accountId={accountId} />
          <InvoicesCard invoices={invoices} accountId={accountId} />
        </div>
      ) : (
        <StatementsSkeleton />
      )}
    </>
  )
}

function Statements({ statements, accountId }: { statements: Statement[]; accountId: string }) {
  if (statements.length === 0)
    return <EmptyCard art={FolderArt}>It looks like you don't have any statements yet.</EmptyCard>
  return (
    <section className="card card--flush statements" aria-label="Statements">
      <ul className="rows">
        {inOrder(statements).map((statement) => (
          <StatementRow key={statement.id} statement={statement} accountId={accountId} />
        ))}
      </ul>
    </section>
  )
}
