import { yearLevels } from '#domain/calendar/year-levels.ts'
import type { OpenAccount } from './open-account.ts'
import type { Addon, Discount, Enrolled } from './fees.ts'
import { pick } from './ids.ts'
import { daysAgo } from './moment.ts'
import { givenNames } from './people.ts'
import { schoolId, type SchoolName } from './schools.ts'

export type Student = {
  firstName?: string
  /** In the current tuition year. */
  level?: string
  school?: SchoolName
  discounts?: Discount[]
  addons?: Addon[]
}

export function addStudents(opened: OpenAccount, students: Student[], lastName: string): Enrolled[] {
  const { rows, accountId, school, moment, id, createdDaysAgo } = opened
  return students.map((student, index) => {
    const firstName = student.firstName ?? pick(givenNames, accountId, 'student', index)
    const startLevel = student.level ?? pick(middleYears(opened), accountId, 'level', index)
    const atSchool = student.school ?? school.name
    const studentId = id('student', index)
    const enrolmentId = id('enrolment', index)
    rows.student.push({
      account_id: accountId,
      id: studentId,
      first_name: firstName,
      last_name: lastName,
    })
    rows.enrolment.push({
      account_id: accountId,
      id: enrolmentId,
      student_id: studentId,
      institution_id: schoolId(atSchool),
      start_year: moment.tuitionYear,
      start_year_level: startLevel,
      joined_on: daysAgo(moment, createdDaysAgo),
      portion_basis_points: 10_000,
      holds_remainder: true,
    })
    return {
      enrolmentId,
      name: `${firstName} ${lastName}`,
      school: atSchool,
      startYear: moment.tuitionYear,
      startLevel,
      discounts: student.discounts ?? [],
      addons: student.addons ?? [],
    }
  })
}

/** Year levels with one before and one after, so that last and next year's plans find their fees. */
function middleYears({ school }: OpenAccount): [string, ...string[]] {
  const [first, ...others] = yearLevels[school.region].slice(1, -1)
  return [first ?? 'Year 1', ...others]
}
