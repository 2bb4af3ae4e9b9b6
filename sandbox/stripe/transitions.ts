import { expireSession } from './checkout-sessions.ts'
import { disputeDueCharge } from './disputes.ts'
import { activateMandate } from './mandates.ts'
import { settleDebit } from './bank-debits.ts'
import { failRefund, settleRefund } from './refunds.ts'
import type { Due, Turn } from './turn.ts'

const transitions: Record<Due['kind'], (turn: Turn, id: string) => void> = {
  'activate-mandate': activateMandate,
  'dispute-charge': disputeDueCharge,
  'expire-session': expireSession,
  'fail-refund': failRefund,
  'settle-debit': settleDebit,
  'settle-refund': settleRefund,
}

/** Runs a due task. */
export function carryOut(turn: Turn, { kind, id }: Due): void {
  transitions[kind](turn, id)
}
