import { expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { testDatabase } from '../../testing/database.ts'
import { isLong } from '../../testing/long.ts'
import { faultsIn } from './checks.ts'
import { lastDay, roles } from './cast.ts'
import { rehearseYears } from './rehearse-years.ts'
import { reportYears } from './report.ts'

const figures: [name: string, firstDebit: number, fees: number][] = [
  ['Renews', 4_655_00, 18_620_00],
  ['Never answers', 1_957_92, 23_495_00],
  ['Card expires', 2_062_93, 8_170_00],
  ['Disputes', 2_805_28, 11_110_00],
  ['Pays arrears at once', 275_90, 13_795_00],
  ['Temporary plan', 1_114_79, 8_830_00],
]
/** An Australian bank account and a British card, in the weeks in which they sign up, are told and pay. */
const shortened = { names: ['Renews', 'Never answers'], until: calendarDate('2026-09-17') }

it('takes families through the months without a fault, to the cent and by day', async () => {
  const isPlaying = ({ name }: { name: string }) => isLong || shortened.names.includes(name)
  const log = await rehearseYears(await testDatabase(), {
    families: roles.filter(isPlaying),
    until: isLong ? lastDay : shortened.until,
  })
  expect(faultsIn(log)).toEqual([])
  // It was no empty stage that was in order.
  expect(log.families.map(({ name, debits, plans }) => [name, debits[0]?.charged, plans[0]?.fees])).toEqual(
    figures.filter(([name]) => isPlaying({ name })),
  )
  for (const { told } of log.families) {
    expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['PlanSaved', 'UpcomingDebit']))
  }
  expect(reportYears(log)).toContain('All is in order.')
})
