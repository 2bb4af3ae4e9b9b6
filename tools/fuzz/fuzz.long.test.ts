import { expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { fuzz } from './fuzz.ts'
import { fuzzedRoutes } from './requests.ts'

const databaseUrl = await testDatabase()

it('No made-up request makes any route fail, and none is quoted in the log', async () => {
  const count = 20_000
  const report = await fuzz(databaseUrl, { count, seed: 1 })
  expect(report.count).toBe(count)
  expect(report.routes).toBe(fuzzedRoutes.length)
  expect([report.failures, report.errors, report.leaks]).toEqual([[], [], []])
  // Most have to get past the first checks, or little is proven.
  expect(report.statuses['200'] ?? 0).toBeGreaterThan(count / 8)
})
