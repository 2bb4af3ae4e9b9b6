import { useId, type Ref } from 'react'
import { formatNumber, toDecimal } from '#domain/money.ts'
import { AmountInput } from '../../../ui/amount-input/amount-input.tsx'
import { readAmount } from '../../../ui/amount-input/amount-text.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { quickAmounts, type ExtraScope } from './extra-preview.ts'
import '../../../ui/chips/chips.css'

type HowMuchProps = {
  scope: ExtraScope
  amount: string
  error: string | undefined
  disabled: boolean
  onAmount: (amount: string) => void
  onLeave: () => void
  ref: Ref<HTMLDivElement>
}

export function HowMuch({ scope, amount, error, disabled, onAmount, onLeave, ref }: HowMuchProps) {
  const id = useId()
  const { calendar, most } = scope
  const { region } = calendar
  const typed = readAmount(amount)
  const money = (decimal: number) => formatMoney(decimal, region)
  return (
    <section className="card extra-card stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>How much</h2>
      <div className="extra-amount">
        <div ref={ref} onBlur={onLeave}>
          <AmountInput
            label="Extra payment"
            region={region}
            value={amount}
            disabled={disabled}
            hint={`From ${money(Math.min(1, toDecimal(most)))} up to ${money(toDecimal(most))}, all that is left`}
            error={error}
            onChange={onAmount}
          />
        </div>
        <fieldset>
          <legend className="field__label">Or as much as</legend>
          <div className="chips">
            {quickAmounts(scope).map((quick) => (
              <label className="chip" key={quick.label}>
                <input
                  type="radio"
                  name={id}
                  disabled={disabled}
                  checked={typed === quick.amount}
                  onChange={() => onAmount(formatNumber(toDecimal(quick.amount)))}
                />
                {quick.label}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </section>
  )
}
