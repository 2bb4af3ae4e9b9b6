import { useId, useState, type FormEvent } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPage } from '#contract/pay-now.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { formatNumber, toDecimal, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { productsPaidAhead } from '#domain/remittances.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { AmountInput } from '../../../ui/amount-input/amount-input.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import {
  amountProblem,
  inputOf,
  mostPayableAt,
  schoolOf,
  type AmountProblem,
  type EarlyDraft,
} from './early-draft.ts'
import type { PaymentInput } from '../payer.ts'
import '../../../ui/card/card.css'
import './early-details.css'

type EarlyDetailsProps = {
  account: Account
  page: PaymentPage
  draft: EarlyDraft
  onDraft: (draft: EarlyDraft) => void
  onProceed: (input: PaymentInput) => void
  /** Why staff who look at the page in the customer's place cannot pay. */
  refusal: string | undefined
}

/** The first step of an early payment: the school and the amount. */
export function EarlyDetails({ account, page, draft, onDraft, onProceed, refusal }: EarlyDetailsProps) {
  const { region, nextRepayment: next } = account
  const heading = useId()
  // Typing 0.50 begins with 0: it is too little only once the field is left.
  const [hasLeft, setLeft] = useState(draft.amount !== '')
  const school = schoolOf(draft, page.institutions)
  const most = mostPayableAt(school)
  const trouble = amountProblem(draft.amount, most)
  const input = refusal ? null : inputOf(draft, page.institutions)

  function proceed(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (input) onProceed(input)
  }

  return (
    <>
      <Alert variant="info">
        We'll tell you if anything is left to pay once your school's invoice is processed.
      </Alert>
      {refusal && <Alert variant="caution">{refusal}</Alert>}
      <form className="card stack stack--20" aria-labelledby={heading} noValidate onSubmit={proceed}>
        <div className="early__head">
          <h2 id={heading}>Early payment details</h2>
          <p className="sm muted">
            Account <span className="num">{account.shortId}</span>
          </p>
        </div>
        {page.institutions.length > 1 && (
          <NativeSelect
            label="School"
            required
            placeholder="Select a school"
            options={page.institutions.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.schoolId}
            onChange={(schoolId) => onDraft({ ...draft, schoolId })}
          />
        )}
        <div className="early__amount" onBlur={() => setLeft(draft.amount !== '')}>
          <AmountInput
            label="Payment amount"
            required
            isStrict
            size="large"
            region={region}
            value={draft.amount}
            error={troubleText(hasLeft || trouble !== 'nothing' ? trouble : null, most, region)}
            onChange={(amount) => onDraft({ ...draft, amount })}
          />
        </div>
        <div className="early__next row row--between">
          {next && (
            <p>
              Your next payment is <span className="num nowrap">{formatMoney(next.amount, region)}</span> on{' '}
              <span className="nowrap">{formatDate(next.date)}</span>
            </p>
          )}
          {next && (
            <Button
              look="secondary"
              size="small"
              onClick={() => onDraft({ ...draft, amount: formatNumber(next.amount) })}
            >
              Use this amount
            </Button>
          )}
          <p className="sm muted">
            {purposeText(account, school)}
            {next ? ', and your scheduled payments stay as they are.' : '.'}
          </p>
        </div>
        <div className="early__end">
          <Button type="submit" size="large" isBlock disabled={!input}>
            Continue to payment method
          </Button>
        </div>
      </form>
    </>
  )
}

/** What the payment is for: what is owing already, then the school, or credit where we have paid the school ahead. */
function purposeText({ productType, region }: Account, school: ReturnType<typeof schoolOf>): string {
  const goes = productsPaidAhead.includes(productType)
    ? 'is credit on your account'
    : `goes to ${school?.name ?? 'the school'}`
  if (school?.due === 0) return `Nothing is owing at the moment, so all of it ${goes}`
  const owing = school ? `${formatMoney(school.due, region)} that is owing already` : 'what is owing already'
  return `This payment first covers ${owing}. Anything more ${goes}`
}

function troubleText(trouble: AmountProblem | null, most: Cents, region: Region): string | undefined {
  if (trouble === 'nothing') return `Please enter more than ${formatMoney(0, region)}.`
  if (trouble === 'too-much') return `One payment can be up to ${formatMoney(toDecimal(most), region)}.`
  return undefined
}
