import { addDays, calendarDate, daysBetween, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, percentOf, type Cents } from '#domain/money.ts'
import type {
  PortalPaymentMethod,
  RegionalPaymentMethod,
  SurchargeAbsorption,
} from '#domain/payment-methods/payment-methods.ts'
import { tuitionYearEnd } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { yearLevels } from '#domain/calendar/year-levels.ts'
import type { Db } from '#server/platform/database/open.ts'
import { idOf } from './ids.ts'
import { momentIn, type Moment } from './moment.ts'
import { insertRows, noRows } from './rows.ts'

export type SchoolName =
  | 'Wattle Grove College'
  | 'Banksia Grammar'
  | 'Jacaranda School'
  | 'Oakfield School'
  | 'Redgum Academy'
  | 'Ironbark College'

export type School = {
  name: SchoolName
  region: Region
  domain: string
  phone: string
  billerCode: string | null
  absorb: SurchargeAbsorption
  requiresManualReview?: boolean
  allowsFeeChanges?: boolean
  /** Plans always run to the end of the school year. */
  onlyLongestPlans?: boolean
  /** False if the school has not published next year's fees. */
  hasNextFees?: boolean
  /** False if the school has not set the day when next year's plans are made. */
  hasRenewalDay?: boolean
  /** The youngest year's tuition, and what each further year adds. */
  tuition: { first: Cents; step: Cents }
}

const dollars = (amount: number) => cents(amount * 100)

export const schools: Record<SchoolName, School> = {
  'Wattle Grove College': {
    name: 'Wattle Grove College',
    region: 'AU',
    domain: 'wattlegrove.example',
    phone: '+61 2 5550 1410',
    billerCode: '254781',
    absorb: 'None',
    tuition: { first: dollars(5_940), step: dollars(420) },
  },
  'Banksia Grammar': {
    name: 'Banksia Grammar',
    region: 'AU',
    domain: 'banksiagrammar.example',
    phone: '+61 3 5550 2230',
    billerCode: '318264',
    absorb: 'VisaAndMastercard',
    onlyLongestPlans: true,
    hasNextFees: false,
    tuition: { first: dollars(7_280), step: dollars(515) },
  },
  'Jacaranda School': {
    name: 'Jacaranda School',
    region: 'AU',
    domain: 'jacaranda.example',
    phone: '+61 7 5550 3675',
    billerCode: '409153',
    absorb: 'All',
    hasRenewalDay: false,
    tuition: { first: dollars(4_860), step: dollars(330) },
  },
  'Oakfield School': {
    name: 'Oakfield School',
    region: 'UK',
    domain: 'oakfield.example',
    phone: '+44 20 7946 0518',
    billerCode: null,
    absorb: 'None',
    tuition: { first: dollars(9_450), step: dollars(375) },
  },
  'Redgum Academy': {
    name: 'Redgum Academy',
    region: 'AU',
    domain: 'redgum.example',
    phone: '+61 8 5550 4902',
    billerCode: '527396',
    absorb: 'None',
    requiresManualReview: true,
    tuition: { first: dollars(6_310), step: dollars(445) },
  },
  'Ironbark College': {
    name: 'Ironbark College',
    region: 'AU',
    domain: 'ironbark.example',
    phone: '+61 2 5550 5168',
    billerCode: '683042',
    absorb: 'None',
    allowsFeeChanges: false,
    tuition: { first: dollars(5_520), step: dollars(390) },
  },
}

const allowedMethods: Record<Region, { regional: RegionalPaymentMethod[]; portal: PortalPaymentMethod[] }> = {
  AU: {
    regional: ['AuBankAccount', 'AuCustomerDeposit', 'PaymentCard'],
    portal: ['BankAccount', 'CustomerDeposit', 'PaymentCard'],
  },
  UK: { regional: ['UkBankAccount', 'PaymentCard'], portal: ['BankAccount', 'PaymentCard'] },
}

export function schoolId(name: SchoolName): string {
  return idOf('school', name)
}

export type FeeItem = {
  kind: 'Fixed' | 'Selectable' | 'Optional' | 'Family' | 'SiblingDiscount'
  yearLevel: string | null
  name: string
  amount: Cents | null
  percentBasisPoints: number | null
  isDiscountable: boolean
  taxBasisPoints: number
  options: string[]
}

export type Term = { no: number; startsOn: CalendarDate; endsOn: CalendarDate }
type FeeSchedule = { id: string; year: number; terms: Term[]; items: FeeItem[] }

const known = new Map<string, FeeSchedule>()

/** What the school charges in a tuition year, and its terms. */
export function feeScheduleOf(name: SchoolName, year: number): FeeSchedule {
  const id = idOf('fee schedule', name, year)
  const schedule = known.get(id) ?? {
    id,
    year,
    terms: termsOf(name, year),
    items: itemsOf(schools[name], year),
  }
  known.set(id, schedule)
  return schedule
}

const termDays: Record<Region, [start: string, end: string][]> = {
  AU: [
    ['01-28', '04-09'],
    ['04-27', '07-02'],
    ['07-20', '09-24'],
    ['10-12', '12-16'],
  ],
  UK: [
    ['09-03', '12-12'],
    ['01-06', '03-27'],
    ['04-14', '07-08'],
  ],
}

function termsOf(name: SchoolName, year: number): Term[] {
  const { region } = schools[name]
  return termDays[region].map(([start, end], index) => {
    // In the United Kingdom the second and third term are in the next calendar year.
    const calendarYear = region === 'UK' && index > 0 ? year + 1 : year
    return {
      no: index + 1,
      startsOn: onAWeekday(calendarDate(`${calendarYear}-${start}`), 1),
      endsOn: onAWeekday(calendarDate(`${calendarYear}-${end}`), -1),
    }
  })
}

function onAWeekday(date: CalendarDate, step: 1 | -1): CalendarDate {
  let day = date
  while (weekday(day) > 5) day = addDays(day, step)
  return day
}

function itemsOf({ region, tuition }: School, year: number): FeeItem[] {
  // Fees rise by four percent a year; a school states them in steps of five.
  const inYear = (amount: Cents) =>
    cents(Math.round(percentOf(amount, 10_000 + 400 * (year - 2026)) / 500) * 500)
  const fee = (kind: FeeItem['kind'], name: string, amount: Cents, more: Partial<FeeItem> = {}): FeeItem => ({
    kind,
    yearLevel: null,
    name,
    amount,
    percentBasisPoints: null,
    isDiscountable: kind === 'Fixed',
    taxBasisPoints: region === 'UK' ? 2_000 : 0,
    options: [],
    ...more,
  })
  return [
    ...yearLevels[region].map((yearLevel, index) =>
      fee('Fixed', 'Tuition', inYear(cents(tuition.first + index * tuition.step)), { yearLevel }),
    ),
    fee('Fixed', 'Technology levy', inYear(dollars(310)), { isDiscountable: false }),
    fee('Fixed', 'Camps and excursions', inYear(dollars(285)), { isDiscountable: false }),
    fee('Selectable', 'Instrument lessons', inYear(dollars(640)), {
      options: ['Piano', 'Violin', 'Cello', 'Clarinet', 'Drums'],
    }),
    fee('Selectable', 'Second language', inYear(dollars(220)), { options: ['French', 'Japanese', 'Auslan'] }),
    fee('Optional', 'School bus', inYear(dollars(780))),
    fee('Optional', 'After-school care', inYear(dollars(1_150))),
    fee('Family', 'Building levy', inYear(dollars(315))),
    fee('Family', 'Parents and friends association', inYear(dollars(60))),
    { ...fee('SiblingDiscount', 'Sibling discount', cents(0)), amount: null, percentBasisPoints: 1_000 },
  ]
}

const renewalDays = 75
const leastDaysToRenewals = 30

/** A school's settings for next year. Renewals open at least a month from today, so that a demo can travel there. */
export function renewalsOf(school: School, { today, region, tuitionYear }: Moment) {
  const daysLeft = daysBetween(today, tuitionYearEnd(tuitionYear, region))
  const openDays = Math.max(0, Math.min(renewalDays, daysLeft - leastDaysToRenewals))
  return {
    renewalOpensDays: school.hasRenewalDay === false ? null : openDays,
    renewsOnLastFees: false,
    feeYears: [tuitionYear - 1, tuitionYear, ...(school.hasNextFees === false ? [] : [tuitionYear + 1])],
  }
}

/** The six schools with their fees around this year. */
export async function insertSchools(db: Db, now: Date): Promise<void> {
  const rows = noRows()
  for (const school of Object.values(schools)) {
    const renewals = renewalsOf(school, momentIn(school.region, now))
    rows.institution.push(institutionRow(school, renewals))
    for (const year of renewals.feeYears) {
      const schedule = feeScheduleOf(school.name, year)
      rows.fee_schedule.push({ id: schedule.id, institution_id: schoolId(school.name), tuition_year: year })
      rows.fee_schedule_term.push(...schedule.terms.map((term) => termRow(schedule, term)))
      rows.fee_item.push(...schedule.items.map((item, position) => itemRow(schedule, item, position)))
    }
  }
  await insertRows(db, rows)
}

function institutionRow(school: School, renewals: ReturnType<typeof renewalsOf>) {
  const methods = allowedMethods[school.region]
  return {
    id: schoolId(school.name),
    larkwell_id: `sch-${school.domain.replace('.example', '')}`,
    name: school.name,
    region: school.region,
    email: `accounts@${school.domain}`,
    phone: school.phone,
    bpay_biller_code: school.billerCode,
    absorb_card_surcharge: school.absorb,
    allowed_regional_methods: methods.regional,
    allowed_portal_methods: methods.portal,
    shows_direct_debit_authorisation: true,
    requires_manual_review: school.requiresManualReview ?? false,
    allows_fee_variance_updates: school.allowsFeeChanges ?? true,
    allows_outstanding_fee_updates: school.allowsFeeChanges ?? true,
    shows_breakdown: true,
    only_longest_plans: school.onlyLongestPlans ?? false,
    renewal_opens_days: renewals.renewalOpensDays,
    renews_on_last_fees: renewals.renewsOnLastFees,
  }
}

function termRow({ id }: FeeSchedule, term: Term) {
  return { fee_schedule_id: id, term_no: term.no, starts_on: term.startsOn, ends_on: term.endsOn }
}

function itemRow({ id }: FeeSchedule, item: FeeItem, position: number) {
  return {
    fee_schedule_id: id,
    id: idOf(id, item.name, item.yearLevel ?? 'all'),
    kind: item.kind,
    year_level: item.yearLevel,
    name: item.name,
    amount_minor: item.amount,
    percent_basis_points: item.percentBasisPoints,
    is_discountable: item.isDiscountable,
    tax_basis_points: item.taxBasisPoints,
    options: item.options,
    position,
  }
}
