import type { ReactNode } from 'react'
import type { Region } from '#domain/region.ts'
import { weekdayAndDay } from '../../plan/day-words.ts'
import { moneyOf } from '../words.ts'
import type { MoveView, WhyNot } from './move-view.ts'

const whyNotTitles: Record<WhyNot, string> = {
  TooLate: 'It is too late to move this payment',
  NoMovesLeft: 'Move this payment',
  NoDay: 'This payment cannot be moved',
  Held: 'This payment cannot be moved',
  Blocked: 'This payment cannot be moved',
}

export function titleOf(view: MoveView): string {
  if (view.kind === 'cannot') return whyNotTitles[view.whyNot]
  return view.kind === 'choose' || view.kind === 'none' ? 'Move a payment' : 'Move this payment'
}

/** Which payment it is about. */
export function leadOf(view: MoveView, region: Region): ReactNode {
  if (view.kind === 'choose') return 'Choose the payment that should be collected on a later day.'
  if (view.kind !== 'form' && view.kind !== 'cannot') return null
  const { on, amount } = view.payment
  const sum = <strong className="num">{moneyOf(amount, region)}</strong>
  const day = `${weekdayAndDay(on)} ${on.slice(0, 4)}`
  return view.kind === 'form' ? (
    <>
      Choose a later day for your payment of {sum}, due on {day}.
    </>
  ) : (
    <>
      Your payment of {sum} is due on {day}.
    </>
  )
}
