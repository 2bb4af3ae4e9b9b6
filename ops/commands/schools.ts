import { callCommand } from '../call-command.ts'
import type { StaffSchool } from '#contract/staff-schools.ts'
import { toDecimal } from '#domain/money.ts'
import { usualDiscountLimitBasisPoints } from '#domain/plan/declared-discounts.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { mostTyped } from '#domain/plan/typed-amounts.ts'
import { type Region } from '#domain/region.ts'
import { usualPolicies } from '#domain/school-policies.ts'
import { awaits } from '../awaits.ts'
import { command, type Command } from '../command.ts'
import { feeChangeCommands, feeColumns } from './fee-changes.ts'
import { importCommand } from '../import-command.ts'
import { schoolNamed } from '../lookup.ts'
import { facts, sections, table } from '../table.ts'
import { day, money, yesNo } from '../words.ts'

const school = { name: 'school', about: 'its id or the beginning of its name' } as const

const contact = {
  name: 'as families read it',
  email: 'where families reach it',
  phone: 'where families reach it',
}

/** What a school decides; each can be set when it is added, and changed alone later. */
const policyOptions = {
  'biller-code': {
    field: 'bpayBillerCode',
    about: 'for BPAY; "none" where there is none',
    nullWord: 'none',
  },
  absorb: { field: 'absorbCardSurcharge', about: 'whose surcharge the school bears' },
  method: { field: 'allowedRegionalMethods', about: 'ways to pay' },
  'portal-method': { field: 'allowedPortalMethods', about: 'ways to pay that the portal shows' },
  authorisation: {
    field: 'showsDirectDebitAuthorisation',
    about: 'whether families tick a direct debit authorisation',
  },
  'manual-review': { field: 'requiresManualReview', about: 'whether staff look at every plan' },
  'fee-changes': { field: 'allowsFeeVarianceUpdates', about: 'whether families may enter discounts' },
  'outstanding-changes': {
    field: 'allowsOutstandingFeeUpdates',
    about: 'whether families may enter outstanding fees',
  },
  breakdown: { field: 'showsBreakdown', about: 'whether pay-now shows a breakdown' },
  'longest-only': {
    field: 'onlyLongestPlans',
    about: 'whether plans always run to the end of the year',
  },
  'renewal-days': {
    field: 'renewalOpensDays',
    about: 'before the end of the year plans for the next are made; "none" if unknown',
    nullWord: 'none',
  },
  'renews-on-last-fees': 'whether next year begins on the fees of this one',
  'discount-limit': {
    field: 'discountLimitPercent',
    about: `percent of a student's fees that families may take off without proof; "usual" for ${usualDiscountLimitBasisPoints / 100}`,
    nullWord: 'usual',
  },
  'outstanding-limit': {
    field: 'outstandingFeesLimit',
    about: 'the most outstanding fees that families may enter; "usual" for that of the region',
    nullWord: 'usual',
  },
  'dishonour-fee': 'charged for a debit that a bank sends back',
}

export const schoolCommands: Command[] = [
  callCommand({
    name: 'schools list',
    about: 'Lists the schools.',
    call: 'GET /api/staff/schools',
    examples: ['schools list'],
    text: (schools) =>
      table(schools, [
        { title: 'Name', value: ({ name }) => name },
        { title: 'Region', value: ({ region }) => region },
        { title: 'Known as', value: ({ larkwellId }) => larkwellId },
        { title: 'Surcharge borne', value: ({ absorbCardSurcharge }) => absorbCardSurcharge },
        { title: 'Review', value: ({ requiresManualReview }) => yesNo(requiresManualReview) },
        { title: 'Ways to pay', value: ({ allowedRegionalMethods }) => allowedRegionalMethods.join(', ') },
      ]),
  }),
  command({
    name: 'schools show',
    about: 'Shows the policies of a school and the years it has fees for.',
    arguments: [school],
    examples: ['schools show wattle'],
    async run({ api, argument }) {
      const found = await schoolNamed(api, argument.school)
      const years = await api('GET /api/staff/schools/:schoolId/fee-schedules', {
        params: { schoolId: found.id },
      })
      const fees = table(
        years,
        [
          { title: 'Year', value: ({ year }) => tuitionYearName(year, found.region) },
          { title: 'Terms', value: ({ termCount }) => termCount, alignRight: true },
          { title: 'Fees', value: ({ itemCount }) => itemCount, alignRight: true },
        ],
        'None yet.',
      )
      return {
        raw: { ...found, feeYears: years },
        text: sections([
          ['School', schoolFacts(found)],
          ['Fees', fees],
        ]),
      }
    },
  }),
  callCommand({
    name: 'schools add',
    about: 'Adds a school without fees yet.',
    call: 'POST /api/staff/schools',
    arguments: {
      'known-as': {
        field: 'larkwellId',
        about: 'its name in the API, like sch-wattlegrove; it cannot be changed',
      },
    },
    options: { ...contact, region: {}, ...policyOptions },
    defaults: ({ region }) => usualPolicies(region?.toUpperCase() === 'UK' ? 'UK' : 'AU'),
    examples: [
      'schools add sch-kurrajong --name "Kurrajong School" --region AU --email fees@k.example --phone "+61 2 5550 0000" --reason "Signed"',
      'schools add sch-elm --name "Elm School" --region UK --email fees@elm.example --phone "+44 20 7946 0000" --method PaymentCard --portal-method PaymentCard --reason "Signed"',
    ],
    text: (added) => `Added.\n\n${schoolFacts(added)}`,
  }),
  callCommand({
    name: 'schools edit',
    about: 'Changes the policies of a school; what is not named stays as it is.',
    call: 'PUT /api/staff/schools/:schoolId',
    options: { ...contact, ...policyOptions },
    examples: [
      'schools edit wattle --manual-review yes --reason "At the request of the bursar"',
      'schools edit wattle --absorb All --reason "New contract"',
    ],
    text: (edited) => `Changed.\n\n${schoolFacts(edited)}`,
  }),
  callCommand({
    name: 'fees show',
    about: 'Shows what a school charges in a tuition year, and its terms.',
    call: 'GET /api/staff/schools/:schoolId/fee-schedules/:year',
    arguments: { year: 'like 2027' },
    examples: ['fees show wattle 2027'],
    text: (fees) => {
      const terms = table(fees.terms, [
        { title: 'Term', value: ({ no }) => no },
        { title: 'Starts', value: ({ startsOn }) => day(startsOn) },
        { title: 'Ends', value: ({ endsOn }) => day(endsOn) },
      ])
      const items = table(fees.items, [
        { title: 'Kind', value: ({ kind }) => kind },
        { title: 'Year level', value: ({ yearLevel }) => yearLevel ?? 'all' },
        {
          title: 'Amount',
          value: ({ amount, percent }) => (percent === null ? money(amount, fees.region) : `${percent}%`),
          alignRight: true,
        },
        { title: 'Discounts', value: ({ isDiscountable }) => yesNo(isDiscountable) },
        { title: 'Name', value: ({ name }) => name },
        { title: 'Options', value: ({ options }) => options.join('; ') },
      ])
      return sections([
        [`${fees.schoolName}, ${tuitionYearName(fees.year, fees.region)}`, terms],
        ['Fees', items],
      ])
    },
  }),
  ...feeChangeCommands,
  importCommand({
    name: 'fees import',
    kind: 'fee-schedules',
    about:
      'Imports what schools charge from a CSV file: all of it or nothing. Fees that plans depend on need fees preview.',
    columns: feeColumns,
    example: 'wattle-2028.csv',
    mayReplace: true,
  }),
  importCommand({
    name: 'enrolments import',
    kind: 'enrolments',
    about: 'Imports families, their accounts and students from a CSV file: all of it or nothing.',
    columns:
      'school, email, first_name, last_name, student_first_name, student_last_name, year_level, start_year; and if you like mobile, account, product, student, share_percent, holds_remainder',
    example: 'families-2028.csv',
  }),
  callCommand({
    name: 'rates list',
    about: 'Lists past, current and future surcharge rates for cards.',
    call: 'GET /api/staff/surcharge-rates',
    examples: ['rates list'],
    text: rateTable,
  }),
  callCommand({
    name: 'rates set',
    about: 'Sets a rate from a day on, up to the cap in the settings; the one before ends the day before.',
    call: 'POST /api/staff/surcharge-rates',
    options: {
      region: {},
      cards: { field: 'cardGroup' },
      percent: 'like 1.2',
      from: { about: 'its first day, which must be in the future', field: 'validFrom' },
    },
    warning: 'From that day on every family pays this rate.',
    examples: [
      'rates set --region AU --cards AmericanExpress --percent 1.2 --from 2027-07-01 --reason "New costs"',
    ],
    text: awaits,
  }),
  callCommand({
    name: 'rates withdraw',
    about: 'Withdraws a rate that has not started; the one before continues in its place.',
    call: 'POST /api/staff/surcharge-rates/withdraw',
    options: {
      region: {},
      cards: { field: 'cardGroup' },
      from: { about: 'its first day, as rates list shows it', field: 'validFrom' },
    },
    examples: ['rates withdraw --region AU --cards AmericanExpress --from 2027-07-01 --reason "Typed wrong"'],
    text: (rates) => `Withdrawn.\n\n${rateTable(rates)}`,
  }),
]

function schoolFacts(found: StaffSchool): string {
  return facts([
    ['Name', found.name],
    ['Known as', found.larkwellId],
    ['Region', found.region],
    ['E-mail', found.email],
    ['Phone', found.phone],
    ['BPAY biller', found.bpayBillerCode],
    ['Surcharge borne', found.absorbCardSurcharge],
    ['Ways to pay', found.allowedRegionalMethods.join(', ')],
    ['In the portal', found.allowedPortalMethods.join(', ')],
    ['Authorisation tick', yesNo(found.showsDirectDebitAuthorisation)],
    ['Staff look at plans', yesNo(found.requiresManualReview)],
    ['Families enter discounts', yesNo(found.allowsFeeVarianceUpdates)],
    ['Families enter outstanding fees', yesNo(found.allowsOutstandingFeeUpdates)],
    ['Breakdown', yesNo(found.showsBreakdown)],
    ['Longest plans only', yesNo(found.onlyLongestPlans)],
    [
      'Renewal opens',
      found.renewalOpensDays === null ? 'not known' : `${found.renewalOpensDays} days before`,
    ],
    ['Renews on last fees', yesNo(found.renewsOnLastFees)],
    [
      'Discounts by their own word',
      found.discountLimitPercent === null
        ? `up to ${usualDiscountLimitBasisPoints / 100}% of a student's fees, as usual`
        : `up to ${found.discountLimitPercent}% of a student's fees`,
    ],
    [
      'Outstanding fees entered',
      found.outstandingFeesLimit === null
        ? `up to ${money(toDecimal(mostTyped[found.region].outstandingFees), found.region)}, as usual`
        : `up to ${money(found.outstandingFeesLimit, found.region)}`,
    ],
    ['Dishonour fee', money(found.dishonourFee, found.region)],
    ['Id', found.id],
  ])
}

function rateTable(
  rates: readonly {
    region: Region
    cardGroup: string
    percent: number
    validFrom: string
    validTo: string | null
  }[],
): string {
  return table(rates, [
    { title: 'Region', value: ({ region }) => region },
    { title: 'Cards', value: ({ cardGroup }) => cardGroup },
    { title: 'Rate', value: ({ percent }) => `${percent}%`, alignRight: true },
    { title: 'From', value: ({ validFrom }) => day(validFrom) },
    { title: 'To', value: ({ validTo }) => day(validTo) },
  ])
}
