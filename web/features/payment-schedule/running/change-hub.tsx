import type { Account } from '#contract/accounts.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Act, Acts } from '../../../ui/acts/acts.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { HeartIcon } from '../../../ui/icon/heart.tsx'
import { PauseIcon } from '../../../ui/icon/pause.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { changeAddress } from '../../plan-changes/addresses.ts'
import { moveFacts } from '../../plan-changes/plan-facts.ts'
import type { PlanOfYear } from '../../plan/plan-queries.ts'
import { waysToChange, type Way } from './hub-words.ts'

type ChangeHubProps = {
  account: Account
  shown: PlanOfYear
  flexible: FlexiblePlan
  year: number | undefined
}

/** Every way to change a plan that runs. One that is not open now says why. */
export function ChangeHub({ account, shown, flexible, year }: ChangeHubProps) {
  const ways = waysToChange(flexible, {
    moves: moveFacts({ ...shown, flexible }),
    planYear: shown.schedule.planYear,
    region: account.region,
  })
  const href = (way: 'move' | 'skip' | 'extra', { isOpen }: Way) =>
    isOpen ? { href: changeAddress(way, { year }) } : {}
  return (
    <Card title="Change something">
      <Acts>
        <Act icon={CalendarIcon} tint="blue" title="Move a payment" {...href('move', ways.move)}>
          {ways.move.words}
        </Act>
        <Act icon={PauseIcon} tint="gold" title="Skip a payment" {...href('skip', ways.skip)}>
          {ways.skip.words}
        </Act>
        <Act icon={PlusIcon} title="Pay extra" {...href('extra', ways.extra)}>
          {ways.extra.words}
        </Act>
        <Act
          icon={HeartIcon}
          tint="pink"
          title="I am finding it hard to pay"
          href={changeAddress('help', { year })}
        >
          Tell us. We stop collecting while we answer.
        </Act>
      </Acts>
    </Card>
  )
}
