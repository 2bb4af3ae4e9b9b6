import { Link } from 'wouter'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { PaymentToBeMade, StaffPlanHistory } from '#contract/staff-family-plans.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import type { PlanStatus } from '#domain/plan/payment-schedule.ts'
import { regionFacts } from '#domain/region.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { useRead } from '../foundation/read.ts'
import { useMay } from '../foundation/session.ts'
import { Facts, SumFacts } from '../ui/facts/facts.tsx'
import { count, money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { DenseTable } from '../ui/table/dense-table.tsx'
import { MoreActions, type OfferedAction } from './more-actions.tsx'
import { PlanVersions } from './plan-versions.tsx'
import { tabSkeletons } from './tab-skeletons.tsx'
import '../ui/why/why.css'

/** The plans of a family: what they are, how they became so, and what is left to pay. */
export function PlanTab({ family }: { family: StaffFamily }) {
  const query = useRead('GET /api/staff/families/:accountId/plans', {
    params: { accountId: family.accountId },
  })
  return (
    <Loaded query={query} label="Loading the plans" skeleton={<tabSkeletons.Plan />}>
      {({ plans }) =>
        plans.length === 0 ? (
          <Card title="Plan">
            <Empty art={CalendarArt}>No plan yet.</Empty>
          </Card>
        ) : (
          plans.map((plan) => <OnePlan key={plan.id} plan={plan} family={family} />)
        )
      }
    </Loaded>
  )
}

const statusBadges: Record<PlanStatus, [BadgeTone, string]> = {
  None: ['neutral', 'None'],
  Draft: ['neutral', 'Draft'],
  Saved: ['info', 'Saved'],
  ManualReview: ['caution', 'In review'],
  Current: ['success', 'Current'],
  Completed: ['neutral', 'Completed'],
}

function OnePlan({ plan, family }: { plan: StaffPlanHistory; family: StaffFamily }) {
  const { currency } = regionFacts[family.region]
  const mayAct = useMay('operations')
  const [tone, status] = statusBadges[plan.status]
  const version = plan.versions[0]?.version ?? 1
  return (
    <>
      <Card
        title={`Plan ${plan.yearName}, version ${version}`}
        aside={
          <span className="row">
            <Badge tone={tone}>{status}</Badge>
            {mayAct && (
              <Link
                className={buttonClass({ look: 'secondary', size: 'small' })}
                href={`/families/${family.accountId}/plan?action=make-plan&year=${plan.tuitionYear}`}
              >
                Change the plan
              </Link>
            )}
            <MoreActions about={`the plan ${plan.yearName}`} actions={planActions(plan)} />
          </span>
        }
      >
        <div className="cols why__cols">
          <Facts facts={plan.facts.map(({ label, value }) => [label, value] as const)} />
          <SumFacts
            parts={plan.sums.map(({ label, amount }) => [label, money(amount, currency)] as const)}
            total={[`Fees of ${plan.yearName}`, money(plan.total, currency)]}
          />
        </div>
      </Card>
      <PlanVersions plan={plan} region={family.region} />
      {plan.toBeMade.length > 0 && <ToBeMade plan={plan} family={family} />}
    </>
  )
}

function planActions({ id, status }: StaffPlanHistory): OfferedAction[] {
  const query = { planId: id }
  return [
    ...(status === 'Current' ? [{ label: 'Undo a change', action: 'undo-change' }] : []),
    { label: 'Tailor temporarily', action: 'tailor-plan', query },
    { label: 'End the tailoring', action: 'end-tailoring', query },
  ]
}

const stateBadges: Record<PaymentToBeMade['state'], [BadgeTone, string]> = {
  Overdue: ['error', 'Overdue'],
  Retrying: ['error', 'Failed'],
  OnItsWay: ['info', 'On its way'],
  Held: ['info', 'On hold'],
  Next: ['caution', 'Next'],
  ToCome: ['neutral', 'To come'],
}

function ToBeMade({ plan, family }: { plan: StaffPlanHistory; family: StaffFamily }) {
  const mayAct = useMay('operations')
  const { currency } = regionFacts[family.region]
  return (
    <Card title={`Remaining payments${family.glance.plans.length > 1 ? ` in ${plan.yearName}` : ''}`} isFlush>
      <DenseTable
        rows={plan.toBeMade}
        keyOf={({ dueOn, number }) => `${dueOn}${number}`}
        columns={[
          { title: 'No.', className: 'num', render: ({ number }) => number ?? 'Extra' },
          { title: 'Due', className: 'date', render: ({ dueOn }) => formatDateNumeric(dueOn) },
          {
            title: 'Collected',
            className: 'date',
            render: ({ state, tries, collectOn }) =>
              state === 'Overdue' && tries > 0
                ? `Tried ${count(tries, 'time')}`
                : formatDateNumeric(collectOn),
          },
          { title: 'Method', render: ({ methodName }) => methodName ?? 'None' },
          {
            title: 'State',
            render: ({ state }) => <Badge tone={stateBadges[state][0]}>{stateBadges[state][1]}</Badge>,
          },
          {
            title: 'Amount',
            isRight: true,
            className: 'num',
            render: ({ amount }) => money(amount, currency),
          },
          {
            title: 'Act',
            isTitleHidden: true,
            isRight: true,
            className: 'xs muted',
            render: ({ note, canBeMoved, dueOn }) => (
              <>
                {note}{' '}
                {mayAct && canBeMoved && (
                  <Link
                    className={buttonClass({ look: 'secondary', size: 'small' })}
                    href={`/families/${family.accountId}/plan?action=move-payment&year=${plan.tuitionYear}&dueOn=${dueOn}`}
                  >
                    Move<span className="sr"> the payment due {formatDateNumeric(dueOn)}</span>
                  </Link>
                )}
              </>
            ),
          },
        ]}
        foot={
          <tr>
            <td colSpan={5}>Still to be paid</td>
            <td className="num right">{money(plan.stillToBePaid, currency)}</td>
            <td aria-hidden="true" />
          </tr>
        }
      />
    </Card>
  )
}
