import type { ReactNode } from 'react'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { planEditCutOffBusinessDays } from '#domain/plan/payment-schedule.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Filled } from '../../../ui/filled/filled.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { ClockIcon } from '../../../ui/icon/clock.tsx'
import type { Icon } from '../../../ui/icon/icon.tsx'
import { RepeatIcon } from '../../../ui/icon/repeat.tsx'
import { ShieldIcon } from '../../../ui/icon/shield.tsx'
import type { RunningPlan } from '../use-flexible.ts'
import { endOf } from '../words.ts'
import { movesLeftWords, newCountOn, timesAYear } from './move-words.ts'
import type { PaymentToMove } from './move-view.ts'
import '../../../ui/notes/notes.css'

/** What a family may expect of a move, as its school has it. */
export function MoveRules({ plan, payment }: { plan: RunningPlan; payment: PaymentToMove | undefined }) {
  const { rules, movesLeft, texts } = plan.flexible
  const { region } = plan.facts.material
  const { planYear } = plan.facts
  return (
    <Card title="How moving works" aside={<Badge isPlain>{movesLeftWords(movesLeft)}</Badge>}>
      <ul className="stack stack--12">
        <Note icon={CalendarIcon}>
          <Filled
            text={texts.move.howFar}
            values={{ 'days later': <strong>{rules.mostDaysLater} days</strong> }}
          />
        </Note>
        {rules.movesPerYear > 0 && (
          <Note icon={RepeatIcon}>
            <Filled
              text={texts.move.howOften}
              values={{
                'how often': <strong>{timesAYear(rules.movesPerYear)} in a school year</strong>,
                'count starts': newCountOn({ planYear, region }),
              }}
            />
          </Note>
        )}
        <Note icon={ClockIcon}>
          <Filled
            text={texts.move.untilWhen}
            values={{ notice: <strong>{planEditCutOffBusinessDays} business days</strong> }}
          />
          {payment &&
            ` For this payment: ${endOf(changeableUntil(payment.on, plan.facts.material.calendar))}.`}
        </Note>
        <Note icon={ShieldIcon}>{texts.move.cost}</Note>
      </ul>
    </Card>
  )
}

function Note({ icon: Shape, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li className="note">
      <Shape />
      <span>{children}</span>
    </li>
  )
}
