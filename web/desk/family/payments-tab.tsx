import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { FamilyPayment } from '#contract/staff-family-records.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import { regionFacts } from '#domain/region.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { useRead } from '../foundation/read.ts'
import { usePages } from '../foundation/read-pages.ts'
import { useShortcuts, stepKeys } from '../foundation/shortcuts.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { money } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { RowName } from '../ui/table/dense-table.tsx'
import { WayOfPayment } from '../payment/way-of-payment.tsx'
import { EarlierRows } from './earlier-rows.tsx'
import { MoreActions, type OfferedAction } from './more-actions.tsx'
import { useCurrentRow } from './use-current-row.ts'
import { tabSkeletons } from './tab-skeletons.tsx'
import { Table } from '../../ui/table/table.tsx'

const columns = [
  { title: 'Date' },
  { title: 'Payment' },
  { title: 'Method' },
  { title: 'State' },
  { title: 'Provider id' },
  { title: 'Amount', isRight: true },
]

const filters = [
  ['All', 'All'],
  ['Failed', 'Failed'],
  ['OnItsWay', 'On its way'],
  ['Refunded', 'Refunded'],
] as const
type Filter = (typeof filters)[number][0]

/** All payments of a family, whatever became of them, with the way of the current one. */
export function PaymentsTab({ family }: { family: StaffFamily }) {
  const [filter, setFilter] = useState<Filter>('All')
  const query = usePages('GET /api/staff/families/:accountId/payments', {
    params: { accountId: family.accountId },
    query: { filter },
  })
  return (
    <Loaded query={query} label="Loading the payments" skeleton={<tabSkeletons.Payments />}>
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const payments = pages.flatMap((page) => page.payments)
        return (
          <>
            <section className="card card--flush" aria-label="Payments" aria-busy={query.isPlaceholderData}>
              <div className="toolbar toolbar--table">
                <Chips
                  legend="Which payments"
                  value={filter}
                  onChange={setFilter}
                  options={filters.map(([value, label]) => ({ value, label, count: first.counts[value] }))}
                />
              </div>
              <PaymentTable payments={payments} family={family} />
              <EarlierRows query={query} shown={payments.length} total={first.counts[filter]} />
            </section>
            <CurrentPayment payments={payments} family={family} />
          </>
        )
      }}
    </Loaded>
  )
}

const paymentBadges: Record<PaymentStatus, [BadgeTone, string]> = {
  Created: ['neutral', 'Created'],
  Sent: ['info', 'Sent'],
  Unknown: ['caution', 'Unknown'],
  Processing: ['info', 'Processing'],
  Succeeded: ['success', 'Succeeded'],
  Failed: ['error', 'Failed'],
  Refunded: ['neutral', 'Refunded'],
  Disputed: ['warning', 'Disputed'],
}

type Listed = { payments: readonly FamilyPayment[]; family: StaffFamily }

function PaymentTable({ payments, family }: Listed) {
  const { current, choose } = useCurrentRow(payments)
  const { currency } = regionFacts[family.region]
  if (payments.length === 0) return <p className="table-empty">No matching payments.</p>
  return (
    <Table look="dense" columns={columns}>
      {payments.map((payment) => {
        const [tone, state] = paymentBadges[payment.status]
        const isCurrent = payment.id === current?.id
        return (
          <tr
            key={payment.id}
            className={isCurrent ? 'is-current' : undefined}
            onClick={() => choose(payment.id)}
          >
            <td className="date">{formatDateNumeric(payment.date)}</td>
            <td className="words">
              <RowName aria-pressed={isCurrent} onClick={() => choose(payment.id)}>
                {payment.name}
              </RowName>
            </td>
            <td className="muted">{payment.methodName ?? ''}</td>
            <td>
              <Badge tone={tone}>{state}</Badge>
            </td>
            <td className="mono provider-id" title={payment.providerId ?? undefined}>
              {payment.providerId ?? ''}
            </td>
            <td className="num right">{money(payment.amount, currency)}</td>
          </tr>
        )
      })}
    </Table>
  )
}

/** What has happened to the payment that is chosen in the list. */
function CurrentPayment({ payments, family }: Listed) {
  const { current, step } = useCurrentRow(payments)
  const [, navigate] = useLocation()
  const open = () => {
    if (current) navigate(`/payments/${current.id}`)
  }
  useShortcuts([...stepKeys('payment', step), { keys: 'enter', label: 'Open the payment', run: open }])
  const way = useRead(
    'GET /api/staff/payments/:paymentId',
    { params: { paymentId: current?.id ?? '' } },
    { isOff: !current },
  )
  if (!current) return null
  const { currency } = regionFacts[family.region]
  const more = [
    ...(current.surcharge > 0 ? [`surcharge ${money(current.surcharge, currency)}`] : []),
    ...(current.refunded > 0 ? [`${money(current.refunded, currency)} refunded`] : []),
  ]
  return (
    <Card
      title={[current.name, ...more].join(', ')}
      aside={
        <span className="row">
          <Link
            className={buttonClass({ look: 'secondary', size: 'small' })}
            href={`/payments/${current.id}`}
          >
            Open<span className="sr"> {current.name}</span> <Kbd>Enter</Kbd>
          </Link>
          <MoreActions about={current.name} actions={paymentActions(current)} />
        </span>
      }
    >
      <Loaded query={way} label="Loading what happened to the payment">
        {({ timeline }) => <WayOfPayment steps={timeline} region={family.region} />}
      </Loaded>
    </Card>
  )
}

function paymentActions({ id, kind, status, amount, surcharge, refunded }: FamilyPayment): OfferedAction[] {
  const query = { paymentId: id }
  const isLeft = (status === 'Succeeded' || status === 'Refunded') && refunded < amount + surcharge
  if (kind === 'Offline')
    return status === 'Succeeded'
      ? [{ label: 'Reverse payment', action: 'reverse-payment', query, isDanger: true }]
      : []
  return isLeft && kind !== 'Deposit' ? [{ label: 'Refund payment', action: 'refund-payment', query }] : []
}
