import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { day } from '../foundation/format.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'

const planGiven = ({ plans }: StaffAccount, params: URLSearchParams) =>
  params.get('planId') ?? plans.at(-1)?.id ?? ''

function PlanField({ account, field }: FormProps<{ planId: string }>) {
  return (
    <NativeSelect
      label="Plan"
      options={account.plans.map(({ id, tuitionYear, status }) => ({
        value: id,
        label: `${tuitionYear} · ${status}`,
      }))}
      {...field('planId')}
    />
  )
}

type Tailored = { planId: string; type: string; until: CalendarDate | null }

export const tailorPlan = action<Tailored>({
  title: 'Tailor a plan temporarily',
  begin: (account, params) => ({ planId: planGiven(account, params), type: '', until: null }),
  Form: (props) => {
    const { text, field } = props
    return (
      <div className="fields">
        <PlanField {...props} />
        <Columns size={6}>
          <TextInput label="Type of arrangement" required maxLength={60} {...text('type')} />
          <DateInput label="Until" required {...field('until')} />
        </Columns>
      </div>
    )
  },
  command: ({ planId, type, until }) =>
    planId === '' || type.trim() === '' || until === null
      ? undefined
      : {
          call: 'POST /api/staff/accounts/:accountId/plans/:planId/tailor',
          params: { planId },
          body: { type: type.trim(), until },
        },
  submitLabel: ({ until }) => (until === null ? 'Tailor the plan' : `Tailor until ${day(until)}`),
})

export const endTailoring = action<{ planId: string }>({
  title: 'End the tailoring of a plan',
  begin: (account, params) => ({ planId: planGiven(account, params) }),
  Form: PlanField,
  command: ({ planId }) =>
    planId === ''
      ? undefined
      : {
          call: 'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring',
          params: { planId },
        },
  submitLabel: () => 'End the tailoring',
})
