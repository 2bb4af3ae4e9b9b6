import type { Contract } from '#contract/contract.ts'
import type { Endpoint, ReplyOf, RequestOf } from '#contract/endpoint.ts'

type BodyOf<E extends Endpoint> = RequestOf<E> extends { body: infer Body } ? Body : never
type Example<E extends Endpoint> = { body?: BodyOf<E>; reply?: ReplyOf<E> }
type Examples = { [Key in keyof Contract]?: Example<Contract[Key]> }

/** All examples are about the same family. */
const accountId = '5f0c1f0e-7f2f-4f6e-9a43-1c5b6a0d9e21'
const schoolId = '0b9f1c62-31d5-4c8e-8a55-7c1b3f0a2d10'
const cardId = 'b7f7c3aa-1d0e-4f0c-8f3d-2a9d5e6f7a80'
const paymentId = 'c2a1e5d4-6b7f-4a89-9c0d-1e2f3a4b5c6d'
const link = 'q7Jr2mXv9sKd4TnB'

const config: ReplyOf<Contract['GET /api/portal/customer/accounts']>[number]['config'] = {
  isSetupIncomplete: false,
  shouldCheckAccountSetupStatus: false,
  accountSetupTasks: { hasSavedEstimate: true, hasRepaymentSource: true },
  showDirectDebitAuthorisation: true,
  allowedRegionalPaymentMethods: ['AuBankAccount', 'PaymentCard'],
  allowedCustomerPortalRepaymentMethods: ['BankAccount', 'PaymentCard'],
  productChange: null,
  planYearOptions: [],
  allowFeeVarianceUpdates: true,
  allowOutstandingFeeUpdates: true,
  schoolRequiresManualReview: false,
  year: 2027,
  canEditOrAddAccountPlan: true,
  customerCanUpdateSchedule: false,
  allowPaymentScheduleUpdates: true,
  allowRepaymentSourceUpdates: true,
}

const card = {
  id: cardId,
  type: 'PaymentCard',
  displayName: 'Visa ending 4242',
  holderName: 'Amelia Hart',
  expiryDate: '2029-04',
  cardType: 'Visa',
  surchargePercentage: '1.35%',
  isDefault: true,
  preferred: true,
  isUsable: true,
} as const

const savedCard = {
  ...card,
  trouble: null,
  surcharge: { nextPayment: 6.75, remainingPayments: 60.75 },
  hasAuthorisation: false,
  isMandatePending: false,
  hasPaymentUnderWay: false,
  lastFailure: null,
}

const surcharge = { cardGroup: 'VisaOrMastercardCredit' as const, surchargePercentage: '1.35%' }
const cardSurcharges = [surcharge]
const tokenizationUrl = 'https://cards.larkwell.example/frame?session=cs_8f2a'

const payment = {
  paymentId,
  status: 'Succeeded' as const,
  amount: 500,
  surchargePercentage: '1.35%',
  surchargeAmount: 6.75,
  date: '2027-03-01',
  accountShortId: 'LW12345',
  schoolName: 'Wattle Grove College',
}

const transaction = {
  id: '9d3b7a10-5c2e-4d8f-b1a6-0e4f8c7d2b95',
  date: '2027-03-01',
  typeDesc: 'Payment',
  amount: 500,
  school: { name: 'Wattle Grove College' },
  isPending: false,
  isFailed: false,
  note: null,
  withdrawalStatus: null,
  schoolPayment: null,
}

const session = { token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI1ZjBjIn0.c2lnbmF0dXJl' }
const nextRepayment = { amount: 500, date: '2027-04-01' }
const bpayInfo = { billerCode: '123456', reference: '1234567890', amount: null }

/** Examples of the calls that an integrator makes first. The compiler and a test check them against their schemas. */
const ofFirstCalls: Examples = {
  'POST /api/auth/customer/send-otp': {
    body: { email: 'amelia@example.com' },
    reply: { mobileLast3Digits: '156', countryCode: '+61' },
  },
  'POST /api/auth/customer/otp-login': {
    body: { email: 'amelia@example.com', otp: '123456' },
    reply: session,
  },
  'POST /api/auth/customer/email-login': {
    body: { email: 'amelia@example.com', redirect: '/accounts' },
    reply: {},
  },
  'POST /api/auth/customer/token-login': { body: { token: 'eyJhbGciOiJFZERTQSJ9.eyJ1' }, reply: session },
  'GET /api/settings': {
    reply: {
      environment: 'beta',
      support: {
        AU: { phone: '1300 000 000', email: 'help@larkwell.example' },
        UK: { phone: '0800 000 0000', email: 'help.uk@larkwell.example' },
      },
      termsUrl: 'https://larkwell.example/terms',
      fundedTermsUrl: 'https://larkwell.example/funded-terms',
      privacyUrl: 'https://larkwell.example/privacy',
      flags: { uploadInvoices: true, hideStatements: false, hideEarlyPayments: false, staffMayPay: false },
      chatAppId: null,
      errorReportUrl: null,
      sandboxUrl: null,
    },
  },
  'GET /api/portal/customer/accounts': {
    reply: [
      {
        accountId,
        shortId: 'LW12345',
        productType: 'PayPlus',
        product: 'Larkwell Plus',
        status: 'Active',
        institutionName: 'Wattle Grove College',
        region: 'AU',
        nextRepayment,
        lastRepayment: { amount: 500, date: '2027-03-01' },
        nextRepaymentDate: '2027-04-01',
        bpayInfo,
        config,
        voluntaryContribution: null,
      },
    ],
  },
  'GET /api/portal/customer/account/:accountId/overview': {
    reply: {
      today: '2027-03-10',
      firstName: 'Amelia',
      currentBalance: 1000,
      balanceParts: [{ kind: 'InPlan', amount: 1000 }],
      problems: [],
      fix: null,
      failedText: null,
      nextRepayment: {
        ...nextRepayment,
        surcharge: 6.75,
        total: 506.75,
        parts: [{ tuitionYear: 2027, dueDate: '2027-04-01', amount: 500, isRetry: false }],
        dueNote: null,
        movableUntil: '2027-03-29',
        previousAmount: 500,
        source: { displayName: 'Visa ending 4242', cardType: 'Visa', surchargePercentage: '1.35%' },
      },
      lastRepayment: { amount: 500, date: '2027-03-01' },
      earlyPayments: null,
      bpayInfo,
      activePlan: null,
      otherPlans: [],
      planStatus: 'Current',
      isOnHold: false,
      plans: [
        {
          tuitionYear: 2027,
          planStartDate: '2027-02-01',
          planStatus: 'Current',
          lastUpdatedByCustomer: true,
          renewalStatus: 'New',
          canBeEdited: false,
          renewal: null,
        },
      ],
      students: [{ name: 'Oscar Hart', yearLevel: 'Year 7', institution: 'Wattle Grove College' }],
      activeRepaymentRequests: [],
      config,
    },
  },
  'GET /api/portal/customer/account/:accountId/payment-page-details': {
    reply: {
      institutions: [
        {
          id: schoolId,
          name: 'Wattle Grove College',
          absorbCardSurcharge: 'None',
          cardSurcharges,
          due: 0,
        },
      ],
      repaymentSources: [card],
      tokenizationUrl,
    },
  },
  'POST /api/portal/customer/account/:accountId/payments': {
    body: { repaymentSourceId: cardId, amount: 500, total: 506.75, instId: schoolId },
    reply: payment,
  },
  'GET /api/portal/customer/account/:accountId/payment-outcome': { reply: payment },
  'GET /api/portal/customer/account/:accountId/transactions': {
    reply: {
      account: { product: 'Larkwell Plus', productType: 'PayPlus' },
      currentBalance: 1000,
      balanceParts: [{ kind: 'InPlan', amount: 1000 }],
      transactions: [{ ...transaction, balance: 1000 }],
      nextCursor: null,
      filters: { schools: [{ id: schoolId, name: 'Wattle Grove College' }], years: [2027] },
    },
  },
  'GET /api/portal/customer/account/:accountId/transactions/:transactionId': {
    reply: {
      ...transaction,
      sentence: 'You paid $500.00 to Wattle Grove College.',
      source: 'Visa ending 4242',
      surcharge: { amount: 6.75, percentage: '1.35%' },
      total: 506.75,
      reference: 'LW-2027-000123',
      covers: [{ date: '2027-03-01', amount: 500 }],
      hasReceipt: true,
    },
  },
  'GET /api/portal/customer/account/:accountId/repayment-details': {
    reply: {
      repayments: [
        {
          source: { id: cardId },
          amount: 500,
          frequency: 'Month',
          nextRepaymentDate: '2027-04-01',
          repaymentChangeId: '3e1d5c7b-9a80-4f62-8d43-6b2c0a1f5e97',
          changeEffectiveDate: null,
          allowChange: true,
          hasMissedCutoff: false,
          isPending: false,
          remainingPayments: 9,
          firstToMove: nextRepayment,
          withBank: null,
        },
      ],
      repaymentSources: [savedCard],
      cardSurcharges: [{ ...surcharge, nextPayment: 6.75, remainingPayments: 60.75 }],
      directDebitAuthorisation: null,
    },
  },
  'POST /api/portal/customer/account/:accountId/repayment-sources': {
    body: { cardToken: 'pm_1Nv0FGL4Xq2kbWd8' },
    reply: savedCard,
  },
  'GET /api/portal/guest/payment-page-details': {
    reply: {
      accountInfo: {
        accountShortId: 'LW12345',
        bpayInfo,
        customerDisplayName: 'Amelia H.',
        email: 'a•••••@example.com',
        repaymentSources: [card],
      },
      institutionInfo: {
        displayName: 'Wattle Grove College',
        larkwellId: 'wattle-grove',
        absorbCardSurcharge: 'None',
        cardSurcharges,
      },
      payableDetails: { amountDue: 500, periodName: 'Term 1', parts: [], fee: 0, onItsWay: null },
      tokenizationUrl,
      config: { showBreakdown: true },
    },
  },
  'POST /api/portal/guest/payments': {
    body: {
      amount: 500,
      total: 506.75,
      larkwellId: 'wattle-grove',
      shortId: 'LW12345',
      repaymentRequestId: link,
      token: 'pm_1Nv0FGL4Xq2kbWd8',
    },
    reply: payment,
  },
  'GET /api/portal/guest/payment-outcome': { reply: payment },
}

export const examples = ofFirstCalls as Record<string, { body?: unknown; reply?: unknown } | undefined>
