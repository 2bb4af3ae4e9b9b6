import { addMonthsClamped } from '#domain/calendar/calendar.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Moment } from './moment.ts'

/** A saved payment method. By default the first of an account is its default and active one. */
export type Source = {
  type: RepaymentSourceType
  displayName: string
  last4: string | null
  brand: 'visa' | 'mastercard' | 'amex' | null
  funding: 'credit' | 'debit' | 'prepaid' | null
  /** The provider's name of this test method. */
  providerId: string | null
  isExpired?: boolean
  /** The card expires at the end of this month. */
  isExpiring?: boolean
  /** The card expires so many months from now. */
  expiresInMonths?: number
  /** The bank has ended the direct debit. */
  hasEnded?: boolean
  isDefault?: boolean
  isPreferred?: boolean
}
type Choices = Pick<
  Source,
  'isExpired' | 'isExpiring' | 'expiresInMonths' | 'hasEnded' | 'isDefault' | 'isPreferred'
>

const cardNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

const method =
  (
    type: RepaymentSourceType,
    displayName: string,
    own: Partial<Pick<Source, 'last4' | 'brand' | 'funding' | 'providerId'>>,
  ) =>
  (choices: Choices = {}): Source => ({
    type,
    displayName,
    last4: null,
    brand: null,
    funding: null,
    providerId: null,
    ...own,
    ...choices,
  })

const card = (brand: keyof typeof cardNames, funding: Source['funding'], last4: string, providerId: string) =>
  method('PaymentCard', `${cardNames[brand]} ending ${last4}`, { last4, brand, funding, providerId })

const bank = (last4: string, providerId: string) =>
  method('BankAccount', `Bank account ending ${last4}`, { last4, providerId })

export const visaDebit = card('visa', 'debit', '5556', 'pm_card_visa_debit')
export const visaCredit = card('visa', 'credit', '4242', 'pm_card_visa')
export const mastercardDebit = card('mastercard', 'debit', '8210', 'pm_card_mastercard_debit')
export const mastercardCredit = card('mastercard', 'credit', '4444', 'pm_card_mastercard')
export const amex = card('amex', 'credit', '0005', 'pm_card_amex')
export const ukVisaDebit = card('visa', 'debit', '0005', 'pm_card_gb_debit')
export const bankAccount = bank('3456', 'pm_auBecsDebit_success')
/** The bank refuses debits and ends the mandate. */
export const unauthorisedBankAccount = bank('3335', 'pm_auBecsDebit_debitNotAuthorized')
export const ukBankAccount = bank('2345', 'pm_bacsDebit_success')

export const bpay = method('CustomerDeposit', 'BPAY', {})

/** The month printed on the card. */
export function expiryOf(source: Source, { today }: Moment): string | null {
  if (source.type !== 'PaymentCard') return null
  if (source.isExpiring) return today.slice(0, 7)
  return addMonthsClamped(today, source.isExpired ? -2 : (source.expiresInMonths ?? 27)).slice(0, 7)
}
