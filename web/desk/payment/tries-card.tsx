import { Link } from 'wouter'
import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Card } from '../../ui/card/card.tsx'
import '../../ui/table/table.css'
import { money } from '../foundation/format.ts'
import '../ui/table/table.css'
import { statusWords } from './payment-words.ts'

/** Every try to collect an instalment, with what the bank said. */
export function TriesCard({ payment, number }: { payment: StaffPaymentPage; number: number }) {
  const { tries, currency, retryRule, id } = payment
  const fees = tries.reduce((sum, { fee }) => sum + fee, 0)
  return (
    <Card
      title={`All tries of payment ${number}`}
      isFlush
      {...(retryRule !== null && { aside: <span className="xs muted">{retryRule}</span> })}
    >
      <table className="table table--dense">
        <thead>
          <tr>
            <th scope="col">Try</th>
            <th scope="col">Sent</th>
            <th scope="col">State</th>
            <th scope="col">Why</th>
            <th scope="col">Answered</th>
            <th scope="col" className="right">
              Fee
            </th>
          </tr>
        </thead>
        <tbody>
          {tries.map((tried) => (
            <tr key={tried.paymentId}>
              <td className="num">
                {tried.paymentId === id ? (
                  tried.number
                ) : (
                  <Link href={`/payments/${tried.paymentId}`}>{tried.number}</Link>
                )}
              </td>
              <td className="date num">{formatDateNumeric(tried.sentOn)}</td>
              <td>
                <Badge tone={statusWords[tried.status].tone}>{statusWords[tried.status].text}</Badge>
              </td>
              <td>{tried.why}</td>
              <td className="date num">{tried.answeredOn && formatDateNumeric(tried.answeredOn)}</td>
              <td className="num right">{money(tried.fee, currency)}</td>
            </tr>
          ))}
        </tbody>
        {fees > 0 && (
          <tfoot>
            <tr>
              <td colSpan={5}>Dishonour fees charged to the family</td>
              <td className="num right">{money(fees, currency)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Card>
  )
}
