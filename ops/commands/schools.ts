import type { StaffSchool } from '#contract/staff-schools.ts'
import {
  portalPaymentMethods,
  regionalPaymentMethods,
  surchargeAbsorptions,
} from '#domain/payment-methods/payment-methods.ts'
import { toDecimal } from '#domain/money.ts'
import { usualDiscountLimitBasisPoints } from '#domain/plan/declared-discounts.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { mostTyped } from '#domain/plan/typed-amounts.ts'
import { regions, type Region } from '#domain/region.ts'
import { usualPolicies } from '#domain/school-policies.ts'
import { cardGroups } from '#domain/payment-methods/surcharges.ts'
import { awaits } from '../awaits.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { feeChangeCommands, feeColumns } from './fee-changes.ts'
import { OpsFailure } from '../failure.ts'
import { importCommand } from '../import-command.ts'
import { schoolBy } from '../lookup.ts'
import { facts, sections, table } from '../table.ts'
import { day, money, yesNo } from '../words.ts'

const school = { name: 'school', about: 'its id or the beginning of its name' } as const
const flag = (about: string) => ({ value: 'yes|no', about }) as const

/** What a school decides; each can be given when it is taken on, and changed alone later. */
const policyOptions = {
  'biller-code': { value: 'digits', about: 'for BPAY; "none" where there is none' },
  absorb: { value: 'cards', about: `whose surcharge the school bears: ${surchargeAbsorptions.join(', ')}` },
  method: {
    value: 'method',
    about: `a way to pay, of ${regionalPaymentMethods.join(', ')}; several times`,
    isMany: true,
  },
  'portal-method': {
    value: 'method',
    about: `one shown in the portal, of ${portalPaymentMethods.join(', ')}`,
    isMany: true,
  },
  authorisation: flag('whether families tick a direct debit authorisation'),
  'manual-review': flag('whether staff look at every plan'),
  'fee-changes': flag('whether families may enter discounts'),
  'outstanding-changes': flag('whether families may enter outstanding fees'),
  breakdown: flag('whether pay-now shows a breakdown'),
  'longest-only': flag('whether plans always run to the end of the year'),
  'renewal-days': {
    value: 'days',
    about: 'before the end of the year plans for the next are made; "none" if unknown',
  },
  'renews-on-last-fees': flag('whether next year begins on the fees of this one'),
  'discount-limit': {
    value: 'percent',
    about: `that families may take off by their own word, of a student's fees; "usual" for ${usualDiscountLimitBasisPoints / 100}`,
  },
  'outstanding-limit': {
    value: 'amount',
    about: 'the most outstanding fees that families may enter; "usual" for that of the region',
  },
  'dishonour-fee': { value: 'amount', about: 'charged for a debit that a bank sends back' },
} as const

type Typed = { [Name in keyof typeof policyOptions]: string | string[] | undefined }

export const schoolCommands: Command[] = [
  command({
    name: 'schools list',
    about: 'Lists the schools.',
    examples: ['schools list', 'schools list --json'],
    async run({ api }) {
      const schools = await api('GET /api/staff/schools')
      const text = table(schools, [
        { title: 'Name', value: ({ name }) => name },
        { title: 'Region', value: ({ region }) => region },
        { title: 'Known as', value: ({ larkwellId }) => larkwellId },
        { title: 'Surcharge borne', value: ({ absorbCardSurcharge }) => absorbCardSurcharge },
        { title: 'Review', value: ({ requiresManualReview }) => yesNo(requiresManualReview) },
        { title: 'Ways to pay', value: ({ allowedRegionalMethods }) => allowedRegionalMethods.join(', ') },
      ])
      return { raw: schools, text }
    },
  }),
  command({
    name: 'schools show',
    about: 'Shows the policies of a school and the years it has fees for.',
    arguments: [school],
    examples: ['schools show wattle', 'schools show "Banksia Grammar" --json'],
    async run({ api, argument }) {
      const schoolId = await schoolBy(api, argument.school)
      const schools = await api('GET /api/staff/schools')
      const found = schools.find(({ id }) => id === schoolId)
      if (!found) throw new OpsFailure('refused', 'School not found.', 'See schools list.')
      const years = await api('GET /api/staff/schools/:schoolId/fee-schedules', { params: { schoolId } })
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
          ['School', shown(found)],
          ['Fees', fees],
        ]),
      }
    },
  }),
  command({
    name: 'schools add',
    about: 'Adds a school without fees yet.',
    arguments: [{ name: 'known-as', about: 'its name on the wire, like sch-wattlegrove; stays for ever' }],
    options: {
      name: { value: 'name', about: 'as families read it', isRequired: true },
      region: { value: 'region', about: `one of ${regions.join(', ')}`, isRequired: true },
      email: { value: 'address', about: 'where families reach it', isRequired: true },
      phone: { value: 'number', about: 'where families reach it', isRequired: true },
      ...policyOptions,
    },
    isChange: true,
    examples: [
      'schools add sch-kurrajong --name "Kurrajong School" --region AU --email fees@k.example --phone "+61 2 5550 0000" --reason "Signed"',
      'schools add sch-elm --name "Elm School" --region UK --email fees@elm.example --phone "+44 20 7946 0000" --method PaymentCard --portal-method PaymentCard --reason "Signed"',
    ],
    async run({ api, reason, argument, option }) {
      const region = choice('--region', option.region, regions)
      const made = await api('POST /api/staff/schools', {
        body: {
          larkwellId: argument['known-as'],
          region,
          name: option.name,
          email: option.email,
          phone: option.phone,
          ...usualPolicies(region),
          ...policiesOf(option),
          reason,
        },
      })
      return { raw: made, text: `Taken on.\n\n${shown(made)}` }
    },
  }),
  command({
    name: 'schools edit',
    about: 'Changes the policies of a school; what is not named stays as it is.',
    arguments: [school],
    options: {
      name: { value: 'name', about: 'as families read it' },
      email: { value: 'address', about: 'where families reach it' },
      phone: { value: 'number', about: 'where families reach it' },
      ...policyOptions,
    },
    isChange: true,
    examples: [
      'schools edit wattle --manual-review yes --reason "At the wish of the bursar"',
      'schools edit wattle --absorb All --reason "New contract"',
    ],
    async run({ api, reason, argument, option }) {
      const edited = await api('PUT /api/staff/schools/:schoolId', {
        params: { schoolId: await schoolBy(api, argument.school) },
        body: { name: option.name, email: option.email, phone: option.phone, ...policiesOf(option), reason },
      })
      return { raw: edited, text: `Changed.\n\n${shown(edited)}` }
    },
  }),
  command({
    name: 'fees show',
    about: 'Shows what a school charges in a tuition year, and its terms.',
    arguments: [school, { name: 'year', about: 'like 2027' }],
    examples: ['fees show wattle 2027', 'fees show wattle 2027 --json'],
    async run({ api, argument }) {
      const fees = await api('GET /api/staff/schools/:schoolId/fee-schedules/:year', {
        params: { schoolId: await schoolBy(api, argument.school), year: argument.year },
      })
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
      return {
        raw: fees,
        text: sections([
          [`${fees.schoolName}, ${tuitionYearName(fees.year, fees.region)}`, terms],
          ['Fees', items],
        ]),
      }
    },
  }),
  ...feeChangeCommands,
  importCommand({
    name: 'fees import',
    kind: 'fee-schedules',
    about:
      'Takes in what schools charge, by a CSV file: all of it or nothing. Fees that plans depend on need fees preview.',
    columns: feeColumns,
    example: 'wattle-2028.csv',
    mayReplace: true,
  }),
  importCommand({
    name: 'enrolments import',
    kind: 'enrolments',
    about: 'Takes in families, their accounts and students, by a CSV file: all of it or nothing.',
    columns:
      'school, email, first_name, last_name, student_first_name, student_last_name, year_level, start_year; and if you like mobile, account, product, student, share_percent, holds_remainder',
    example: 'families-2028.csv',
  }),
  command({
    name: 'rates list',
    about: 'Lists what paying by card costs on top: the rates there were, are and will be.',
    examples: ['rates list', 'rates list --json'],
    async run({ api }) {
      const rates = await api('GET /api/staff/surcharge-rates')
      return { raw: rates, text: rateTable(rates) }
    },
  }),
  command({
    name: 'rates set',
    about: 'Sets a rate from a day on, up to the cap in the settings; the one before ends the day before.',
    options: {
      region: { value: 'region', about: `one of ${regions.join(', ')}`, isRequired: true },
      cards: { value: 'cards', about: `one of ${cardGroups.join(', ')}`, isRequired: true },
      percent: { value: 'number', about: 'like 1.2', isRequired: true },
      from: { value: 'date', about: 'its first day, which must lie ahead', isRequired: true },
    },
    isChange: true,
    warning: 'From that day on every family pays this rate.',
    examples: [
      'rates set --region AU --cards AmericanExpress --percent 1.2 --from 2027-07-01 --reason "New costs"',
      'rates set --region AU --cards VisaOrMastercardCredit --percent 0 --from 2027-10-01 --reason "The law ends it" --yes',
    ],
    async run({ api, reason, option }) {
      const asked = await api('POST /api/staff/surcharge-rates', {
        body: {
          region: choice('--region', option.region, regions),
          cardGroup: choice('--cards', option.cards, cardGroups),
          percent: Number(option.percent),
          validFrom: option.from,
          reason,
        },
      })
      return awaits(asked)
    },
  }),
  command({
    name: 'rates withdraw',
    about: 'Takes back a rate that has not started; the one before goes on in its place.',
    options: {
      region: { value: 'region', about: `one of ${regions.join(', ')}`, isRequired: true },
      cards: { value: 'cards', about: `one of ${cardGroups.join(', ')}`, isRequired: true },
      from: { value: 'date', about: 'its first day, as rates list shows it', isRequired: true },
    },
    isChange: true,
    examples: [
      'rates withdraw --region AU --cards AmericanExpress --from 2027-07-01 --reason "Typed wrong"',
      'rates withdraw --region AU --cards VisaOrMastercardCredit --from 2027-10-01 --reason "The law was put off"',
    ],
    async run({ api, reason, option }) {
      const rates = await api('POST /api/staff/surcharge-rates/withdraw', {
        body: {
          region: choice('--region', option.region, regions),
          cardGroup: choice('--cards', option.cards, cardGroups),
          validFrom: option.from,
          reason,
        },
      })
      return { raw: rates, text: `Withdrawn.\n\n${rateTable(rates)}` }
    },
  }),
]

type Policies = ReturnType<typeof usualPolicies>

/** Those that were typed, in the words of the wire. */
function policiesOf(
  typed: Typed,
): Partial<
  Omit<StaffSchool, 'dishonourFee' | 'outstandingFeesLimit'> &
    Pick<Policies, 'dishonourFee'> & { outstandingFeesLimit: string | null }
> {
  const one = (name: keyof Typed) => {
    const value = typed[name]
    return typeof value === 'string' ? value : undefined
  }
  const many = (name: keyof Typed) => {
    const value = typed[name]
    return Array.isArray(value) && value.length > 0 ? value : undefined
  }
  const when = <Value, Name extends string, To>(
    name: Name,
    value: Value | undefined,
    to: (value: Value) => To,
  ) => (value === undefined ? {} : { [name]: to(value) }) as { [Key in Name]?: To }
  const truth = (option: keyof Typed) => (word: string) =>
    choice(`--${option}`, word, ['yes', 'no']) === 'yes'
  const orNone =
    <To>(to: (word: string) => To) =>
    (word: string) =>
      word === 'none' ? null : to(word)
  const orUsual =
    <To>(to: (word: string) => To) =>
    (word: string) =>
      word === 'usual' ? null : to(word)
  return {
    ...when('bpayBillerCode', one('biller-code'), orNone(String)),
    ...when('absorbCardSurcharge', one('absorb'), (word) => choice('--absorb', word, surchargeAbsorptions)),
    ...when('allowedRegionalMethods', many('method'), (words) =>
      words.map((word) => choice('--method', word, regionalPaymentMethods)),
    ),
    ...when('allowedPortalMethods', many('portal-method'), (words) =>
      words.map((word) => choice('--portal-method', word, portalPaymentMethods)),
    ),
    ...when('showsDirectDebitAuthorisation', one('authorisation'), truth('authorisation')),
    ...when('requiresManualReview', one('manual-review'), truth('manual-review')),
    ...when('allowsFeeVarianceUpdates', one('fee-changes'), truth('fee-changes')),
    ...when('allowsOutstandingFeeUpdates', one('outstanding-changes'), truth('outstanding-changes')),
    ...when('showsBreakdown', one('breakdown'), truth('breakdown')),
    ...when('onlyLongestPlans', one('longest-only'), truth('longest-only')),
    ...when('renewalOpensDays', one('renewal-days'), orNone(Number)),
    ...when('renewsOnLastFees', one('renews-on-last-fees'), truth('renews-on-last-fees')),
    ...when('dishonourFee', one('dishonour-fee'), String),
    ...when('discountLimitPercent', one('discount-limit'), orUsual(Number)),
    ...when('outstandingFeesLimit', one('outstanding-limit'), orUsual(String)),
  }
}

function shown(found: StaffSchool): string {
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
