import type { StaffSchool } from '#contract/staff-schools.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { Region } from '#domain/region.ts'
import { usualPolicies } from '#domain/school-policies.ts'
import { rules, switchNames } from './policy-words.ts'

/** What is chosen, and is sent as it was read. */
const decided = [
  ...switchNames,
  'absorbCardSurcharge',
  'allowedRegionalMethods',
  'allowedPortalMethods',
] as const
type Decided = (typeof decided)[number]

/** What is typed for a school, as it is typed. */
export type PolicyState = Pick<StaffSchool, Decided> & {
  name: string
  email: string
  phone: string
  bpayBillerCode: string
  renewalOpensDays: string
  dishonourFee: string
  discountLimitPercent: string
  outstandingFeesLimit: string
  /** "usual", "yes", "no" or a number. */
  flexibility: Record<keyof Flexibility, string>
}

const textOf = (value: number | boolean | null) =>
  value === null ? 'usual' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

function stateOf(
  policies: Pick<StaffSchool, Decided | 'bpayBillerCode' | 'renewalOpensDays'>,
  rest: Partial<PolicyState>,
): PolicyState {
  return {
    ...(Object.fromEntries(decided.map((name) => [name, policies[name]])) as Pick<StaffSchool, Decided>),
    name: '',
    email: '',
    phone: '',
    bpayBillerCode: policies.bpayBillerCode ?? '',
    renewalOpensDays: String(policies.renewalOpensDays ?? ''),
    dishonourFee: '0',
    discountLimitPercent: '',
    outstandingFeesLimit: '',
    flexibility: Object.fromEntries(rules.map((rule) => [rule, 'usual'])) as PolicyState['flexibility'],
    ...rest,
  }
}

export const newState = (region: Region): PolicyState => stateOf(usualPolicies(region), {})

export function stateOfSchool(school: StaffSchool): PolicyState {
  return stateOf(school, {
    name: school.name,
    email: school.email,
    phone: school.phone,
    dishonourFee: school.dishonourFee.toFixed(2),
    discountLimitPercent: String(school.discountLimitPercent ?? ''),
    outstandingFeesLimit: school.outstandingFeesLimit?.toFixed(2) ?? '',
    flexibility: Object.fromEntries(
      rules.map((rule) => [rule, textOf(school.flexibility[rule])]),
    ) as PolicyState['flexibility'],
  })
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text))

function ruleSent(text: string): number | boolean | null {
  if (text === 'usual' || text.trim() === '') return null
  return text === 'yes' ? true : text === 'no' ? false : Number(text)
}

/** As the server takes it; what is not possible it says by field. */
export function bodyOf(state: PolicyState) {
  return {
    ...state,
    bpayBillerCode: orNull(state.bpayBillerCode),
    renewalOpensDays: numberOrNull(state.renewalOpensDays),
    dishonourFee: state.dishonourFee.trim() || '0',
    discountLimitPercent: numberOrNull(state.discountLimitPercent),
    outstandingFeesLimit: orNull(state.outstandingFeesLimit),
    flexibility: Object.fromEntries(
      rules.map((rule) => [rule, ruleSent(state.flexibility[rule])]),
    ) as StaffSchool['flexibility'],
  }
}
