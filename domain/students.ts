import { compareYearLevels, yearLevelIn } from './calendar/year-levels.ts'
import type { Region } from './region.ts'

export type Enrolment = {
  firstName: string
  lastName: string
  startYear: number
  startYearLevel: string
  institution: string
}

export type Student = { name: string; yearLevel: string; institution: string }

/**
 * The students who are at school in a tuition year, at the level they have reached, the eldest first. One who starts
 * later is listed at their first level.
 */
export function studentsIn(enrolments: readonly Enrolment[], tuitionYear: number, region: Region): Student[] {
  return enrolments
    .flatMap(({ firstName, lastName, institution, ...start }) => {
      const yearLevel = yearLevelIn(start, Math.max(tuitionYear, start.startYear), region)
      return yearLevel === undefined ? [] : [{ name: `${firstName} ${lastName}`, yearLevel, institution }]
    })
    .toSorted((a, b) => compareYearLevels(a.yearLevel, b.yearLevel, region) || (a.name < b.name ? -1 : 1))
}
