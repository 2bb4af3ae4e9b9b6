import type { CardGroup } from '#domain/payment-methods/surcharges.ts'

export const groupNames: Record<CardGroup, string> = {
  AmericanExpress: 'American Express',
  VisaOrMastercardCredit: 'Visa, Mastercard credit',
}
