import type { ReactNode } from 'react'
import { formatDate, formatDateCompact, formatDayOfMonth } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney, Money } from '../../../ui/money/money.tsx'
import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { switchableUntil, type ExtraScope, type Preview } from './extra-preview.ts'
import { headlineOf } from './extra-words.ts'
import type { RunningPlan } from '../use-flexible.ts'

type ExtraAsideProps = {
  plan: RunningPlan
  scope: ExtraScope
  amount: Cents
  surcharge: Cents
  /** Undefined while the amount cannot be paid. */
  preview: Preview | undefined
  /** The debit counts on a later day. */
  isDebit: boolean
  children: ReactNode
}

/** Follows what is chosen: what becomes of the plan, in figures, and the button. */
export function ExtraAside({ plan, scope, amount, surcharge, preview, isDebit, children }: ExtraAsideProps) {
  const { calendar, coming } = scope
  const { region } = calendar
  const money = (sum: Cents) => formatMoney(toDecimal(sum), region)
  const headline =
    preview &&
    headlineOf(preview.outcome, preview.effect, {
      region,
      frequency: plan.flexible.rhythm.frequency,
      nextBefore: coming[0]?.on ?? scope.today,
    })
  const until = switchableUntil(scope)
  return (
    <section className="card card--flush split__aside" aria-labelledby="extra-sum">
      <div className="card panel panel--flush stack stack--8">
        <PanelArt />
        <h2 id="extra-sum" className="eyebrow">
          {headline?.eyebrow ?? 'Left of your plan'}
        </h2>
        <p>
          {headline?.day === undefined ? (
            <Money amount={headline?.money ?? toDecimal(scope.most)} region={region} size="hero" />
          ) : (
            <span className="money money--hero">{formatDateCompact(headline.day)}</span>
          )}
        </p>
        <p className="muted">{headline?.rest ?? 'Enter an amount to see what it does'}</p>
      </div>
      <div className="extra-sum stack stack--14">
        {preview && (
          <dl className="dl">
            <Fact name="Extra payment">{money(amount)}</Fact>
            {surcharge > 0 && <Fact name="Card surcharge">{money(surcharge)}</Fact>}
            {surcharge > 0 && <Fact name="Total charged">{money(cents(amount + surcharge))}</Fact>}
            <Fact name="Left before">{money(preview.effect.left.before)}</Fact>
            <Fact name="Left after" isTotal>
              {money(preview.effect.left.after)}
            </Fact>
          </dl>
        )}
        {children}
        {isDebit && (
          <p className="xs muted center">
            It counts when the money has arrived, by {formatDate(scope.today)}. Until then your payments stay
            as they are.
          </p>
        )}
        {preview?.effect.next && until && (
          <p className="xs muted center">
            You can switch between the outcomes until the end of {formatDayOfMonth(until)}.
          </p>
        )}
      </div>
    </section>
  )
}
