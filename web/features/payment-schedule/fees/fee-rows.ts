import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Attending } from '#domain/plan/school-charges.ts'
import type { FeeRequest } from './fee-requests.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'

const tints = ['blue', 'pink', 'gold', 'iris', 'green'] as const

/** A row of the card: a student, or what is left over. */
export type FeeRow = {
  /** The enrolment, where it is a student's. */
  key: string
  name: string
  line: string
  /** The person that its fee changes are for, as in "for Oliver Hart". */
  owner: string
  tint: (typeof tints)[number]
  /** Those who are at school in the year of the plan: for others there is nothing to choose. */
  isStudent: boolean
  /** Discounts first. */
  requests: FeeRequest[]
}

/** Every request stands in one row, also one for somebody who is no longer at school: it must be seen to be taken off. */
export function feeRows(
  { material, planYear }: PlannerFacts,
  attending: readonly Attending[],
  requests: readonly FeeRequest[],
): FeeRow[] {
  const requestsOf = (id: string | null) => {
    const own = requests.filter(({ enrolmentId }) => enrolmentId === id)
    return [...own.filter(({ takesOff }) => takesOff), ...own.filter(({ takesOff }) => !takesOff)]
  }
  const students = attending.map(({ enrolment, level }, place): FeeRow => {
    const { id, studentName, institutionName } = enrolment
    return {
      key: id,
      name: studentName,
      line: `${level} · ${institutionName}`,
      owner: studentName,
      tint: tints[place % tints.length] ?? 'blue',
      isStudent: true,
      requests: requestsOf(id),
    }
  })
  const isKnown = (id: string) => students.some(({ key }) => key === id)
  const strangers = requests.flatMap(({ enrolmentId: id }) => (id === null || isKnown(id) ? [] : id))
  const gone = [...new Set(strangers)].map((id): FeeRow => {
    const name =
      material.enrolments.find((enrolment) => enrolment.id === id)?.studentName ?? 'Another student'
    const line = `Not at school in ${tuitionYearName(planYear, material.region)}`
    return { key: id, name, line, owner: name, tint: 'green', isStudent: false, requests: requestsOf(id) }
  })
  const ofPlan: FeeRow = {
    key: 'plan',
    name: 'Whole plan',
    line: attending.length > 1 ? 'For all students' : 'For no student in particular',
    owner: 'the whole plan',
    tint: 'green',
    isStudent: false,
    requests: requestsOf(null),
  }
  return [...students, ...gone, ...(ofPlan.requests.length > 0 ? [ofPlan] : [])]
}
