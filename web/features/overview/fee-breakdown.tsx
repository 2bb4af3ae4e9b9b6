import type { ActivePlan, Overview } from '#contract/overview.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Accordion } from '../../ui/accordion/accordion.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { FeeLineRows } from '../../ui/fee-lines/fee-line-rows.tsx'
import { planLines } from '../../ui/fee-lines/fee-lines.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { tintOf } from './student-tint.ts'

type FeeBreakdownProps = { plan: ActivePlan; known: Overview['students']; region: Region }

/** The fees of the year, line by line, and their total. */
export function FeeBreakdown({ plan, known, region }: FeeBreakdownProps) {
  const total = plan.planYearTotal
  const { students, rest, unpaidApart } = planLines({
    ...plan,
    carriedOver: plan.carriedOverLarkwellBalance,
    total,
  })
  return (
    <Accordion title="Fee breakdown" isOpen>
      <div className="breakdown">
        {students.map(({ enrolmentId, name, yearLevel, lines }) => (
          <div className="breakdown__student stack stack--8" key={enrolmentId}>
            <h3 className="group-title sm">
              <Avatar name={name} size="small" tint={tintOf(name, known)} />
              {name} · {yearLevel}
            </h3>
            <dl className="dl dl--tight">
              <FeeLineRows lines={lines} region={region} />
            </dl>
          </div>
        ))}
        <dl className="dl dl--tight is-total">
          <FeeLineRows lines={rest} region={region} />
          <Fact name={`Total for ${tuitionYearName(plan.tuitionYear, region)}`} isTotal>
            {formatMoney(total, region)}
          </Fact>
        </dl>
      </div>
      {unpaidApart > 0 && (
        <p className="sm breakdown__apart">
          <strong>Not included:</strong> outstanding fees of{' '}
          <span className="num">{formatMoney(unpaidApart, region)}</span>. They are not part of this plan or
          its total. Please pay them directly to your school.
        </p>
      )}
    </Accordion>
  )
}
