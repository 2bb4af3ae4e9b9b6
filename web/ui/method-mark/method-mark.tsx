import { acceptedCardBrands } from '#domain/card-entry.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import { BrandMark } from '../brand-mark/brand-mark.tsx'
import type { Icon } from '../icon/icon.tsx'
import { BankIcon } from '../icon/bank.tsx'
import { CardIcon } from '../icon/card.tsx'

const ownMarks: readonly string[] = acceptedCardBrands

/** The tile beside a payment method's name. */
export function MethodMark({ type, cardType }: { type: RepaymentSourceType; cardType: string | null }) {
  if (type === 'CustomerDeposit') return <BrandMark brand="BPAY" />
  if (type === 'BankAccount') return <IconMark icon={BankIcon} isBank />
  return cardType !== null && ownMarks.includes(cardType) ? (
    <BrandMark brand={cardType} />
  ) : (
    <IconMark icon={CardIcon} />
  )
}

/** A tile for methods without a brand. */
export function IconMark({ icon: Shape, isBank = false }: { icon: Icon; isBank?: boolean }) {
  return (
    <span className={isBank ? 'mark mark--bank' : 'mark'} aria-hidden="true">
      <Shape />
    </span>
  )
}
