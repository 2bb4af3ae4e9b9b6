import { cardGroupNames } from '#domain/payment-methods/surcharges.ts'
import { useState } from 'react'
import type { StaffSurchargeRate } from '#contract/staff-schools.ts'
import { dateIn, formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { useRead } from '../../foundation/read.ts'
import { useNow } from '../../foundation/clock.ts'
import { useMay } from '../../foundation/session.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DenseTable } from '../../ui/table/dense-table.tsx'
import { RateDrawer, WithdrawRateDrawer } from './rate-drawers.tsx'

/** Rates by day: those of the past stay as they were, for payments that were made with them. */
export function Surcharges() {
  const rates = useRead('GET /api/staff/surcharge-rates', {})
  const isAdmin = useMay('admin')
  const [isAdding, setAdding] = useState(false)
  const [withdrawn, setWithdrawn] = useState<StaffSurchargeRate>()
  const today = dateIn('AU', useNow())
  const stateOf = ({ validFrom, validTo }: StaffSurchargeRate) =>
    validFrom > today ? 'Upcoming' : validTo !== null && validTo < today ? 'Past' : 'Now'
  return (
    <Card
      title="Card surcharges, Australia"
      isFlush
      aside={
        isAdmin && (
          <Button look="secondary" size="small" icon={PlusIcon} onClick={() => setAdding(true)}>
            New rate
          </Button>
        )
      }
    >
      <Loaded query={rates} label="Loading the rates">
        {(found) => (
          <DenseTable
            label="Card surcharges, Australia"
            rows={inOrder(found.filter(({ region }) => region === 'AU'))}
            keyOf={({ cardGroup, validFrom }) => `${cardGroup} ${validFrom}`}
            columns={[
              {
                title: 'Cards',
                render: ({ cardGroup }) => <span className="semibold">{cardGroupNames[cardGroup]}</span>,
              },
              { title: 'From', className: 'date', render: ({ validFrom }) => formatDateNumeric(validFrom) },
              {
                title: 'To',
                className: 'date',
                render: ({ validTo }) =>
                  validTo ? formatDateNumeric(validTo) : <span className="muted">open</span>,
              },
              {
                title: 'State',
                render: (rate) => {
                  const state = stateOf(rate)
                  const tone = state === 'Now' ? 'success' : state === 'Upcoming' ? 'info' : 'neutral'
                  return <Badge tone={tone}>{state}</Badge>
                },
              },
              {
                title: 'Rate',
                isRight: true,
                className: 'num',
                render: ({ percent }) => `${percent.toFixed(2)}%`,
              },
            ]}
            renderActs={
              isAdmin
                ? (rate: StaffSurchargeRate) =>
                    stateOf(rate) === 'Upcoming' && (
                      <Button look="borderless" size="small" onClick={() => setWithdrawn(rate)}>
                        Cancel
                      </Button>
                    )
                : undefined
            }
          />
        )}
      </Loaded>
      <div className="tablefoot">
        <span>Past rates cannot be changed. A new rate needs a second approval.</span>
      </div>
      {isAdding && <RateDrawer today={today} onClose={() => setAdding(false)} />}
      {withdrawn && <WithdrawRateDrawer rate={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  )
}

const inOrder = (rates: readonly StaffSurchargeRate[]) =>
  rates.toSorted(
    (one, other) =>
      other.cardGroup.localeCompare(one.cardGroup) || other.validFrom.localeCompare(one.validFrom),
  )
