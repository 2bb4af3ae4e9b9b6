import { useState } from 'react'
import { dateIn, formatDateNumeric, formatDayOfMonth } from '#domain/calendar/calendar.ts'
import { regionFacts, regions, type Region } from '#domain/region.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { useRead } from '../../foundation/read.ts'
import { useNow } from '../../foundation/clock.ts'
import { useMay } from '../../foundation/session.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { HolidayDrawer } from './holiday-drawer.tsx'
import '../../ui/facts/facts.css'
import '../../ui/lines/lines.css'

/** Weekdays on which banks do not clear. Debits that are planned count on them. */
export function Holidays() {
  const now = useNow()
  const [region, setRegion] = useState<Region>('AU')
  const thisYear = Number(dateIn(region, now).slice(0, 4))
  const [year, setYear] = useState(String(thisYear))
  const [changed, setChanged] = useState<{ date: string; name: string } | 'new'>()
  const isAdmin = useMay('admin')
  const holidays = useRead('GET /api/staff/holidays', { query: { region, year } }, { keepsPrevious: true })
  const today = dateIn(region, now)
  return (
    <Card
      title="Bank holidays"
      aside={
        <span className="row">
          <Segmented
            legend="Region"
            size="small"
            value={region}
            onChange={setRegion}
            options={regions.map((value) => ({ value, label: regionFacts[value].name }))}
          />
        </span>
      }
    >
      <div className="stack stack--14">
        <div className="row row--between">
          <NativeSelect
            isLabelHidden
            label="Year"
            value={year}
            onChange={setYear}
            options={[-1, 0, 1, 2].map((by) => ({
              value: String(thisYear + by),
              label: String(thisYear + by),
            }))}
          />
          {isAdmin && (
            <Button look="secondary" size="small" icon={PlusIcon} onClick={() => setChanged('new')}>
              Add a bank holiday
            </Button>
          )}
        </div>
        <Loaded query={holidays} label="Loading bank holidays">
          {({ holidays: days, missingYears }) => (
            <>
              {missingYears.length > 0 && (
                <Alert variant="warning" title={`No bank holidays entered for ${missingYears.join(' and ')}`}>
                  Debits planned for those years may fall on a bank holiday.
                </Alert>
              )}
              {days.length === 0 && <p className="muted">No bank holidays entered for {year}.</p>}
              <ul className="lines lines--flush">
                {days.map(({ date, name }) => (
                  <li key={date}>
                    <span className="ref holiday-date">{formatDateNumeric(date)}</span>
                    <span>
                      {name}, {formatDayOfMonth(date).split(' ')[0]}
                    </span>
                    {isAdmin && date > today ? (
                      <Button look="borderless" size="small" onClick={() => setChanged({ date, name })}>
                        Remove<span className="sr"> {name}</span>
                      </Button>
                    ) : (
                      <span />
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </div>
      {changed && (
        <HolidayDrawer
          region={region}
          today={today}
          removed={changed === 'new' ? undefined : changed}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Card>
  )
}
