import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { frequencies, type Frequency } from '#domain/plan/payment-schedule.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { action, type FormProps } from './action.ts'
import { Column, errorOf } from './fields.tsx'

type Draft = {
  tuitionYear: string
  frequency: Frequency
  startDate: CalendarDate | null
  count: string
  coversOutstandingFees: boolean
}

function Form({ draft, set, errors }: FormProps<Draft>) {
  return (
    <div className="fields">
      <Column size={6}>
        <TextInput
          label="School year"
          required
          inputMode="numeric"
          maxLength={4}
          value={draft.tuitionYear}
          onChange={(event) => set({ tuitionYear: event.currentTarget.value })}
          {...errorOf(errors, 'tuitionYear')}
        />
      </Column>
      <Column size={6}>
        <NativeSelect
          label="How often"
          options={frequencies.map((value) => ({ value, label: value }))}
          value={draft.frequency}
          onChange={(frequency) => set({ frequency })}
        />
      </Column>
      <Column size={6}>
        <DateInput
          label="First payment"
          hint="Date of the next payment under this plan"
          required
          value={draft.startDate}
          onChange={(startDate) => set({ startDate })}
          {...errorOf(errors, 'startDate')}
        />
      </Column>
      <Column size={6}>
        <TextInput
          label="Number of payments"
          required
          inputMode="numeric"
          maxLength={2}
          value={draft.count}
          onChange={(event) => set({ count: event.currentTarget.value })}
          {...errorOf(errors, 'count')}
        />
      </Column>
      <Checkbox
        label="Includes outstanding fees"
        isChecked={draft.coversOutstandingFees}
        onChange={(coversOutstandingFees) => set({ coversOutstandingFees })}
      />
    </div>
  )
}

export const makePlan = action<Draft>({
  title: 'Make a custom plan',
  begin: (account, given) => {
    const last = account.plans.at(-1)
    return {
      tuitionYear: given.get('year') ?? String(last?.tuitionYear ?? new Date().getFullYear()),
      frequency: last?.frequency ?? 'Month',
      startDate: null,
      count: '',
      coversOutstandingFees: false,
    }
  },
  Form,
  wanted: ({ tuitionYear, frequency, startDate, count, coversOutstandingFees }, { id, plans }) => {
    if (!/^20\d\d$/.test(tuitionYear) || startDate === null || !/^\d{1,2}$/.test(count)) return undefined
    const known = plans.find((plan) => plan.tuitionYear === Number(tuitionYear))
    return {
      call: 'POST /api/staff/accounts/:accountId/plans',
      params: { accountId: id },
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
