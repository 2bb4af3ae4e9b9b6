import type { ComponentType, ReactNode } from 'react'
import type { MethodKind } from '#domain/payment-methods/payment-methods.ts'
import { BrandMark } from '../../../ui/brand-mark/brand-mark.tsx'
import { Choice, Choices } from '../../../ui/choice/choice.tsx'
import { BankIcon } from '../../../ui/icon/bank.tsx'
import { IconMark } from '../../../ui/method-mark/method-mark.tsx'
import { BankForm } from '../bank/bank-form.tsx'
import { BpayDetails } from './bpay-details.tsx'
import { CardForm } from './card-form.tsx'
import type { MethodFormProps } from './method-form.ts'
import { UkBankMethod } from '../uk-bank/uk-bank-method.tsx'

type Kind = { label: string; hint?: string; mark: ReactNode; form: ComponentType<MethodFormProps> }

const bankMark = <IconMark icon={BankIcon} isBank />

const kinds: Record<MethodKind, Kind> = {
  Card: {
    label: 'Credit or Debit Card',
    mark: (
      <span className="add-marks hide-narrow">
        {['visa', 'mastercard', 'amex'].map((brand) => (
          <BrandMark key={brand} brand={brand} />
        ))}
      </span>
    ),
    form: CardForm,
  },
  AuBankAccount: {
    label: 'Bank account',
    hint: 'Direct debit, no surcharge',
    mark: bankMark,
    form: BankForm,
  },
  Bpay: {
    label: 'BPAY',
    hint: 'Pay each instalment yourself',
    mark: <BrandMark brand="BPAY" />,
    form: BpayDetails,
  },
  UkBankAccount: { label: 'Bank account', hint: 'Bacs Direct Debit', mark: bankMark, form: UkBankMethod },
}

type MethodChoicesProps = Omit<MethodFormProps, 'onReadyChange'> & {
  offered: MethodKind[]
  chosen: MethodKind | null
  onChoose: (kind: MethodKind) => void
  onKindReady: (kind: MethodKind, isReady: boolean) => void
}

/**
 * A card stays typed while another kind is looked at. Bank details do not: with them goes the tick that authorises
 * their debit.
 */
export function MethodChoices({ offered, chosen, onChoose, onKindReady, ref, ...form }: MethodChoicesProps) {
  return (
    <Choices legend="Payment method" value={chosen} onChoose={onChoose}>
      {offered.map((kind) => {
        const { label, hint, mark, form: Form } = kinds[kind]
        return (
          <Choice
            key={kind}
            value={kind}
            label={label}
            hint={hint}
            end={mark}
            isWide
            keepsBody={kind === 'Card'}
          >
            <Form
              {...form}
              {...(kind === chosen && { ref })}
              onReadyChange={(isReady) => onKindReady(kind, isReady)}
            />
          </Choice>
        )
      })}
    </Choices>
  )
}
