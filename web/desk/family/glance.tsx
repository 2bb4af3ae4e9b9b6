import { useState } from 'react'
import type { PlanAtAGlance, StaffFamily } from '#contract/staff-family.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { count } from '../foundation/format.ts'
import { PlanDots } from './plan-dots.tsx'
import { WhyBalance } from './why-balance.tsx'
import './glance.css'
import '../ui/why/why.css'

/** How a family stands, in one row. */
export function Glance({ family }: { family: StaffFamily }) {
  const { glance, region } = family
  const { balance, overdue, next, plans } = glance
  const [isOpen, setOpen] = useState(false)
  const [plan] = plans
  return (
    <section className={`card card--flush glance ${isOpen ? 'glance--open' : ''}`} aria-label="At a glance">
      <div>
        <span className="glance__label">
          Balance
          <button
            type="button"
            className="linkbtn xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Why?<span className="sr"> How the balance is made up</span>
          </button>
        </span>
        <Money amount={balance.amount} region={region} size="large" />
        <span className="xs muted">{balance.sentence}</span>
        {isOpen && <WhyBalance family={family} onClose={() => setOpen(false)} />}
      </div>
      <div>
        <span className="glance__label">
          Overdue
          {overdue.days !== null && (
            <Badge tone="error" isPlain>
              {count(overdue.days, 'day')}
            </Badge>
          )}
        </span>
        <span className={overdue.amount > 0 ? 'is-late' : undefined}>
          <Money amount={overdue.amount} region={region} size="large" />
        </span>
        <span className="xs muted">{overdue.sentence}</span>
      </div>
      <div>
        <span className="glance__label">Next debit</span>
        {next.amount === null ? (
          <span className="money money--lg">None</span>
        ) : (
          <Money amount={next.amount} region={region} size="large" />
        )}
        <span className="xs muted">{next.sentence}</span>
      </div>
      <div>{plan ? <PlanAtGlance plan={plan} region={region} /> : <NoPlan />}</div>
    </section>
  )
}

function NoPlan() {
  return (
    <>
      <span className="glance__label">Plan</span>
      <span className="money money--lg">None</span>
      <span className="xs muted">No plan yet</span>
    </>
  )
}

const states: Record<PlanAtAGlance['status'], string> = {
  None: '',
  Draft: 'Draft',
  Saved: 'Saved',
  ManualReview: 'In review',
  Current: '',
  Completed: 'Completed',
}

function PlanAtGlance({ plan, region }: { plan: PlanAtAGlance; region: StaffFamily['region'] }) {
  const { yearName, total, rhythm, paidCount, count: all, status, payments } = plan
  const progress = all > 0 ? `${paidCount} of ${all} paid` : ''
  return (
    <>
      <span className="glance__label">
        <span>
          Plan {yearName} · <span className="num">{formatMoney(total, region)}</span>, {rhythm}
        </span>
        <Badge tone={status === 'Current' || status === 'Completed' ? 'success' : 'caution'} isPlain>
          {[states[status], progress].filter(Boolean).join(', ') || 'No payments yet'}
        </Badge>
      </span>
      <PlanDots payments={payments} />
    </>
  )
}
