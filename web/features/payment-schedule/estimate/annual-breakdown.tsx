import { memo } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Accordion } from '../../../ui/accordion/accordion.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { FeeLineRows } from '../../../ui/fee-lines/fee-line-rows.tsx'
import { planLines } from '../../../ui/fee-lines/fee-lines.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import './annual-breakdown.css'

type AnnualBreakdownProps = { plan: PaymentPlan; region: Region }

/**
 * What the year costs, line by line, down to what the plan collects. Of a part of a year it starts folded away: its
 * lines are those of the whole year, and not what the family pays.
 */
export const AnnualBreakdown = memo(function AnnualBreakdown({ plan, region }: AnnualBreakdownProps) {
  const total = plan.totalAmount
  const { students, rest } = planLines({ ...plan, carriedOver: plan.balanceAtPlanStart, total })
  const isPartYear = Boolean(plan.partYearAdjustment)
  return (
    <Accordion key={String(isPartYear)} title="Annual breakdown" isOpen={!isPartYear}>
      <div className="stack stack--14">
        {students.map(({ enrolmentId, name, lines }) => (
          <div key={enrolmentId}>
            <h3 className="annual__student sm muted">{name}</h3>
            <dl className="dl dl--tight">
              <FeeLineRows lines={lines} region={region} />
            </dl>
          </div>
        ))}
        <dl className="dl dl--tight">
          <FeeLineRows lines={rest} region={region} />
          <Fact name={`Total for ${tuitionYearName(plan.planYear, region)}`} isTotal>
            {formatMoney(total, region)}
          </Fact>
        </dl>
      </div>
    </Accordion>
  )
})
