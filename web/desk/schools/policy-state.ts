import type { StaffSchool } from '#contract/staff-schools.ts'
import type {
  PortalPaymentMethod,
  RegionalPaymentMethod,
  SurchargeAbsorption,
} from '#domain/payment-methods/payment-methods.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { Region } from '#domain/region.ts'
import { usualPolicies } from '#domain/school-policies.ts'
import { rules, switchNames, type Switch } from './policy-words.ts'

/** What is typed for a school, as it is typed. */
export type PolicyState = {
  name: string
  email: string
  phone: string
  billerCode: string
  absorb: SurchargeAbsorption
  regional: RegionalPaymentMethod[]
  portal: PortalPaymentMethod[]
  switches: Record<Switch, boolean>
  renewalDays: string
  dishonourFee: string
  discountLimit: string
  outstandingLimit: string
  /** "usual", "yes", "no" or a number. */
  flexibility: Record<keyof Flexibility, string>
}

const textOf = (value: number | boolean | null) =>
  value === null ? 'usual' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

type Decided = Pick<
  StaffSchool,
  | Switch
  | 'bpayBillerCode'
  | 'absorbCardSurcharge'
  | 'allowedRegionalMethods'
  | 'allowedPortalMethods'
  | 'renewalOpensDays'
>

function stateOf(decided: Decided, rest: Partial<PolicyState>): PolicyState {
  return {
    name: '',
    email: '',
    phone: '',
    billerCode: decided.bpayBillerCode ?? '',
    absorb: decided.absorbCardSurcharge,
    regional: decided.allowedRegionalMethods,
    portal: decided.allowedPortalMethods,
    switches: Object.fromEntries(switchNames.map((name) => [name, decided[name]])) as Record<Switch, boolean>,
    renewalDays: decided.renewalOpensDays === null ? '' : String(decided.renewalOpensDays),
    dishonourFee: '0',
    discountLimit: '',
    outstandingLimit: '',
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
    discountLimit: school.discountLimitPercent === null ? '' : String(school.discountLimitPercent),
    outstandingLimit: school.outstandingFeesLimit === null ? '' : school.outstandingFeesLimit.toFixed(2),
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
    name: state.name,
    email: state.email,
    phone: state.phone,
    bpayBillerCode: orNull(state.billerCode),
    absorbCardSurcharge: state.absorb,
    allowedRegionalMethods: state.regional,
    allowedPortalMethods: state.portal,
    ...state.switches,
    renewalOpensDays: numberOrNull(state.renewalDays),
    dishonourFee: state.dishonourFee.trim() || '0',
    discountLimitPercent: numberOrNull(state.discountLimit),
    outstandingFeesLimit: orNull(state.outstandingLimit),
    flexibility: Object.fromEntries(
      rules.map((rule) => [rule, ruleSent(state.flexibility[rule])]),
    ) as StaffSchool['flexibility'],
  }
}
