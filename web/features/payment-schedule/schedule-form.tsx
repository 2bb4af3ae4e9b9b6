import { memo, useMemo } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { addDays } from '#domain/calendar/calendar.ts'
import { frequencyWord, offeredFrequencies } from '#domain/plan/payment-schedule.ts'
import { whyNotStart } from '#domain/plan/plan-choices.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../plan/bank-calendar.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { amountsByFrequency } from './amounts-by-frequency.ts'
import { MovedStart } from './moved-start.tsx'
import type { PlannerFacts } from '../plan/planner-facts.ts'
import { PaydayFit } from './payday/payday-fit.tsx'
import type { PlanForm } from './plan-form.ts'
import { lengthText, type Lengths } from './plan-lengths.ts'
import type { LivePlan } from './use-live-plan.ts'
import { YearSelect, type YearChoice } from './year-select.tsx'
import '../../ui/card/card.css'

type Drawn = { form: PlanForm; lengths: Lengths; live: LivePlan }

type ScheduleFormProps = {
  region: Region
  year: YearChoice
  form: PlanForm
  /** For what is slow to draw; all of one moment, or a length would be looked for among those of another rhythm. */
  drawn: Drawn
  facts: PlannerFacts
  /** The saved plan, while nothing else is chosen. */
  kept: PaymentPlan | undefined
  /** By the path in what is sent. */
  errors: Record<string, string>
  onChange: (change: Partial<PlanForm>) => void
}

/** How often, from when and how long: the choices that a plan needs. */
export function ScheduleForm({
  region,
  year,
  form,
  drawn,
  facts,
  kept,
  errors,
  onChange,
}: ScheduleFormProps) {
  const { planYearOptions } = facts.offer
  const option = planYearOptions.find(({ tuitionYear }) => tuitionYear === form.planYear)
  const frequencyOptions = useFrequencyOptions(drawn, facts, kept)
  return (
    <section className="card stack stack--20" aria-labelledby="your-schedule">
      <h2 id="your-schedule">Your schedule</h2>
      <Segmented
        legend="Payment frequency"
        isLegendShown
        options={frequencyOptions}
        value={form.frequency}
        error={errors['paymentSchedule.repaymentPeriod']}
        onChange={(frequency) => onChange({ frequency })}
      />
      <div className="schedule__fields">
        <YearSelect region={region} {...year} error={errors['paymentSchedule.planYear']} />
        <div className="stack stack--6">
          <DateInput
            key={form.planYear}
            label="First payment date"
            required
            min={option?.minStartDate}
            max={option?.maxStartDate}
            whyOutside={option && whyNotStart(addDays(option.minStartDate, -1), option)}
            value={form.startDate}
            error={errors['paymentSchedule.startDate']}
            onChange={(startDate) => onChange({ startDate })}
          />
          <MovedStart
            calendar={bankCalendarOf(region)}
            startDate={drawn.form.startDate}
            option={option}
            onChange={onChange}
          />
        </div>
        <LengthSelect
          region={region}
          startDate={drawn.form.startDate}
          frequency={drawn.form.frequency}
          count={drawn.form.count}
          lengths={drawn.lengths}
          error={errors['paymentSchedule.repaymentCount'] ?? errors['paymentSchedule.planDuration']}
          onChange={onChange}
        />
      </div>
      <Payday region={region} form={drawn.form} facts={facts} onChoose={onChange} />
    </section>
  )
}

const Payday = memo(PaydayFit)

/** Each rhythm with what a payment would be in it. */
function useFrequencyOptions(
  { form, lengths, live }: Drawn,
  facts: PlannerFacts,
  kept: ScheduleFormProps['kept'],
) {
  const amounts = useMemo(
    () => amountsByFrequency({ form, lengths, live, facts, kept }),
    [form, lengths, live, facts, kept],
  )
  return offeredFrequencies.map((value) => {
    const amount = amounts[value]
    return {
      value,
      label: frequencyWord(value),
      detail: amount === undefined ? '' : formatMoney(amount, facts.material.region),
    }
  })
}

const noLength = { value: '0', label: 'Select plan length' }

type LengthSelectProps = Pick<PlanForm, 'startDate' | 'frequency' | 'count'> & {
  region: Region
  lengths: Lengths
  error: string | undefined
  onChange: (change: { count: number }) => void
}

/** A year of weeks has fifty lengths: they are written anew only when they change. */
const LengthSelect = memo(function LengthSelect({
  region,
  startDate,
  frequency,
  count,
  lengths,
  error,
  onChange,
}: LengthSelectProps) {
  const options = startDate === null ? [] : lengths.allowedDurations.toReversed()
  const hasOptions = startDate !== null && options.length > 0
  return (
    <div className="schedule__length">
      <NativeSelect
        label="Plan length"
        required
        options={[
          ...options.map((length) => ({
            value: String(length),
            label: lengthText(length, {
              startDate: startDate ?? '',
              frequency,
              calendar: bankCalendarOf(region),
            }),
          })),
          noLength,
        ]}
        emptyValue={noLength.value}
        disabled={!hasOptions}
        hint={hasOptions ? undefined : 'Choose a first payment date to see the lengths on offer.'}
        error={error}
        value={hasOptions ? String(count) : noLength.value}
        onChange={(chosen) => onChange({ count: Number(chosen) })}
      />
    </div>
  )
})
