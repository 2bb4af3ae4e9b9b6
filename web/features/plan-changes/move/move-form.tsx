import { useId, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { DayCalendar } from './day-calendar.tsx'
import { MoveAside } from './move-aside.tsx'
import { MoveRules } from './move-rules.tsx'
import { otherPayments } from './other-payments.ts'
import type { ViewOf } from './move-view.ts'
import { useMove } from './use-move.ts'

type MoveFormProps = ViewOf<'form'> & { account: Account }

/** A later day for one payment, and beside it what that comes to. */
export function MoveForm({ account, plan, asked: query, payment, days }: MoveFormProps) {
  const [picked, setPicked] = useState<CalendarDate>()
  const [isMissing, setMissing] = useState(false)
  const { isBusy, outcome, move, forget } = useMove({ account, plan, payment, year: query.year })
  const calendar = useId()
  // Read anew, the plan may no longer offer the day.
  const chosen = picked !== undefined && days.includes(picked) ? picked : undefined

  function choose(day: CalendarDate) {
    setPicked(day)
    setMissing(false)
    forget()
  }

  function submit() {
    if (chosen !== undefined) return move(chosen)
    setMissing(true)
    document.getElementById(calendar)?.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <div className="split">
      <div className="stack stack--24">
        <section className="card stack stack--20" aria-labelledby="new-day">
          <h2 id="new-day">New day</h2>
          <DayCalendar
            id={calendar}
            days={days}
            planned={payment.on}
            today={plan.facts.offer.today}
            others={otherPayments(plan, payment)}
            chosen={chosen}
            error={isMissing ? 'Choose a day first.' : undefined}
            onChoose={choose}
          />
        </section>
        <MoveRules plan={plan} payment={payment} />
      </div>
      <MoveAside
        account={account}
        plan={plan}
        payment={payment}
        chosen={chosen}
        isBusy={isBusy}
        outcome={outcome}
        onMove={submit}
      />
    </div>
  )
}
