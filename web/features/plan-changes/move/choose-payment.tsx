import type { Account } from '#contract/accounts.ts'
import { daysOfPayment, type MoveAnswer } from '#domain/plan/changes/move.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Act, Acts } from '../../../ui/acts/acts.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { weekdayAndDay } from '../../plan/day-words.ts'
import { changeAddress } from '../addresses.ts'
import { comingOf, moveFacts } from '../plan-facts.ts'
import { moneyOf } from '../words.ts'
import { MoveRules } from './move-rules.tsx'
import type { ViewOf } from './move-view.ts'

/** Which payment it is about, where the address does not say. */
export function ChoosePayment({
  account,
  plan,
  asked: { due, year },
}: ViewOf<'choose'> & { account: Account }) {
  const facts = moveFacts(plan)
  return (
    <>
      {due !== undefined && (
        <Alert variant="info">
          The payment you asked for is not among those to come. Please choose one of these.
        </Alert>
      )}
      <div className="split">
        <Card title="Payments to come">
          <Acts>
            {comingOf(plan).map(({ dueOn, on, amount }) => {
              const answer = daysOfPayment(facts, dueOn)
              return (
                <Act
                  key={dueOn}
                  icon={CalendarIcon}
                  tint="blue"
                  title={`${weekdayAndDay(on)}, ${moneyOf(amount, account.region)}`}
                  {...('days' in answer && { href: changeAddress('move', { year, due: dueOn }) })}
                >
                  {lastDayWords(answer)}
                </Act>
              )
            })}
          </Acts>
        </Card>
        <div className="split__aside">
          <MoveRules plan={plan} payment={undefined} />
        </div>
      </div>
    </>
  )
}

const whyNotWords = {
  TooLate: 'It is too late to move this one.',
  NoMovesLeft: 'You have no moves left.',
  NoDay: 'There is no later day before the next payment.',
}

function lastDayWords(answer: MoveAnswer): string {
  if ('whyNot' in answer) return whyNotWords[answer.whyNot]
  const last = answer.days.at(-1) ?? answer.days[0]
  return `Up to ${weekdayAndDay(last)}`
}
