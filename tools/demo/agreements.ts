import { createHash } from 'node:crypto'

export type AgreementKind =
  | 'ProductSwitch'
  | 'CreditIdCheckConsent'
  | 'IdCheckConsent'
  | 'DirectDebitAuthorisation'

const agreements: Record<AgreementKind, { productType: string; body: string }> = {
  ProductSwitch: {
    productType: 'PayPlus',
    body: 'I ask Larkwell to pay my school fees to the school when they are due, and I agree to repay Larkwell in instalments. I have read the terms of the Plus account.',
  },
  CreditIdCheckConsent: {
    productType: '',
    body: 'I agree that Larkwell may give my name, date of birth and addresses to a credit reporting body to confirm who I am. This is not a credit check and leaves no mark on my credit file.',
  },
  IdCheckConsent: {
    productType: '',
    body: 'I confirm that the details of this document are mine, and I agree that they are checked with the office that issued it.',
  },
  DirectDebitAuthorisation: {
    productType: '',
    body: 'I authorise Larkwell to debit my nominated bank account for the payments of my plan, under the terms of the Direct Debit Request Service Agreement.',
  },
}

export function agreementRows() {
  return Object.entries(agreements).map(([kind, { productType, body }]) => ({
    kind,
    product_type: productType,
    version: 1,
    body,
    valid_from: '2025-01-01',
  }))
}

export function agreementHash(kind: AgreementKind): string {
  return createHash('sha256').update(agreements[kind].body).digest('hex')
}
