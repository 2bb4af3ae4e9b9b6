import { Link } from 'wouter'
import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Card } from '../../ui/card/card.tsx'
import { money } from '../foundation/format.ts'
import { DenseTable } from '../ui/table/dense-table.tsx'
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
      <DenseTable
        rows={tries}
        keyOf={({ paymentId }) => paymentId}
        columns={[
          {
            title: 'Try',
            className: 'num',
            render: ({ paymentId, number: place }) =>
              paymentId === id ? place : <Link href={`/payments/${paymentId}`}>{place}</Link>,
          },
          { title: 'Sent', className: 'date num', render: ({ sentOn }) => formatDateNumeric(sentOn) },
          {
            title: 'State',
            render: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].text}</Badge>,
          },
          { title: 'Why', render: ({ why }) => why },
          {
            title: 'Replied',
            className: 'date num',
            render: ({ answeredOn }) => answeredOn && formatDateNumeric(answeredOn),
          },
          { title: 'Fee', isRight: true, className: 'num', render: ({ fee }) => money(fee, currency) },
        ]}
        foot={
          fees > 0 && (
            <tr>
              <td colSpan={5}>Dishonour fees charged to the family</td>
              <td className="num right">{money(fees, currency)}</td>
            </tr>
          )
        }
      />
    </Card>
  )
}
