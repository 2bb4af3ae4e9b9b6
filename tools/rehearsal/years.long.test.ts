import { expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { faultsIn } from './checks.ts'
import { rehearse } from './rehearse.ts'
import { report } from './report.ts'
import { fourteenMonths } from './years.ts'

const figures: [name: string, firstDebit: number, fees: number][] = [
  ['Renews', 4_655_00, 18_620_00],
  ['Never answers', 1_957_92, 23_495_00],
  ['Card expires', 2_062_93, 8_170_00],
  ['Disputes', 2_805_28, 11_110_00],
  ['Pays arrears at once', 275_90, 13_795_00],
  ['Temporary plan', 1_114_79, 8_830_00],
]

it('takes six families through the months without a fault, to the cent and by day', async () => {
  const log = await rehearse(await testDatabase(), fourteenMonths)
  expect(faultsIn(log)).toEqual([])
  // It was no empty stage that was in order.
  expect(log.families.map(({ name, debits, plans }) => [name, debits[0]?.charged, plans[0]?.fees])).toEqual(
    figures,
  )
  for (const { messages } of log.families) {
    expect(messages.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['PlanSaved', 'UpcomingDebit']))
  }
  expect(report(log)).toContain('All is in order.')
})
