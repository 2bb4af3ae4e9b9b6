import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'

export type YearChoice = {
  year: number
  /** In the order in which they are listed. */
  years: readonly number[]
  onChoose: (year: number) => void
}

type YearSelectProps = YearChoice & { region: Region; error?: string }

export function YearSelect({ region, year, years, onChoose, error }: YearSelectProps) {
  return (
    <div className="schedule__year">
      <NativeSelect
        label="School year"
        options={years.map((each) => ({ value: String(each), label: tuitionYearName(each, region) }))}
        value={String(year)}
        error={error}
        onChange={(chosen) => onChoose(Number(chosen))}
      />
    </div>
  )
}
