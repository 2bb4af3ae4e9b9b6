import { useEffect } from 'react'
import type { StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day, moment } from '../foundation/format.ts'
import { action, type FormProps } from './action.ts'
import { RunningPlan, runningYear } from './running-plan.tsx'

type Draft = { changeId: string }

function Form(props: FormProps<Draft>) {
  return <RunningPlan account={props.account}>{(plan) => <Fields {...props} plan={plan} />}</RunningPlan>
}

function Fields({ account, draft, set, plan, field }: FormProps<Draft> & { plan: StaffRunningPlan }) {
  const open = plan.changes.filter(({ undoUntil }) => undoUntil !== null)
  const first = open[0]?.id
  useEffect(() => {
    if (draft.changeId === '' && first !== undefined) set({ changeId: first })
  }, [draft.changeId, first, set])
  if (open.length === 0)
    return (
      <Alert variant="info" title="Nothing can be undone">
        No changes to this plan can be undone any more.
      </Alert>
    )
  return (
    <NativeSelect
      label="Change"
      options={open.map(({ id, kind, madeAt, by, undoUntil }) => ({
        value: id,
        label: `${kind} of ${moment(madeAt, account.region)} · by ${by === 'Staff' ? 'us' : 'the family'} · until ${undoUntil === null ? '' : day(undoUntil)}`,
      }))}
      {...field('changeId')}
    />
  )
}

export const undoChange = action<Draft>({
  title: 'Undo a plan change',
  begin: (_, params) => ({ changeId: params.get('changeId') ?? '' }),
  Form,
  command: ({ changeId }, account) => {
    const year = runningYear(account)
    if (changeId === '' || year === undefined) return undefined
    return {
      call: 'POST /api/staff/accounts/:accountId/plans/:year/undo-change',
      params: { year: String(year) },
      body: { changeId },
    }
  },
  submitLabel: () => 'Undo the change',
})
