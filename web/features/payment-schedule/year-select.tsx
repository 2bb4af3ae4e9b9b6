import { memo } from 'react'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { LazySelect } from '../../ui/select/lazy-select.tsx'

export type YearChoice = {
  year: number
  /** In the order in which they are listed. */
  years: readonly number[]
  onChoose: (year: number) => void
}

type YearSelectProps = YearChoice & { region: Region; error?: string }

/** Drawn anew only when it changes: the list of our own that it may be by then is slow to draw. */
export const YearSelect = memo(function YearSelect({
  region,
  year,
  years,
  onChoose,
  error,
}: YearSelectProps) {
  return (
    <div className="schedule__year">
      <LazySelect
        label="School year"
        options={years.map((each) => ({ value: String(each), label: tuitionYearName(each, region) }))}
        value={String(year)}
        error={error}
        onChange={(chosen) => onChoose(Number(chosen))}
      />
    </div>
  )
})
