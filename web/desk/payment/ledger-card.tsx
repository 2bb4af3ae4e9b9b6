import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Card } from '../../ui/card/card.tsx'
import { money, signedMoney } from '../foundation/format.ts'
import { Table } from '../../ui/table/table.tsx'
import '../ui/table/table.css'

const columns = [
  { title: 'Date' },
  { title: 'Entry' },
  { title: 'Family', isRight: true },
  { title: 'Balance after', isRight: true },
]

/** What the payment did to the books. */
export function LedgerCard({ payment: { ledger, currency, dispute } }: { payment: StaffPaymentPage }) {
  return (
    <Card title="In the ledger" isFlush>
      <Table look="dense" columns={columns}>
        {ledger.map(({ id, date, title, books, amount, balanceAfter }) => (
          <tr key={id}>
            <td className="date num">{formatDateNumeric(date)}</td>
            <td>
              <Entry title={title} books={books} />
            </td>
            <td className={amount > 0 ? 'num right pos' : 'num right'}>{signedMoney(amount, currency)}</td>
            <td className="num right muted">{money(balanceAfter, currency)}</td>
          </tr>
        ))}
      </Table>
      {dispute?.fee ? (
        <div className="tablefoot">
          <span>{`The provider’s fee of ${money(dispute.fee, currency)} is ours, not the family’s.`}</span>
        </div>
      ) : null}
    </Card>
  )
}

function Entry({ title, books }: { title: string; books: string }) {
  return (
    <span className="two">
      <span className="semibold">{title}</span>
      <small>{books}</small>
    </span>
  )
}
