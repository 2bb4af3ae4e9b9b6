import { useEffect } from 'react'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day, dayWithName } from '../ui/format.ts'
import { action, type FormProps } from './action.ts'
import { Column, errorOf, moneyOf } from './fields.tsx'
import { RunningPlan, runningYear } from './running-plan.tsx'

type Draft = { dueOn: string; to: CalendarDate | null }

function Form(props: FormProps<Draft>) {
  return <RunningPlan account={props.account}>{(plan) => <Fields {...props} plan={plan} />}</RunningPlan>
}

function Fields({ account, draft, set, errors, plan }: FormProps<Draft> & { plan: StaffRunningPlan }) {
  const { coming, lastDay } = plan
  const first = coming[0]?.dueOn
  useEffect(() => {
    if (draft.dueOn === '' && first !== undefined) set({ dueOn: first })
  }, [draft.dueOn, first, set])
  const chosen = coming.find(({ dueOn }) => dueOn === draft.dueOn)
  return (
    <div className="fields">
      <NativeSelect
        label="Payment"
        options={coming.map(({ dueOn, on, amount }, index) => ({
          value: dueOn,
          label: `${index + 1} of ${coming.length} to come · ${moneyOf(account, amount)} · ${dayWithName(on)}`,
        }))}
        value={draft.dueOn}
        onChange={(dueOn) => set({ dueOn })}
        {...(chosen && { hint: `Can be changed until ${day(chosen.changeableUntil)}` })}
        {...errorOf(errors, 'dueOn')}
      />
      <Column size={6}>
        <DateInput
          label="New day"
          hint={`A business day, until ${day(lastDay)}`}
          required
          value={draft.to}
          {...(chosen && { opensAt: chosen.on })}
          onChange={(to) => set({ to })}
          {...errorOf(errors, 'to')}
        />
      </Column>
    </div>
  )
}

export const movePayment = action<Draft>({
  title: 'Move a payment',
  begin: (_, given) => ({
    dueOn: given.get('dueOn') ?? '',
    to: given.get('to') as CalendarDate | null,
  }),
  Form,
  wanted: ({ dueOn, to }, account) => {
    const year = runningYear(account)
    if (dueOn === '' || to === null || year === undefined) return undefined
    return {
      call: 'POST /api/staff/accounts/:accountId/plans/:year/move-payment',
      params: { accountId: account.id, year: String(year) },
      body: { dueOn, to },
    }
  },
  submitLabel: ({ to }) => (to === null ? 'Move the payment' : `Move to ${day(to)}`),
})
