import { useState } from 'react'
import { Link } from 'wouter'
import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import { feeReviewReasons } from '#domain/plan/fee-change.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { regionFacts, type Currency } from '#domain/region.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { SumFacts } from '../../ui/facts/facts.tsx'
import { count, money, signedMoney } from '../../foundation/format.ts'
import { FamilyCell } from '../family-cell.tsx'
import { differenceOf, groupsOf, type AffectedPlan } from './preview-groups.ts'
import { Table } from '../../../ui/table/table.tsx'

const examples = 4
const mostGroups = 5
const mostReviews = 5

/** Which plans change, by how much, and some of them by name. */
export function FeePreview({ change, isWhole = false }: { change: StaffFeeChange; isWhole?: boolean }) {
  const { currency } = regionFacts[change.region]
  const year = tuitionYearName(change.year, change.region)
  const groups = groupsOf(change.plans)
  const difference = differenceOf(change)
  const reviews = change.plans.filter(({ outcome }) => outcome === 'Review')
  const { recalculated, unchanged } = change.counts
  const rest = groups.slice(mostGroups)
  const restCount = rest.reduce((all, group) => all + group.count, 0)
  const parts = [
    ...groups
      .slice(0, mostGroups)
      .map(
        ({ count: plans, each, sum }) =>
          [`${count(plans, 'plan')}, ${signedMoney(each, currency)} each`, money(sum, currency)] as const,
      ),
    ...(restCount > 0
      ? [
          [
            `${count(restCount, 'plan')} by other amounts`,
            money(rest.reduce((all, { sum }) => all + Math.round(sum * 100), 0) / 100, currency),
          ] as const,
        ]
      : []),
  ]
  return (
    <Card
      title={change.status === 'Previewed' ? 'Effect of saving' : 'What was changed'}
      isFlush
      aside={
        <Badge tone="info" isPlain>
          {change.status === 'Previewed' ? 'Preview' : change.status}
        </Badge>
      }
    >
      <div className="pile fees__preview">
        {recalculated === 0 ? (
          <p>
            <b>No plan changes.</b> Families without a plan for {year} see the new fees.
          </p>
        ) : (
          <>
            <p>
              <b>{count(recalculated, 'saved plan changes', 'saved plans change')}</b> for {year}. Families
              pay <b className="num">{money(Math.abs(difference), currency)}</b>{' '}
              {difference < 0 ? 'less' : 'more'} over the year.
            </p>
            <SumFacts
              parts={parts}
              total={[`${difference < 0 ? 'Less' : 'More'} in ${year}`, money(difference, currency)]}
            />
          </>
        )}
        {reviews.length > 0 && <Reviews plans={reviews} />}
        {unchanged > 0 && (
          <p className="xs muted">
            {count(unchanged, 'other plan stays as it is', 'other plans stay as they are')}.
          </p>
        )}
      </div>
      <Examples
        plans={change.plans.filter(({ outcome }) => outcome === 'Recalculated')}
        currency={currency}
        isWhole={isWhole}
      />
    </Card>
  )
}

function Reviews({ plans }: { plans: readonly AffectedPlan[] }) {
  return (
    <div>
      <p>
        <b>{count(plans.length, 'plan is', 'plans are')}</b> to review:
      </p>
      <ul className="fees__reviews xs muted">
        {plans.slice(0, mostReviews).map(({ planId, accountId, familyName, shortId, reason }) => (
          <li key={planId}>
            <Link className="linkplain" href={`/families/${accountId}/plan`}>
              {familyText({ familyName, shortId })}
            </Link>
            : {reason ? feeReviewReasons[reason] : 'needs a decision'}
          </li>
        ))}
        {plans.length > mostReviews && <li>and {plans.length - mostReviews} more</li>}
      </ul>
    </div>
  )
}

function Examples({
  plans,
  currency,
  isWhole,
}: {
  plans: readonly AffectedPlan[]
  currency: Currency
  isWhole: boolean
}) {
  const [isOpen, setOpen] = useState(isWhole)
  if (plans.length === 0) return null
  const shown = isOpen ? plans : plans.slice(0, examples)
  return (
    <>
      <div className="fees__examples">
        <Table
          look="dense"
          columns={[
            { title: isOpen ? 'Family' : 'For example' },
            { title: 'Each now', isRight: true },
            { title: 'After', isRight: true },
          ]}
        >
          {shown.map((plan) => (
            <tr key={plan.planId}>
              <td>
                <FamilyCell
                  href={`/families/${plan.accountId}/plan`}
                  name={familyText(plan)}
                  detail={`${plan.shortId} · ${totalsText(plan, currency)}`}
                />
              </td>
              <td className="num right muted">{eachText(plan.before, currency)}</td>
              <td className="num right">{eachText(plan.after, currency)}</td>
            </tr>
          ))}
        </Table>
      </div>
      <div className="tablefoot">
        <span>
          {shown.length} of {plans.length}
        </span>
        {plans.length > examples && (
          <Button look="borderless" size="small" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'See fewer' : `See all ${plans.length}`}
          </Button>
        )}
      </div>
    </>
  )
}

const eachText = (amounts: AffectedPlan['after'], currency: Currency) =>
  amounts === null || amounts.each === null ? '–' : money(amounts.each, currency)

/** By the name of who joined first, as the preview keeps it. */
const familyText = ({ familyName, shortId }: Pick<AffectedPlan, 'familyName' | 'shortId'>) =>
  familyName ?? shortId

const totalsText = ({ before, after }: AffectedPlan, currency: Currency) =>
  `${money(before.total, currency)} → ${after ? money(after.total, currency) : 'not known'}`
