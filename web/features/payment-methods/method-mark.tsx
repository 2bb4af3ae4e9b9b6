import type { SavedMethod } from '#contract/payment-methods.ts'
import { BrandMark } from '../../ui/brand-mark/brand-mark.tsx'
import { BankIcon } from '../../ui/icon/bank.tsx'
import { CardIcon } from '../../ui/icon/card.tsx'

const ownMarks = ['visa', 'mastercard', 'amex']

/** The tile before a payment method's name. */
export function MethodMark({ method }: { method: SavedMethod }) {
  if (method.type === 'CustomerDeposit') return <BrandMark brand="BPAY" />
  if (method.cardType !== null && ownMarks.includes(method.cardType))
    return <BrandMark brand={method.cardType} />
  const isBank = method.type === 'BankAccount'
  return (
    <span className={isBank ? 'mark mark--bank' : 'mark'} aria-hidden="true">
      {isBank ? <BankIcon /> : <CardIcon />}
    </span>
  )
}
