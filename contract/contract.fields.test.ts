import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cardFrameMessage } from './card-entry.ts'
import { contract } from './contract.ts'
import { isFile, type Endpoint } from './endpoint.ts'

type JsonSchema = {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}
type Field = { kinds: Set<string>; words: Set<string> }

/** Each path of a schema and its type: '[]' is a list item, '{}' a value of a record. */
function fieldsOf(schema: z.ZodMiniType, io: 'input' | 'output'): Map<string, Field> {
  const fields = new Map<string, Field>()
  walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema, '', true)
  return fields

  function walk(node: JsonSchema, path: string, isRequired: boolean): void {
    const options = node.anyOf ?? node.oneOf
    for (const option of options ?? []) walk(option, path, isRequired)
    if (options) return
    const field = fields.get(path) ?? { kinds: new Set(), words: new Set() }
    fields.set(path, field)
    for (const kind of kindsOf(node)) field.kinds.add(kind)
    if (!isRequired) field.kinds.add('absent')
    for (const word of node.enum ?? (node.const === undefined ? [] : [node.const]))
      field.words.add(String(word))
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      walk(property, path ? `${path}.${name}` : name, node.required?.includes(name) ?? false)
    }
    if (node.items) walk(node.items, `${path}[]`, true)
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, `${path}{}`, true)
  }
}

function kindsOf(node: JsonSchema): string[] {
  if (node.enum || typeof node.const === 'string') return ['word']
  if (node.format === 'date') return ['date']
  return [node.type ?? 'anything'].flat().map((type) => (type === 'integer' ? 'number' : type))
}

const portal = (end: string) => end.replace(' ', ' /api/portal/')
const account = (end: string) => end.replace(' ', ' /api/portal/customer/account/:accountId/')

/** "POST /path body a.b[]" → the fields below that location. */
function fieldsAt(location: string): Map<string, Field> {
  const [method = '', path = '', part = '', at = ''] = location.split(' ')
  const endpoint: Endpoint | undefined = (contract as Record<string, Endpoint>)[`${method} ${path}`]
  if (!endpoint) throw new Error(`No such call: ${location}`)
  const schema = endpoint[part as 'query' | 'body' | 'reply']
  if (!schema || isFile(schema)) throw new Error(`No fields in: ${location}`)
  const all = fieldsOf(schema, part === 'reply' ? 'output' : 'input')
  const here = [...all].filter(([path]) => path.startsWith(at))
  return new Map(here.map(([path, field]) => [path.slice(at.length).replace(/^\./, ''), field]))
}

const accountReply = 'GET /api/portal/customer/accounts reply []'
const overviewReply = account('GET overview reply')
const scheduleReplies = [
  'GET payment-schedule',
  'GET calculate-estimate',
  'POST calculate-plan',
  'POST save-plan',
].map((call) => account(`${call} reply`))
const planBodies = ['POST calculate-plan body', 'POST save-plan body'].map(account)
const guestPage = portal('GET guest/payment-page-details reply')
const customerDetails = ['GET customer-details reply', 'POST customer-details body'].map(account)

const feeLine =
  'name string, amount number, percentage number|null, portionPercent number|null, discountPercent number|null'

/** Each business object, the locations where it is sent, and its fields there. */
const things: [thing: string, locations: string[], fields: string][] = [
  [
    'the reply to a request for a code',
    ['POST /api/auth/customer/send-otp reply'],
    'mobileLast3Digits string|null, countryCode string|null',
  ],
  [
    'a new session',
    ['POST /api/auth/customer/otp-login reply', 'POST /api/auth/customer/token-login reply'],
    'token string',
  ],
  [
    'an account',
    [accountReply],
    `accountId string, shortId string, productType word, product string, status word, institutionName string,
     region word, nextRepayment object|null, nextRepayment.amount number, nextRepayment.date date,
     lastRepayment object|null, lastRepayment.amount number, lastRepayment.date date, bpayInfo object|null,
     nextRepaymentDate date|null, config object, voluntaryContribution object|null,
     voluntaryContribution.status word, voluntaryContribution.inviteUrl string|null`,
  ],
  [
    'what an account allows',
    [`${accountReply}.config`, `${overviewReply} config`],
    `isSetupIncomplete boolean, shouldCheckAccountSetupStatus boolean, accountSetupTasks object,
     accountSetupTasks.hasSavedEstimate boolean, accountSetupTasks.hasRepaymentSource boolean,
     showDirectDebitAuthorisation boolean, allowedRegionalPaymentMethods array,
     allowedRegionalPaymentMethods[] word, allowedCustomerPortalRepaymentMethods array,
     allowedCustomerPortalRepaymentMethods[] word, productChange object|null, productChange.status word,
     productChange.frequency word|null, planYearOptions array, allowFeeVarianceUpdates boolean,
     allowOutstandingFeeUpdates boolean, schoolRequiresManualReview boolean, year number,
     canEditOrAddAccountPlan boolean, customerCanUpdateSchedule boolean, allowPaymentScheduleUpdates boolean,
     allowRepaymentSourceUpdates boolean`,
  ],
  [
    'a year that can have a plan',
    [`${accountReply}.config.planYearOptions[]`, `${overviewReply} config.planYearOptions[]`],
    `tuitionYear number, minStartDate date, maxStartDate date, durationOptions array,
     durationOptions[].period word, durationOptions[].defaultDuration number,
     durationOptions[].allowedDurations array, durationOptions[].allowedDurations[] number`,
  ],
  [
    'the options of a plan',
    [account('GET year/:year/date/:date/repayment-duration-options reply')],
    `durationOptions array, durationOptions[].period word, durationOptions[].defaultDuration number,
     durationOptions[].allowedDurations[] number`,
  ],
  [
    'BPAY details',
    [`${accountReply}.bpayInfo`, `${overviewReply} bpayInfo`, `${guestPage} accountInfo.bpayInfo`],
    'billerCode string, reference string, amount number|null',
  ],
  ['the state of set-up', [account('GET account-setup-status reply')], 'accountSetupStatus word'],
  [
    'the Overview',
    [overviewReply],
    `activePlan object|null, planStatus word, plans array, students array, activeRepaymentRequests array,
     config object, firstName string, currentBalance number, nextRepayment object|null,
     nextRepayment.amount number, nextRepayment.date date, nextRepayment.source object|null,
     nextRepayment.source.displayName string, nextRepayment.source.cardType string|null,
     nextRepayment.source.surchargePercentage string, lastRepayment object|null, lastRepayment.amount number,
     lastRepayment.date date, bpayInfo object|null`,
  ],
  [
    'the plan of a year',
    [`${overviewReply} plans[]`],
    'tuitionYear number, planStartDate date, planStatus word, lastUpdatedByCustomer boolean, renewalStatus word',
  ],
  [
    'the active plan',
    [`${overviewReply} activePlan`],
    `planStartDate date, planEndDate date, periodicAmount object, periodicAmount.amount number,
     periodicAmount.period word, planYearTotal number, planYearSchoolFees number, totalRepaid number,
     remainingToBeRepaid number, carriedOverLarkwellBalance number, partYearAdjustment number|null,
     outstandingFees number, familyFees array, familyFees[].name string, familyFees[].amount number,
     studentFeeBreakdown array, tuitionYear number, currentTailoredPlanType string|null, config object`,
  ],
  [
    "a student's fees",
    [`${overviewReply} activePlan`, ...scheduleReplies].map((location) =>
      location === `${overviewReply} activePlan`
        ? `${location}.studentFeeBreakdown[]`
        : `${location} studentFeeBreakdown[]`,
    ),
    'enrolmentId string, studentName string, yearLevel string, fees array, discounts array',
  ],
  [
    'a line of fees',
    ['fees', 'discounts', 'customerSelectedAddonsAndDiscounts'].flatMap((list) => [
      `${overviewReply} activePlan.studentFeeBreakdown[].${list}[]`,
      ...scheduleReplies.map((location) => `${location} studentFeeBreakdown[].${list}[]`),
    ]),
    feeLine,
  ],
  [
    'an add-on that the customer chose',
    [
      `${overviewReply} activePlan.studentFeeBreakdown[].customerSelectedAddonsAndDiscounts[]`,
      ...scheduleReplies.map(
        (location) => `${location} studentFeeBreakdown[].customerSelectedAddonsAndDiscounts[]`,
      ),
    ],
    'selectedFeeOption string|null',
  ],
  ['a student', [`${overviewReply} students[]`], 'name string, yearLevel string, institution string'],
  [
    'a payment request of a school',
    [`${overviewReply} activeRepaymentRequests[]`],
    'id string|null, institutionName string, amount number, dueDate date',
  ],
  [
    'a repayment',
    [account('GET repayment-details reply repayments[]')],
    `source object|null, source.id string, amount number, frequency word, nextRepaymentDate date|null,
     repaymentChangeId string, changeEffectiveDate date|null, allowChange boolean, hasMissedCutoff boolean,
     isPending boolean`,
  ],
  [
    'a saved payment method',
    [
      account('GET repayment-details reply repaymentSources[]'),
      account('GET payment-page-details reply repaymentSources[]'),
      account('POST repayment-sources reply'),
      `${guestPage} accountInfo.repaymentSources[]`,
    ],
    `id string, type word, displayName string, holderName string|null, expiryDate string|null,
     cardType string|null, surchargePercentage string, isDefault boolean, preferred boolean,
     isUsable boolean`,
  ],
  [
    'the profile',
    [account('GET profile reply')],
    'firstName string, lastName string, email string, mobilePhone string|null, address string|null',
  ],
  ['a statement', [account('GET statements reply []')], 'id string, name string'],
  [
    'an enrolment',
    [account('GET enrolments reply []')],
    'id string, larkwellId string, instName string, studentName string, startYearLevel string',
  ],
  [
    'a payment schedule',
    scheduleReplies,
    `planStatus word, accountPlanId string|null, planYear number, planStartDate date, planEndDate date|null,
     planDuration number, repaymentCount number, repaymentPeriod word, periodicAmount number,
     totalAmount number, annualTotal number, balanceAtPlanStart number, totalFixedFees number,
     outstandingFees number, outstandingFeesCovered boolean, partYearAdjustment number|null,
     familyFees array, familyFees[].name string, familyFees[].amount number, basedOnFeeScheduleYear number,
     nextRepaymentDate date|null, studentFeeBreakdown array`,
  ],
  [
    'a plan to calculate or save',
    planBodies,
    `paymentSchedule object, paymentSchedule.accountPlanId string|null|absent, paymentSchedule.planYear number,
     paymentSchedule.startDate date, paymentSchedule.planDuration number,
     paymentSchedule.repaymentCount number, paymentSchedule.repaymentPeriod word,
     variances object|null|absent`,
  ],
  [
    'a change to the fees that a customer requests',
    planBodies.map((location) => `${location} variances`),
    `standardFeeVariances array|absent, standardFeeVariances[].enrolmentId string,
     standardFeeVariances[].type word, standardFeeVariances[].amount number|string|null|absent,
     standardFeeVariances[].percent number|null|absent, addons array|absent, addons[].enrolmentId string,
     addons[].name string, addons[].value number|string, outstandingFees number|string|null|absent,
     otherArrangementsRequest string|null|absent, staffDiscount object|null|absent, staffDiscount.percent number`,
  ],
  [
    'fees that can be chosen',
    [portal('GET customer/selectable-fees/institution/:institutionId/year/:year reply')],
    `customerSelectableFees object, customerSelectableFees{}[].name string,
     customerSelectableFees{}[].amount number, customerSelectableFees{}[].options[] string,
     optionalFees[].name string, optionalFees[].amount number`,
  ],
  [
    "a school's fee schedule",
    [account('GET fee-schedule/:feeScheduleId reply')],
    `id string, year number, institutionName string, items[].name string, items[].yearLevel string,
     items[].amount number`,
  ],
  [
    'a bank account being added',
    ['POST repayment-sources', 'POST repayment-details', 'PUT repayment-details'].map((call) =>
      account(`${call} body bankAccount`),
    ),
    'accountNumber string, bsb string, holder string',
  ],
  [
    'the ways to add a payment method',
    [account('POST repayment-sources body')],
    `cardToken string, bankAccount object, directDebitAuthorisation boolean, bpay boolean,
     bacsDebitStripePaymentMethodId string`,
  ],
  [
    'the ways to change a repayment',
    ['POST repayment-details body', 'PUT repayment-details body'].map(account),
    `repaymentChangeId string|null, cardToken string, bankAccount object, directDebitAuthorisation boolean,
     bpay boolean, repaymentSourceId string`,
  ],
  [
    'the choice of an active payment method',
    [account('POST activate-repayment-source body')],
    'repaymentChangeId string|null, repaymentSourceId string',
  ],
  [
    'the removal of a payment method',
    [account('POST remove-repayment-source body')],
    'repaymentSourceId string',
  ],
  [
    'a bank account for withdrawals',
    [account('GET bank-accounts reply []')],
    'id string, holder string, bsb string, accountNumber string, displayName string',
  ],
  [
    'a request for a withdrawal',
    [account('POST withdrawal-requests body')],
    'bankAccountId string, amount number|string',
  ],
  [
    'the transactions of an account',
    [account('GET transactions reply')],
    `account.product string, account.productType word, currentBalance number, transactions array,
     transactions[].id string, transactions[].date date, transactions[].typeDesc string|null,
     transactions[].amount number, transactions[].school.name string|null`,
  ],
  [
    'the transactions of all accounts',
    [portal('GET customer/transactions reply')],
    `account object|null, account.product string, currentBalance number|null, transactions array,
     transactions[].accountId string, transactions[].id string, transactions[].date date,
     transactions[].typeDesc string|null, transactions[].amount number, transactions[].school.name string|null`,
  ],
  [
    'an identification',
    [account('POST identification-details body')],
    `idCheckConsent boolean, identification.type word, identification.driversLicenseState word,
     identification.driversLicenseNo string, identification.driversLicenseCardNo string,
     identification.passportCountry string, identification.passportNo string`,
  ],
  [
    'an identification with a copy',
    [account('POST identification-details/manual body')],
    'identification string, idCheckConsent word',
  ],
  ['the outcome of an identity check', [account('POST identification-details reply')], 'status word'],
  [
    "a customer's details",
    customerDetails.slice(1),
    `birthDate date, currentAddress object, previousAddress object|null, addressLessThanThreeYears boolean,
     creditIdCheck.agreement boolean, creditIdCheck.agreementText string, creditIdCheck.type word`,
  ],
  [
    "a customer's details on file",
    customerDetails.slice(0, 1),
    `birthDate date|null, currentAddress object|null, previousAddress object|null,
     addressLessThanThreeYears boolean, creditIdCheck object|null, creditIdCheck.agreement boolean,
     creditIdCheck.agreementText string, creditIdCheck.type word, productChangeStatus word|null`,
  ],
  ['the step after the details', [account('POST customer-details reply')], 'productChangeStatus word'],
  [
    'an address',
    ['currentAddress', 'previousAddress'].map((which) => account(`POST customer-details body ${which}`)),
    `unitNo string|null|absent, streetNo string|null|absent, street string|null|absent,
     suburb string|null|absent, state string, postcode string, fullAddress string|null|absent, status word`,
  ],
  [
    'an address on file',
    ['currentAddress', 'previousAddress'].map((which) => account(`GET customer-details reply ${which}`)),
    `unitNo string|null, streetNo string|null, street string|null, suburb string|null, state string,
     postcode string, fullAddress string|null, status word`,
  ],
  ['a search for an address', [portal('POST customer/address-search body')], 'fullAddress string'],
  [
    'an address that was found',
    [portal('POST customer/address-search reply []')],
    `flatUnitNumber string|null, streetNumber string|null, street string|null, locality string|null,
     state string|null, postcode string|null, fullAddress string`,
  ],
  ['an agreement', [portal('GET customer/product-switch/agreement reply')], 'agreementText string'],
  [
    'what a guest has to pay',
    [guestPage],
    `accountInfo.accountShortId string, accountInfo.bpayInfo object|null,
     accountInfo.customerDisplayName string, accountInfo.email string, accountInfo.repaymentSources array,
     institutionInfo.displayName string, institutionInfo.larkwellId string,
     institutionInfo.absorbCardSurcharge word, institutionInfo.cardSurcharges[].cardGroup word,
     institutionInfo.cardSurcharges[].surchargePercentage string, payableDetails.amountDue number,
     payableDetails.periodName string|null, tokenizationUrl string, config.showBreakdown boolean`,
  ],
  [
    'the page for an early payment',
    [account('GET payment-page-details reply')],
    `institutions[].id string, institutions[].name string, institutions[].absorbCardSurcharge word,
     institutions[].cardSurcharges[].cardGroup word, institutions[].cardSurcharges[].surchargePercentage string,
     repaymentSources array, tokenizationUrl string`,
  ],
  [
    'the query for a breakdown',
    [portal('GET guest/payment-page-breakdown query')],
    'request string, amount number|string',
  ],
  [
    'a payment breakdown',
    [portal('GET guest/payment-page-breakdown reply')],
    `paidThisYear number, amountDueNow number, paymentFrequency word|null, overdueFees number,
     annualTotalFees number|null`,
  ],
  [
    "a customer's payment",
    [account('POST payments body')],
    'repaymentSourceId string, amount number|string, instId string',
  ],
  [
    "a guest's payment",
    [portal('POST guest/payments body')],
    `token string, repaymentSourceId string, amount number|string,
     paymentAmountChangeReason word|null|absent, paymentAmountChangeReasonDescription string|null|absent,
     larkwellId string, shortId string, email string|absent, repaymentRequestId string|absent`,
  ],
  [
    'a payment that was made',
    [
      account('POST payments reply'),
      account('GET payment-outcome reply'),
      account('POST stripe-payment-success reply'),
      portal('POST guest/payments reply'),
      portal('GET guest/payment-outcome reply'),
      portal('POST guest/stripe-payment-success reply'),
    ],
    `paymentId string, status word, amount number, surchargePercentage string, surchargeAmount number,
     date date, accountShortId string, schoolName string`,
  ],
  [
    "a session's secret",
    [
      account('POST stripe-setup-intent reply'),
      account('POST stripe-checkout-session reply'),
      portal('POST guest/stripe-checkout-session reply'),
    ],
    'clientSecret string',
  ],
  [
    "a customer's checkout session",
    [account('POST stripe-checkout-session body')],
    'accountId string, amount number|string|absent, instId string|absent, returnUrl string|absent',
  ],
  [
    "a guest's checkout session",
    [portal('POST guest/stripe-checkout-session body')],
    `repaymentRequestId string, amount number|string, returnUrl string,
     paymentAmountChangeReason word|null|absent, paymentAmountChangeReasonDescription string|null|absent`,
  ],
  [
    "a guest's payment in a session",
    [portal('POST guest/stripe-payment-success body')],
    'repaymentRequestId string, checkoutSessionId string',
  ],
  [
    "a customer's payment in a session",
    [account('POST stripe-payment-success body')],
    'repaymentRequestId string|null|absent, checkoutSessionId string',
  ],
  [
    "the provider's public key",
    [portal('GET guest/stripe-pub-key reply'), portal('GET customer/stripe-pub-key reply')],
    'pubKey string',
  ],
  [
    'a wallet payment to verify',
    [portal('POST guest/stripe-express-checkout-verification body')],
    'repaymentRequestId string, amount number|string, event object, event.expressPaymentType word',
  ],
  [
    'a verified wallet payment',
    [portal('POST guest/stripe-express-checkout-verification reply')],
    'verified boolean, message string|null',
  ],
]

const rows = things.flatMap(([thing, locations, fields]) =>
  locations.map((location) => ({ thing, location, fields })),
)

/** "a string, b number|null" → [['a', 'string'], ['b', 'null|number']] */
function expected(fields: string): [path: string, kinds: string][] {
  return fields.split(',').map((field) => {
    const [path = '', kinds = ''] = field.trim().split(' ')
    return [path, kinds.split('|').toSorted().join('|')]
  })
}

describe('on the wire', () => {
  it.each(rows)('$thing is complete in $location', ({ location, fields }) => {
    const here = fieldsAt(location)
    const found = expected(fields).map(([path]) => {
      const kinds = here.get(path)?.kinds ?? ['missing']
      return [path, [...kinds].toSorted().join('|')]
    })
    expect(found).toEqual(expected(fields))
  })

  it('the card frame sends a message, its errors, a token, and of the card only what its costs depend on', () => {
    const fields = fieldsOf(cardFrameMessage, 'output')
    expect([...fields.keys()]).toEqual([
      '',
      'message',
      'errors',
      'data',
      'data.token',
      'data.isDeclined',
      'data.clientSecret',
      'data.card',
      'data.card.brand',
      'data.card.funding',
      'data.card.isPending',
    ])
    expect([...(fields.get('message')?.words ?? [])]).toEqual([
      'FormInvalid',
      'FormValid',
      'CardChanged',
      'SubmitRequested',
      'BankQuestion',
      'TransactionComplete',
    ])
  })
})

/** Objects with fields that no call contains. */
const elsewhere: [thing: string, reason: string, fields: string][] = [
  ['the payload of a session token', 'it is signed inside the token', 'email name sub accounts'],
  ['the impersonator', 'it is signed inside the token', 'impersonatorEmail'],
  ['what the browser stores', 'it is local storage', 'token accountId region notificationDismissed'],
  ['a switchable context', 'the page builds it from the accounts', 'name options selected'],
  ['a navigation item', 'the shell builds it', 'label icon active show tag click'],
  ['a suggestion', 'the page makes it of a found address', 'label'],
]

describe('not on the wire', () => {
  it.each(elsewhere)('%s, because %s', (_thing, _reason, names) => {
    const paths = Object.values(contract as Record<string, Endpoint>)
      .flatMap((endpoint) => [endpoint.query, endpoint.body, endpoint.reply])
      .flatMap((schema) =>
        schema === undefined || isFile(schema) ? [] : [...fieldsOf(schema, 'output').keys()],
      )
    const last = new Set(paths.map((path) => path.split('.').at(-1)))
    expect(names.split(' ').every((name) => last.has(name))).toBe(false)
  })
})

const lists: [what: string, location: string, words: string][] = [
  [
    'product types',
    `${accountReply}.productType`,
    'Assessment Pay PayPlus PlusFunded PlusServiced PayIntegrated Passthrough Extend Go',
  ],
  ['account statuses', `${accountReply}.status`, 'Active Inactive'],
  ['regions', `${accountReply}.region`, 'AU UK'],
  ['contribution statuses', `${accountReply}.voluntaryContribution.status`, 'Active Inactive InviteSent'],
  [
    'steps of set-up',
    account('GET account-setup-status reply accountSetupStatus'),
    'SetUpPaymentSchedule AddPaymentMethod VerifyYourIdentity ManualReview StepsCompleted NoFurtherSteps',
  ],
  ['plan statuses', `${overviewReply} planStatus`, 'Completed Current Draft ManualReview None Saved'],
  [
    'plan statuses on the schedule page',
    account('GET payment-schedule reply planStatus'),
    'Completed Current Draft ManualReview None Saved',
  ],
  [
    'statuses of a calculated plan',
    account('POST calculate-plan reply planStatus'),
    'Completed Current Draft ManualReview Saved',
  ],
  [
    'renewal statuses',
    `${overviewReply} plans[].renewalStatus`,
    'New Renewing Graduating Closed Offboarding NoFeeSchedule NoRenewalDate',
  ],
  [
    'product change statuses',
    `${accountReply}.config.productChange.status`,
    'VerifyYourDetails Processing VerifyYourIdentity Completed',
  ],
  [
    'product change statuses after the details',
    account('POST customer-details reply productChangeStatus'),
    'VerifyYourDetails Processing VerifyYourIdentity Completed',
  ],
  [
    'regional payment methods',
    `${accountReply}.config.allowedRegionalPaymentMethods[]`,
    'AuBankAccount UkBankAccount AuCustomerDeposit PaymentCard',
  ],
  [
    'portal payment methods',
    `${accountReply}.config.allowedCustomerPortalRepaymentMethods[]`,
    'BankAccount CustomerDeposit PaymentCard',
  ],
  [
    'types of a saved payment method',
    account('GET repayment-details reply repaymentSources[].type'),
    'BankAccount CustomerDeposit PaymentCard',
  ],
  [
    'frequencies of a repayment',
    account('GET repayment-details reply repayments[].frequency'),
    'Week Fortnight Month Quarter Term Trimester TwicePerYear Semester Year',
  ],
  [
    'frequencies a customer may choose',
    account('POST save-plan body paymentSchedule.repaymentPeriod'),
    'Week Fortnight Month',
  ],
  [
    'fee variance types',
    account('POST save-plan body variances.standardFeeVariances[].type'),
    'BursaryConcession FamilyArrangement FeeScheduleOption OutstandingFees Scholarship StaffDiscount OtherArrangement',
  ],
  [
    'identity documents',
    account('POST identification-details body identification.type'),
    'DriversLicense Passport',
  ],
  [
    'licence states',
    account('POST identification-details body identification.driversLicenseState'),
    'ACT NSW NT QLD SA TAS VIC WA',
  ],
  ['identity outcomes', account('POST identification-details reply status'), 'Pass Fail'],
  [
    'address statuses on file',
    account('GET customer-details reply currentAddress.status'),
    'Current Previous',
  ],
  ['the status of a current address', account('POST customer-details body currentAddress.status'), 'Current'],
  [
    'the status of a previous address',
    account('POST customer-details body previousAddress.status'),
    'Previous',
  ],
  ['credit check consents', account('POST customer-details body creditIdCheck.type'), 'CreditIdCheckConsent'],
  [
    'reasons to change an amount',
    portal('POST guest/payments body paymentAmountChangeReason'),
    'MultiplePartiesPayingFees UnableToPayFullAmount IncorrectAmountDue ToPayMore Other',
  ],
  ['surcharge absorptions', `${guestPage} institutionInfo.absorbCardSurcharge`, 'None VisaAndMastercard All'],
  ['environments', 'GET /api/settings reply environment', 'prod beta localhost'],
  [
    'withdrawal statuses',
    account('GET withdrawal-requests reply [].status'),
    'Unconfirmed Pending Approved Paid Declined Cancelled',
  ],
  ['invoice statuses', account('GET invoices reply [].status'), 'Issued Waiting Accepted Rejected'],
]

describe('the word lists', () => {
  it.each(lists)('%s are exactly these (%s): %s', (_what, location, words) => {
    expect([...(fieldsAt(location).get('')?.words ?? [])].toSorted()).toEqual(words.split(' ').toSorted())
  })
})
