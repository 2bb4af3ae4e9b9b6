import type { SavedMethod } from '#contract/payment-methods.ts'
import { addDays, addMonthsClamped, calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import type { BadgeTone } from '../../../ui/badge/badge.tsx'

export type WaysOut = {
  /** It pays, or will. */
  isNeeded: boolean
  canAdd: boolean
  canRemove: boolean
  /** Another saved one could take its place. */
  hasOther: boolean
  phone: string
}

type ProblemNote = { label: string; tone: BadgeTone; text: string }

/** What is the matter with a saved payment method, and what to do next; undefined when nothing is. */
export function problemNote(method: SavedMethod, ways: WaysOut): ProblemNote | undefined {
  switch (method.trouble) {
    case null:
      return method.lastFailure ? failureNote(method.lastFailure, ways) : undefined
    case 'CardExpiring':
      return {
        label: 'Expires soon',
        tone: 'caution',
        text: [`It can be used until ${lastDay(method)}.`, ways.isNeeded && nextStep(ways)]
          .filter(Boolean)
          .join(' '),
      }
    case 'CardExpired':
      return { label: 'Expired', tone: 'error', text: `This card can no longer pay. ${nextStep(ways)}` }
    case 'MandateEnded':
      return {
        label: 'Direct debit ended',
        tone: 'error',
        text: `Your bank has ended this direct debit. ${ways.canAdd ? renewal(ways) : nextStep(ways)}`,
      }
    case 'Refused':
      return {
        label: 'Cannot be used',
        tone: 'error',
        text: `This payment method can no longer be used. ${nextStep(ways)}`,
      }
  }
}

function failureNote({ date, reason }: NonNullable<SavedMethod['lastFailure']>, ways: WaysOut): ProblemNote {
  const what = `Its last payment failed on ${formatDate(date)}.`
  return {
    label: 'Payment failed',
    tone: 'error',
    text: [what, reason, ways.isNeeded && nextStep(ways)].filter(Boolean).join(' '),
  }
}

/** The same account, added again, replaces the ended one. */
function renewal({ isNeeded, hasOther }: WaysOut): string {
  const other = isNeeded && hasOther ? ', or set another payment method as active' : ''
  return `Please add the account again to authorise a new one${other}.`
}

function nextStep({ isNeeded, canAdd, canRemove, hasOther, phone }: WaysOut): string {
  if (!isNeeded && canRemove) return 'You can remove it.'
  if (hasOther && canAdd) return 'Please set another payment method as active, or add a new one.'
  if (hasOther) return 'Please set another payment method as active.'
  if (canAdd) return 'Please add another payment method and set it as active.'
  return `Please contact us on ${phone}.`
}

/** The last day of a card's last month. */
function lastDay({ expiryDate }: SavedMethod): string {
  const next = addMonthsClamped(calendarDate(`${expiryDate}-01`), 1)
  return formatDate(addDays(next, -1))
}
