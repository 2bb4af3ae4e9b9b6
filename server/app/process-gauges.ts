import type { Deps } from '../platform/deps.ts'
import type { ProcessGauge } from '../platform/health/metrics.ts'
import { missingHolidays } from '../plans/holidays/missing-holidays.ts'

/** Gauges of the strata above the metrics, which every process reports. */
export const processGauges = ({ clock }: Pick<Deps, 'clock'>): ProcessGauge[] => [
  {
    name: 'larkwell_holiday_years_missing',
    help: 'Years, up to two ahead, whose holidays staff have not entered yet',
    read: () => missingHolidays(clock).length,
  },
]
