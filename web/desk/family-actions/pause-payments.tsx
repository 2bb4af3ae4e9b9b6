import { useEffect } from 'react'
import type { StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { count, day } from '../foundation/format.ts'
import { action, type FormProps } from './action.ts'
import { RunningPlan, runningYear } from './running-plan.tsx'

type Draft = { dueOn: string[]; outcome: 'Spread' | 'AtEnd' }

const mostSkipped = 3
const separator = ' '

function Form(props: FormProps<Draft>) {
  return <RunningPlan account={props.account}>{(plan) => <Fields {...props} plan={plan} />}</RunningPlan>
}

/** From the next payment on: one, two or three. */
function choicesOf({ coming }: StaffRunningPlan): { value: string; label: string }[] {
  return coming.slice(0, mostSkipped).map((_, index) => {
    const skipped = coming.slice(0, index + 1)
    return {
      value: skipped.map(({ dueOn }) => dueOn).join(separator),
      label: `${count(skipped.length, 'payment')}: ${skipped.map(({ on }) => day(on)).join(', ')}`,
    }
  })
}

function Fields({ draft, set, plan, field }: FormProps<Draft> & { plan: StaffRunningPlan }) {
  const choices = choicesOf(plan)
  const first = choices[0]?.value
  const isUnset = draft.dueOn.length === 0
  useEffect(() => {
    if (isUnset && first !== undefined) set({ dueOn: first.split(separator) })
  }, [isUnset, first, set])
  return (
    <div className="fields">
      <NativeSelect
        label="Skip"
        options={choices}
        value={draft.dueOn.join(separator)}
        onChange={(value) => set({ dueOn: value.split(separator) })}
      />
      <Segmented
        legend="Then"
        isLegendShown
        options={[
          { value: 'AtEnd', label: 'Add at the end' },
          { value: 'Spread', label: 'Spread over the remaining payments' },
        ]}
        {...field('outcome')}
      />
    </div>
  )
}

export const pausePayments = action<Draft>({
  title: 'Pause payments',
  begin: (_, params) => ({
    dueOn: params.getAll('dueOn'),
    outcome: params.get('outcome') === 'Spread' ? 'Spread' : 'AtEnd',
  }),
  Form,
  command: ({ dueOn, outcome }, account) => {
    const year = runningYear(account)
    if (dueOn.length === 0 || year === undefined) return undefined
    return {
      call: 'POST /api/staff/accounts/:accountId/plans/:year/skip-payments',
      params: { year: String(year) },
      body: { dueOn, outcome },
    }
  },
  submitLabel: ({ dueOn }) =>
    dueOn.length === 1 ? `Skip ${day(dueOn[0] ?? '')}` : `Skip ${count(dueOn.length, 'payment')}`,
})
