import type { Region } from '../region.ts'

/** The year levels of a region's schools, youngest first. */
export const yearLevels: Record<Region, readonly [string, ...string[]]> = {
  AU: ['Prep', ...upTo(12)],
  UK: ['Reception', ...upTo(13)],
}

function upTo(last: number): string[] {
  return Array.from({ length: last }, (_, index) => `Year ${index + 1}`)
}

/**
 * A student's level in a tuition year: one up each year. Undefined before the first and after the last year. A level
 * that only one school uses has no next one, so the student stays in it.
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

/** For sorting, oldest first. Levels that only one school uses come last. */
export function compareYearLevels(a: string, b: string, region: Region): number {
  return yearLevels[region].indexOf(b) - yearLevels[region].indexOf(a)
}
