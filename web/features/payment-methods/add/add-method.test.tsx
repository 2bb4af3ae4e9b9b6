import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Account } from '#contract/accounts.ts'
import type { Repayment, RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { AddMethod } from './add-method.tsx'

type Lists = Pick<
  Account['config'],
  'allowedRegionalPaymentMethods' | 'allowedCustomerPortalRepaymentMethods'
>

const everything: Lists = {
  allowedRegionalPaymentMethods: ['AuBankAccount', 'UkBankAccount', 'AuCustomerDeposit', 'PaymentCard'],
  allowedCustomerPortalRepaymentMethods: ['BankAccount', 'CustomerDeposit', 'PaymentCard'],
}

const account = (lists: Lists, region: Region = 'AU') =>
  ({
    accountId: 'account',
    region,
    bpayInfo: region === 'AU' ? { billerCode: '284711', reference: '310420418827', amount: null } : null,
    config: { ...lists, allowRepaymentSourceUpdates: true },
  }) as Account

const noDetails: RepaymentDetails = {
  repayments: [],
  repaymentSources: [],
  cardSurcharges: [],
  directDebitAuthorisation: { version: 1, text: 'I authorise it under the Direct Debit Agreement.' },
}

function drawn(details: Partial<RepaymentDetails>, whose = account(everything)): string {
  const nothing = () => {}
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AddMethod account={whose} details={{ ...noDetails, ...details }} onAdded={nothing} onLeave={nothing} />
    </QueryClientProvider>,
  )
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const plan = (frequency: Frequency) =>
  ({ frequency, amount: 512.4, nextRepaymentDate: '2026-04-01' }) as Repayment

describe('The form for a new payment method', () => {
  it.each<[Repayment[], string]>([
    [[plan('Week')], 'weekly plan'],
    [[plan('Fortnight')], 'fortnightly plan'],
    [[plan('Month')], 'monthly plan'],
    [[plan('Quarter')], 'quarterly plan'],
    [[plan('Term')], 'termly plan'],
    [[plan('TwicePerYear')], 'twice yearly plan'],
    [[plan('Year')], 'yearly plan'],
    [[plan('Month'), plan('Month')], 'monthly plan'],
    [[plan('Week'), plan('Month')], 'school fee plan'],
    [[], 'school fee plan'],
  ])('says what the first one is for: %#', (repayments, words) => {
    expect(textOf(drawn({ repayments }))).toContain(`Your payment method will be used for your ${words}.`)
  })

  it('says what becomes of a further one', () => {
    expect(textOf(drawn({ repaymentSources: [{} as SavedMethod] }))).toContain(
      'Once it is saved you can set it as active.',
    )
  })

  it('cannot be saved where nothing is offered', () => {
    const html = drawn(
      {},
      account({ allowedRegionalPaymentMethods: [], allowedCustomerPortalRepaymentMethods: [] }),
    )
    expect(html).not.toContain('type="radio"')
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*><span>Save<\/span>/)
  })
})

describe('Beside the form', () => {
  const amex = {
    cardGroup: 'AmericanExpress',
    surchargePercentage: '1.35%',
    nextPayment: 6.75,
    remainingPayments: 67.5,
  } as const
  const credit = {
    cardGroup: 'VisaOrMastercardCredit',
    surchargePercentage: '0%',
    nextPayment: 0,
    remainingPayments: 0,
  } as const

  it('stands what each card would cost', () => {
    expect(textOf(drawn({ cardSurcharges: [amex, credit] }))).toContain(
      'Card surcharges American Express 1.35% Adds $6.75 to your next payment, $67.50 over your plan ' +
        'Mastercard / VISA credit None Debit card None Bank account None Card details are entered',
    )
  })

  it('stands the rate alone where nothing is to be paid', () => {
    const rate = { ...amex, nextPayment: 0, remainingPayments: 0 }
    expect(textOf(drawn({ cardSurcharges: [rate, credit] }))).toContain('American Express 1.35% Mastercard')
  })

  it('stands the one sum where one payment is left', () => {
    const last = { ...amex, remainingPayments: 6.75 }
    expect(textOf(drawn({ cardSurcharges: [last, credit] }))).toContain(
      'Adds $6.75 to your next payment Mastercard',
    )
  })

  it.each<[string, Partial<RepaymentDetails>, Account, string]>([
    [
      'in the United Kingdom',
      { repayments: [plan('Month')] },
      account(everything, 'UK'),
      'Your next payment £512 .40 Monthly · 1 April 2026 No payment method offered here adds a surcharge.',
    ],
    [
      'where the school bears them all',
      { cardSurcharges: [{ ...amex, surchargePercentage: '0%' }, credit], repayments: [plan('Month')] },
      account(everything),
      'Your next payment $512 .40 Monthly',
    ],
    ['where nothing is due', {}, account(everything, 'UK'), 'No surcharge No payment method offered'],
    [
      'where no card is offered',
      { cardSurcharges: [amex, credit], repayments: [plan('Month')] },
      account({
        allowedRegionalPaymentMethods: ['AuBankAccount'],
        allowedCustomerPortalRepaymentMethods: ['BankAccount'],
      }),
      'Your next payment $512 .40',
    ],
  ])('stands no surcharge %s', (_, details, whose, words) => {
    const text = textOf(drawn(details, whose))
    expect(text).toContain(words)
    expect(text).not.toContain('Card surcharges')
  })
})
