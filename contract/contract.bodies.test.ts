import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { amount, amountSent, clientRequestId } from './wire.ts'

type Sent = Record<string, unknown>
type Key = keyof typeof contract

const account = (end: string) => end.replace(' ', ' /api/portal/customer/account/:accountId/') as Key
const portal = (end: string) => end.replace(' ', ' /api/portal/') as Key

/** The paths of the errors; none for a valid call. */
function wrongIn(schema: z.ZodMiniType, value: unknown): string[] {
  const result = schema.safeParse(value)
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'))
}

function bodyOf(key: Key): z.ZodMiniType {
  const { body } = contract[key] as Endpoint
  if (!body) throw new Error(`${key} has no body`)
  return body
}

/** The body with one value changed, or removed if the value is undefined. */
function changed(body: Sent, path: string, value: unknown): Sent {
  const [name = '', ...rest] = path.split('.')
  const next = rest.length > 0 ? changed(body[name] as Sent, rest.join('.'), value) : value
  return Object.fromEntries(
    Object.entries({ ...body, [name]: next }).filter(([, held]) => held !== undefined),
  )
}

const bankAccount = { accountNumber: '012345678', bsb: '062-000', holder: 'Amelia Hart' }
const bank = { bankAccount, directDebitAuthorisation: true }
const licence = {
  type: 'DriversLicense',
  driversLicenseState: 'VIC',
  driversLicenseNo: '987654321',
  driversLicenseCardNo: 'P1234567',
}
const passport = { type: 'Passport', passportCountry: 'AU', passportNo: 'PA1234567' }
const currentAddress = {
  unitNo: '',
  streetNo: '4',
  street: 'Gum St',
  suburb: 'Kew',
  state: 'VIC',
  postcode: '3101',
  fullAddress: '4 Gum St, Kew VIC 3101',
  status: 'Current',
}
const details = {
  birthDate: '1984-02-29',
  currentAddress,
  previousAddress: null,
  addressLessThanThreeYears: false,
  creditIdCheck: { agreement: false, agreementText: 'I agree to a check.', type: 'CreditIdCheckConsent' },
}
const moved = {
  ...details,
  addressLessThanThreeYears: true,
  previousAddress: { state: 'NSW', postcode: '2000', status: 'Previous' },
}
const plan = {
  paymentSchedule: {
    accountPlanId: null,
    planYear: 2027,
    startDate: '2027-01-15',
    planDuration: 26,
    repaymentCount: 26,
    repaymentPeriod: 'Fortnight',
  },
  variances: {
    standardFeeVariances: [{ enrolmentId: 'e1', type: 'Scholarship', percent: 12.5 }],
    addons: [{ enrolmentId: 'e1', name: 'Music ensemble', value: 'Strings, full year' }],
    outstandingFees: 850,
    otherArrangementsRequest: null,
    staffDiscount: { percent: 25 },
  },
}
const guestPayment = {
  token: 'pm_1',
  amount: 120.5,
  larkwellId: 'i1',
  shortId: 'LW20418',
  email: 'amelia@example.com',
}
const otherReason = {
  ...guestPayment,
  paymentAmountChangeReason: 'Other',
  paymentAmountChangeReasonDescription: 'Half now, half in May',
}
const wallet = { repaymentRequestId: 'r1', amount: 10, event: { expressPaymentType: 'apple_pay' } }

const good: [what: string, key: Key, body: Sent][] = [
  ['a card to save', account('POST repayment-sources'), { cardToken: 'pm_1' }],
  ['a bank account to save', account('POST repayment-sources'), bank],
  [
    'a bank account without a dash',
    account('POST repayment-sources'),
    changed(bank, 'bankAccount.bsb', '062000'),
  ],
  [
    'a holder of 32 characters',
    account('POST repayment-sources'),
    changed(bank, 'bankAccount.holder', 'a'.repeat(32)),
  ],
  ['BPAY to save', account('POST repayment-sources'), { bpay: true }],
  [
    'a UK bank account to save',
    account('POST repayment-sources'),
    { bacsDebitStripePaymentMethodId: 'pm_2' },
  ],
  [
    'a card for a repayment',
    account('POST repayment-details'),
    { repaymentChangeId: 'c1', cardToken: 'pm_1' },
  ],
  ['a bank account for a repayment', account('PUT repayment-details'), { repaymentChangeId: 'c1', ...bank }],
  ['BPAY for a repayment', account('POST repayment-details'), { repaymentChangeId: 'c1', bpay: true }],
  [
    'a saved method for a repayment',
    account('POST repayment-details'),
    { repaymentChangeId: 'c1', repaymentSourceId: 's1' },
  ],
  [
    'a method made active before any repayment',
    account('POST activate-repayment-source'),
    { repaymentChangeId: null, repaymentSourceId: 's1' },
  ],
  ['a method removed', account('POST remove-repayment-source'), { repaymentSourceId: 's1' }],
  ['a plan', account('POST calculate-plan'), plan],
  ['a plan without variances', account('POST save-plan'), changed(plan, 'variances', undefined)],
  ['a licence', account('POST identification-details'), { identification: licence, idCheckConsent: true }],
  ['a passport', account('POST identification-details'), { identification: passport, idCheckConsent: true }],
  [
    'a passport with a copy',
    account('POST identification-details/manual'),
    { identification: JSON.stringify(passport), idCheckConsent: 'true' },
  ],
  ['details of a customer who has not moved', account('POST customer-details'), details],
  ['details of a customer who has moved', account('POST customer-details'), moved],
  ['a withdrawal', account('POST withdrawal-requests'), { bankAccountId: 'b1', amount: 85 }],
  ['a payment', account('POST payments'), { repaymentSourceId: 's1', amount: 120.5, instId: 'i1' }],
  [
    'a payment whose amount is text',
    account('POST payments'),
    { repaymentSourceId: 's1', amount: '120.50', instId: 'i1' },
  ],
  ['a set-up session', account('POST stripe-checkout-session'), { accountId: 'a1' }],
  [
    'a payment session',
    account('POST stripe-checkout-session'),
    { accountId: 'a1', amount: 10, instId: 'i1', returnUrl: 'https://x/pay-now' },
  ],
  ["a guest's payment by card", portal('POST guest/payments'), guestPayment],
  [
    "a guest's payment by saved method",
    portal('POST guest/payments'),
    { ...changed(guestPayment, 'token', undefined), repaymentSourceId: 's1' },
  ],
  ["a guest's payment of another amount", portal('POST guest/payments'), otherReason],
  [
    "a guest's payment with empty reasons",
    portal('POST guest/payments'),
    { ...guestPayment, paymentAmountChangeReason: null, paymentAmountChangeReasonDescription: null },
  ],
  ['a wallet payment', portal('POST guest/stripe-express-checkout-verification'), wallet],
  ['an address search', portal('POST customer/address-search'), { fullAddress: '20 bond' }],
  ['a chat message', portal('POST customer/chat'), { text: 'Hello' }],
]

describe('a body is accepted', () => {
  it.each(good)('%s: %s', (_what, key, body) => {
    expect(wrongIn(bodyOf(key), body)).toEqual([])
  })
})

describe('a body is refused', () => {
  it.each(good)('with an unknown field: %s', (_what, key, body) => {
    expect(bodyOf(key).safeParse({ ...body, isAdmin: true }).success).toBe(false)
  })

  it.each(Object.entries(contract as Record<string, Endpoint>).filter(([, endpoint]) => endpoint.body))(
    'when it is empty: %s',
    (_key, endpoint) => {
      expect(endpoint.body?.safeParse({}).success).toBe(false)
    },
  )

  it.each<[why: string, key: Key, body: Sent, path: string, value: unknown]>([
    ['a BSB is short', account('POST repayment-sources'), bank, 'bankAccount.bsb', '06200'],
    ['a BSB has a dash elsewhere', account('POST repayment-sources'), bank, 'bankAccount.bsb', '06-2000'],
    [
      'an account number has four digits',
      account('POST repayment-sources'),
      bank,
      'bankAccount.accountNumber',
      '1234',
    ],
    [
      'an account number has ten digits',
      account('POST repayment-sources'),
      bank,
      'bankAccount.accountNumber',
      '1234567890',
    ],
    [
      'a holder has 33 characters',
      account('POST repayment-sources'),
      bank,
      'bankAccount.holder',
      'a'.repeat(33),
    ],
    [
      'a holder is blank',
      account('POST repayment-details'),
      { repaymentChangeId: 'c1', ...bank },
      'bankAccount.holder',
      '  ',
    ],
    [
      'the amount of a payment has three decimals',
      account('POST payments'),
      { repaymentSourceId: 's1', amount: 1, instId: 'i1' },
      'amount',
      1.005,
    ],
    [
      'the amount of a payment is negative',
      account('POST payments'),
      { repaymentSourceId: 's1', amount: 1, instId: 'i1' },
      'amount',
      -1,
    ],
    [
      'the amount of a payment is not a number',
      account('POST payments'),
      { repaymentSourceId: 's1', amount: 1, instId: 'i1' },
      'amount',
      'abc',
    ],
    [
      'the school of a payment is missing',
      account('POST payments'),
      { repaymentSourceId: 's1', amount: 1, instId: 'i1' },
      'instId',
      undefined,
    ],
    [
      'an id is too long',
      account('POST withdrawal-requests'),
      { bankAccountId: 'b1', amount: 1 },
      'bankAccountId',
      'b'.repeat(65),
    ],
    [
      'a plan starts on a day that does not exist',
      account('POST save-plan'),
      plan,
      'paymentSchedule.startDate',
      '2027-02-30',
    ],
    [
      'a plan starts on a date in another format',
      account('POST save-plan'),
      plan,
      'paymentSchedule.startDate',
      '15/01/2027',
    ],
    [
      'a plan is paid by the term',
      account('POST save-plan'),
      plan,
      'paymentSchedule.repaymentPeriod',
      'Term',
    ],
    ['a plan has no payments', account('POST save-plan'), plan, 'paymentSchedule.repaymentCount', 0],
    ['a plan has half a payment', account('POST save-plan'), plan, 'paymentSchedule.repaymentCount', 1.5],
    [
      'a staff discount is over 100 percent',
      account('POST save-plan'),
      plan,
      'variances.staffDiscount.percent',
      100.01,
    ],
    [
      'a percentage has three decimals',
      account('POST save-plan'),
      plan,
      'variances.staffDiscount.percent',
      0.125,
    ],
    [
      'a licence has an unknown state',
      account('POST identification-details'),
      { identification: licence, idCheckConsent: true },
      'identification.driversLicenseState',
      'NZ',
    ],
    [
      'a licence has no card number',
      account('POST identification-details'),
      { identification: licence, idCheckConsent: true },
      'identification.driversLicenseCardNo',
      undefined,
    ],
    [
      'a passport has no number',
      account('POST identification-details'),
      { identification: passport, idCheckConsent: true },
      'identification.passportNo',
      ' ',
    ],
    [
      'a passport has an unknown country',
      account('POST identification-details'),
      { identification: passport, idCheckConsent: true },
      'identification.passportCountry',
      'Australia',
    ],
    [
      'a document is of another type',
      account('POST identification-details'),
      { identification: passport, idCheckConsent: true },
      'identification.type',
      'LibraryCard',
    ],
    [
      'consent to a check is not given',
      account('POST identification-details'),
      { identification: passport, idCheckConsent: true },
      'idCheckConsent',
      false,
    ],
    [
      'the text beside a copy is not JSON',
      account('POST identification-details/manual'),
      { identification: JSON.stringify(passport), idCheckConsent: 'true' },
      'identification',
      '{',
    ],
    [
      'consent beside a copy is not given',
      account('POST identification-details/manual'),
      { identification: JSON.stringify(passport), idCheckConsent: 'true' },
      'idCheckConsent',
      'false',
    ],
    ['a birthday does not exist', account('POST customer-details'), details, 'birthDate', '1985-02-29'],
    [
      'the current address lacks a state',
      account('POST customer-details'),
      details,
      'currentAddress.state',
      '',
    ],
    [
      'the current address lacks a postcode',
      account('POST customer-details'),
      details,
      'currentAddress.postcode',
      undefined,
    ],
    [
      'the current address has the status of a previous one',
      account('POST customer-details'),
      details,
      'currentAddress.status',
      'Previous',
    ],
    [
      'the previous address lacks a state',
      account('POST customer-details'),
      moved,
      'previousAddress.state',
      undefined,
    ],
    [
      'a short stay comes without a previous address',
      account('POST customer-details'),
      moved,
      'previousAddress',
      null,
    ],
    [
      'a long stay comes with a previous address',
      account('POST customer-details'),
      details,
      'previousAddress',
      moved.previousAddress,
    ],
    [
      'the text of an agreement has four characters',
      account('POST customer-details'),
      details,
      'creditIdCheck.agreementText',
      'okay',
    ],
    [
      'a consent is of another type',
      account('POST customer-details'),
      details,
      'creditIdCheck.type',
      'MarketingConsent',
    ],
    [
      'a reason is described in 101 characters',
      portal('POST guest/payments'),
      otherReason,
      'paymentAmountChangeReasonDescription',
      'a'.repeat(101),
    ],
    ["a guest's e-mail is none", portal('POST guest/payments'), guestPayment, 'email', 'amelia'],
    [
      'a wallet is unknown',
      portal('POST guest/stripe-express-checkout-verification'),
      wallet,
      'event.expressPaymentType',
      'paypal',
    ],
    [
      'an address search is of two characters',
      portal('POST customer/address-search'),
      { fullAddress: '20 bond' },
      'fullAddress',
      ' 20 ',
    ],
    [
      'an error report contains a query',
      'POST /api/client-errors',
      { message: 'Oops', path: '/login' },
      'path',
      '/login?token=secret',
    ],
  ])('because %s, with the path of the error', (_why, key, body, path, value) => {
    expect(wrongIn(bodyOf(key), body)).toEqual([])
    expect(wrongIn(bodyOf(key), changed(body, path, value))).toContain(path)
  })

  it.each<[why: string, key: Key, body: Sent]>([
    [
      'two payment methods come at once',
      account('POST repayment-sources'),
      { cardToken: 'pm_1', bpay: true },
    ],
    [
      'an account number is a number',
      account('POST repayment-sources'),
      changed(bank, 'bankAccount.accountNumber', 12345678),
    ],
    [
      'a variance is of an unknown type',
      account('POST save-plan'),
      changed(plan, 'variances.standardFeeVariances', [{ enrolmentId: 'e1', type: 'Gift', percent: 5 }]),
    ],
    [
      'a reason is unknown',
      portal('POST guest/payments'),
      changed(otherReason, 'paymentAmountChangeReason', 'Whim'),
    ],
    ['BPAY is declined', account('POST repayment-sources'), { bpay: false }],
    ['a bank account has no authorisation', account('POST repayment-sources'), { bankAccount }],
    ['a change names no repayment', account('POST repayment-details'), { cardToken: 'pm_1' }],
    [
      'a UK bank account cannot change a repayment',
      account('POST repayment-details'),
      { repaymentChangeId: 'c1', bacsDebitStripePaymentMethodId: 'pm_2' },
    ],
    [
      'a guest pays with a card and a saved method',
      portal('POST guest/payments'),
      { ...guestPayment, repaymentSourceId: 's1' },
    ],
    [
      'a guest pays without a payment method',
      portal('POST guest/payments'),
      changed(guestPayment, 'token', undefined),
    ],
    [
      'a licence has a passport number',
      account('POST identification-details'),
      { identification: { ...licence, passportNo: 'PA1234567' }, idCheckConsent: true },
    ],
  ])('because %s', (_why, key, body) => {
    expect(bodyOf(key).safeParse(body).success).toBe(false)
  })
})

describe('parsing on the server', () => {
  it('reads the text part of a form as the identification in it', () => {
    const body = { identification: JSON.stringify(licence), idCheckConsent: 'true' }
    const parsed = bodyOf(account('POST identification-details/manual')).parse(body)
    expect(parsed).toEqual({ identification: licence, idCheckConsent: true })
  })

  it('reads a year from the path as a number', () => {
    const { params } =
      contract['GET /api/portal/customer/account/:accountId/year/:year/date/:date/repayment-duration-options']
    const path = { accountId: '3f2b8a52-6f0e-4a0e-9a55-1d7a1c0d2b11', year: '2027', date: '2027-01-15' }
    expect(params.parse(path)).toEqual({ ...path, year: 2027 })
    expect(wrongIn(params, { ...path, year: '0x7EB' })).toEqual(['year'])
    expect(wrongIn(params, { ...path, date: '2027-13-01' })).toEqual(['date'])
  })
})

describe('amounts', () => {
  it('are any whole number of cents, in replies and requests', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        const decimal = cents / 100
        expect(wrongIn(amount, decimal)).toEqual([])
        expect(wrongIn(amount, -decimal)).toEqual([])
        expect(wrongIn(amountSent, decimal)).toEqual([])
        expect(wrongIn(amountSent, decimal.toFixed(2))).toEqual([])
      }),
    )
  })

  it('are never a fraction of a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }), (cents, tenths) => {
        const text = `${(cents / 100).toFixed(2)}${tenths}`
        expect(wrongIn(amount, Number(text))).not.toEqual([])
        expect(wrongIn(amountSent, Number(text))).not.toEqual([])
        expect(wrongIn(amountSent, text)).not.toEqual([])
      }),
    )
  })

  it.each(['', ' 1', '1e3', '1,000', '-1', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '1234567890'])(
    'are not sent as %j',
    (text) => {
      expect(wrongIn(amountSent, text)).not.toEqual([])
    },
  )

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, -0.01, null, true, [1]])(
    'are not sent as %s',
    (value) => {
      expect(wrongIn(amountSent, value)).not.toEqual([])
    },
  )
})

describe('a client request id', () => {
  it.each([
    ['a UUID', '3f2b8a52-6f0e-4a0e-9a55-1d7a1c0d2b11', true],
    ['too short', 'abc', false],
    ['endless', 'a'.repeat(65), false],
    ['with a line break', 'abcdefgh\nabcdefgh', false],
  ])('that is %s: %j', (_what, value, isGood) => {
    expect(clientRequestId.safeParse(value).success).toBe(isGood)
  })
})
