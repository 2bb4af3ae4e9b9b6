import { Link } from 'wouter'
import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Card } from '../../ui/card/card.tsx'
import { money } from '../foundation/format.ts'
import '../ui/table/table.css'
import { statusWords } from './payment-words.ts'
import { Table } from '../../ui/table/table.tsx'

const columns = [
  { title: 'Try' },
  { title: 'Sent' },
  { title: 'State' },
  { title: 'Why' },
  { title: 'Replied' },
  { title: 'Fee', isRight: true },
]

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
      <Table
        look="dense"
        columns={columns}
        foot={
          fees > 0 && (
            <tr>
              <td colSpan={5}>Dishonour fees charged to the family</td>
              <td className="num right">{money(fees, currency)}</td>
            </tr>
          )
        }
      >
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
      </Table>
    </Card>
  )
}
