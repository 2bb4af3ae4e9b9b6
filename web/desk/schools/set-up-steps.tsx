import type { SchoolStanding } from '#contract/staff-school-standing.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { SetUpStep } from '#domain/school-standing.ts'
import { Card } from '../../ui/card/card.tsx'
import { Meter } from '../ui/meter/meter.tsx'

const names: Record<SetUpStep, string> = {
  Account: 'With an account',
  Begun: 'Started',
  PlanSaved: 'Plan saved',
  MethodAdded: 'Method added',
  Ready: 'Ready',
}

/** Five bars, each of which holds those that follow. */
export function SetUpSteps({ school }: { school: SchoolStanding }) {
  const { steps, families } = school
  return (
    <Card title={`Set-up for ${tuitionYearName(school.year, school.region)}`}>
      <ol className="cols schools__steps">
        {(Object.keys(names) as SetUpStep[]).map((step) => (
          <li key={step}>
            <span className="row row--between">
              <span className="semibold">{names[step]}</span>
              <span className="num">{steps[step].toLocaleString('en-AU')}</span>
            </span>
            <Meter of={families} value={steps[step]} label={`${steps[step]} of ${families}`} />
            <small className="xs muted">{noteOf(step, school)}</small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function noteOf(step: SetUpStep, { steps, waiting }: SchoolStanding): string {
  switch (step) {
    case 'Account':
      return 'All'
    case 'Begun':
      return waiting.NoPlan === 0 ? 'All' : `${waiting.NoPlan} not yet`
    case 'PlanSaved':
      return waiting.Draft === 0 ? 'All that have started' : `${waiting.Draft} have a draft`
    case 'MethodAdded': {
      const missing = steps.PlanSaved - steps.MethodAdded
      return missing === 0 ? 'All that have a plan' : `${missing} have a plan, no method`
    }
    case 'Ready': {
      const reviewed = steps.MethodAdded - steps.Ready - waiting.Identity
      const waits = [
        waiting.Identity > 0 && `${waiting.Identity} waiting for an identity check`,
        reviewed > 0 && `${reviewed} waiting for review`,
      ]
      return waits.filter(Boolean).join(', ') || 'All that have a method'
    }
  }
}
