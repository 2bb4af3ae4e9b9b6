import { useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentMethods } from '#contract/plan-changes.ts'
import { useStaffRefusal } from '../../../session/staff-refusal.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Choice, Choices } from '../../../ui/choice/choice.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { weekdayAndDay } from '../../plan/day-words.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { endOf } from '../words.ts'
import { costWords } from './method-words.ts'
import { chooseMethod, useChooseMethod } from './use-choose-method.ts'

type MethodFormProps = {
  account: Account
  plan: RunningPlan
  payment: PaymentMethods
  year: number | undefined
}

/** The methods that can take the payment, and beside them what the chosen one comes to. */
export function MethodForm({ account, plan, payment, year }: MethodFormProps) {
  const { accountId, region } = account
  const { dueOn, methods, usual, until, on } = payment
  const [requested, setRequested] = useState(payment.chosen)
  const [isMissing, setMissing] = useState(false)
  const refusal = useStaffRefusal(chooseMethod)
  const { isBusy, failure, choose, forget } = useChooseMethod({ accountId, plan, dueOn, year })
  const picked = methods.find(({ id }) => id === requested)
  const isAnother = picked !== undefined && picked.id !== payment.chosen

  function submit(event: FormEvent) {
    event.preventDefault()
    if (picked && isAnother) choose(picked)
    else setMissing(true)
  }

  return (
    <form className="split" onSubmit={submit} noValidate>
      <section className="card stack stack--20" aria-labelledby="which-method">
        <h2 id="which-method">Payment method</h2>
        <Choices
          legend="Payment method"
          isLegendHidden
          value={picked?.id ?? null}
          disabled={isBusy}
          onChoose={(id) => {
            setRequested(id)
            setMissing(false)
            forget()
          }}
          error={isMissing ? 'Choose another method first.' : undefined}
        >
          {methods.map((method) => (
            <Choice
              key={method.id}
              value={method.id}
              label={method.displayName}
              hint={`${costWords(method, region)}${method.id === usual?.id ? '. It takes all other payments' : ''}`}
            />
          ))}
        </Choices>
        <p className="sm">
          <Link href="/manage-payments/add">Add another payment method</Link>
        </p>
      </section>
      <section className="card split__aside stack stack--20" aria-labelledby="this-payment">
        <h2 id="this-payment">This payment</h2>
        <dl className="dl">
          <Fact name="Day">{weekdayAndDay(picked?.on ?? on)}</Fact>
          <Fact name="From">{picked?.displayName ?? 'No payment method yet'}</Fact>
          {picked && picked.surcharge > 0 && (
            <Fact name="Surcharge">{formatMoney(picked.surcharge, region)}</Fact>
          )}
          <Fact name="In all">{formatMoney(picked?.total ?? payment.amount, region)}</Fact>
        </dl>
        {failure !== undefined && <Alert variant="error">{failure}</Alert>}
        {refusal && <Alert variant="caution">{refusal}</Alert>}
        <Button type="submit" isBlock isBusy={isBusy} disabled={Boolean(refusal)}>
          Use this method
        </Button>
        <p className="sm muted">
          We write to you before we take it. You can choose again until {endOf(until)}.
        </p>
      </section>
    </form>
  )
}
