import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { frequencies, type Frequency } from '#domain/plan/payment-schedule.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { optionsOf } from './fields.tsx'

type Draft = {
  tuitionYear: string
  frequency: Frequency
  startDate: CalendarDate | null
  count: string
  coversOutstandingFees: boolean
}

function Form({ text, field, tick }: FormProps<Draft>) {
  return (
    <div className="fields">
      <Columns size={6}>
        <TextInput label="School year" required inputMode="numeric" maxLength={4} {...text('tuitionYear')} />
        <NativeSelect label="How often" options={optionsOf(frequencies)} {...field('frequency')} />
        <DateInput
          label="First payment"
          hint="Date of the next payment under this plan"
          required
          {...field('startDate')}
        />
        <TextInput label="Number of payments" required inputMode="numeric" maxLength={2} {...text('count')} />
      </Columns>
      <Checkbox label="Includes outstanding fees" {...tick('coversOutstandingFees')} />
    </div>
  )
}

export const makePlan = action<Draft>({
  title: 'Make a custom plan',
  begin: (account, params) => {
    const last = account.plans.at(-1)
    return {
      tuitionYear: params.get('year') ?? String(last?.tuitionYear ?? new Date().getFullYear()),
      frequency: last?.frequency ?? 'Month',
      startDate: null,
      count: '',
      coversOutstandingFees: false,
    }
  },
  Form,
  command: ({ tuitionYear, frequency, startDate, count, coversOutstandingFees }, { plans }) => {
    if (!/^20\d\d$/.test(tuitionYear) || startDate === null || !/^\d{1,2}$/.test(count)) return undefined
    const known = plans.find((plan) => plan.tuitionYear === Number(tuitionYear))
    return {
      call: 'POST /api/staff/accounts/:accountId/plans',
      body: {
        tuitionYear: Number(tuitionYear),
        frequency,
        startDate,
        count: Number(count),
        coversOutstandingFees,
        ...(known && { version: known.version }),
      },
    }
  },
  submitLabel: () => 'Save the plan',
})
