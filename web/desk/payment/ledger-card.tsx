import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Card } from '../../ui/card/card.tsx'
import '../../ui/table/table.css'
import { money, signedMoney } from '../foundation/format.ts'
import '../ui/table/table.css'

/** What the payment did to the books. */
export function LedgerCard({ payment: { ledger, currency, dispute } }: { payment: StaffPaymentPage }) {
  return (
    <Card title="In the ledger" isFlush>
      <table className="table table--dense">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Entry</th>
            <th scope="col" className="right">
              Family
            </th>
            <th scope="col" className="right">
              Balance after
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
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
