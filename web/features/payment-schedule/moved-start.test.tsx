import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { MovedStart } from './moved-start.tsx'

const option = (minStartDate: string, maxStartDate: string) => ({
  tuitionYear: 2027,
  minStartDate: calendarDate(minStartDate),
  maxStartDate: calendarDate(maxStartDate),
  durationOptions: [],
})
const year = option('2026-11-20', '2027-11-30')

function read(startDate: string | null, region: Region = 'AU', offered = year): string {
  return renderToStaticMarkup(
    <MovedStart calendar={calendars[region]} startDate={startDate} option={offered} onChange={() => {}} />,
  ).replaceAll(/<[^>]+>/g, '')
}

describe('A first payment date on which banks are closed', () => {
  it.each([
    [
      '2026-12-05',
      'AU',
      '5 December is a Saturday, so your first payment leaves on Monday 7 December. Start on Monday 7 December instead',
    ],
    [
      '2027-01-01',
      'AU',
      '1 January is New Year&#x27;s Day, so your first payment leaves on Monday 4 January. Start on Monday 4 January instead',
    ],
    [
      '2027-03-26',
      'UK',
      '26 March is Good Friday, so your first payment leaves on Tuesday 30 March. Start on Tuesday 30 March instead',
    ],
  ] as const)('%s in %s says why it moves and offers the day itself', (date, region, words) => {
    expect(read(date, region)).toBe(words)
  })

  it('offers no day on which the plan may not start', () => {
    expect(read('2026-12-05', 'AU', option('2026-11-20', '2026-12-05'))).toBe(
      '5 December is a Saturday, so your first payment leaves on Monday 7 December. ',
    )
  })

  it.each([null, '2026-12-07'])('has nothing to say about %s', (date) => {
    expect(read(date)).toBe('')
  })
})
