import type { Region } from '../region.ts'

/** What schools of a region call their years, youngest first. */
export const yearLevels: Record<Region, readonly [string, ...string[]]> = {
  AU: ['Prep', ...upTo(12)],
  UK: ['Reception', ...upTo(13)],
}

function upTo(last: number): string[] {
  return Array.from({ length: last }, (_, index) => `Year ${index + 1}`)
}

/**
 * The level a student has come to in a tuition year: one further each year. Undefined before they start and after
 * their last year. A level that only their school knows has no next one, so they stay in it.
 */
export function yearLevelIn(
  student: { startYear: number; startYearLevel: string },
  tuitionYear: number,
  region: Region,
): string | undefined {
  const years = tuitionYear - student.startYear
  if (years < 0) return undefined
  const start = yearLevels[region].indexOf(student.startYearLevel)
  return start === -1 ? student.startYearLevel : yearLevels[region][start + years]
}

/** For sorting, the eldest first; levels that only one school knows come last. */
export function compareYearLevels(a: string, b: string, region: Region): number {
  return yearLevels[region].indexOf(b) - yearLevels[region].indexOf(a)
}
