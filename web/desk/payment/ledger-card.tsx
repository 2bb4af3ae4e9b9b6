import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Card } from '../../ui/card/card.tsx'
import { money, signedMoney } from '../foundation/format.ts'
import { DenseTable, Two } from '../ui/table/dense-table.tsx'

/** What the payment did to the books. */
export function LedgerCard({ payment: { ledger, currency, dispute } }: { payment: StaffPaymentPage }) {
  return (
    <Card title="In the ledger" isFlush>
      <DenseTable
        rows={ledger}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Date', className: 'date num', render: ({ date }) => formatDateNumeric(date) },
          {
            title: 'Entry',
            render: ({ title, books }) => (
              <Two small={books}>
                <span className="semibold">{title}</span>
              </Two>
            ),
          },
          {
            title: 'Family',
            isRight: true,
            className: ({ amount }) => (amount > 0 ? 'num pos' : 'num'),
            render: ({ amount }) => signedMoney(amount, currency),
          },
          {
            title: 'Balance after',
            isRight: true,
            className: 'num muted',
            render: ({ balanceAfter }) => money(balanceAfter, currency),
          },
        ]}
      />
      {dispute?.fee ? (
        <div className="tablefoot">
          <span>{`The provider’s fee of ${money(dispute.fee, currency)} is ours, not the family’s.`}</span>
        </div>
      ) : null}
    </Card>
  )
}
