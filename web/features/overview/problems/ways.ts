import type { Fix, Overview, Problem } from '#contract/overview.ts'
import type { BpayInfo } from '#contract/payment-methods.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { weekdayOf } from '../payment-day.ts'

/** Something that the family can do about a problem. */
export type Way = {
  kind: 'pay' | 'move' | 'method' | 'bpay' | 'one-by-one' | 'plan'
  title: string
  text: string
  /** The best way: of the first problem it is the main button of the page. */
  isMain?: true
  /** A dialog in which the family chooses. */
  opens?: { dialog: 'day' | 'method'; label: string }
  link?: { label: string; href: string; isNewTab: boolean }
  /** Links to pay single parts. */
  links?: { label: string; href: string }[]
  facts?: { name: string; value: string }[]
}

export type ProblemWords = {
  /** The severity: an error, an imminent one, or a pending matter. */
  tone: 'error' | 'caution' | 'info'
  eyebrow: string
  title: string
  text: string
  /** The parts of the amount. */
  parts?: { name: string; value: string }[]
  ways: Way[]
  /** The automatic next step. */
  otherwise: string | null
  /** Whether it concerns payments of a plan, for which there is a page for families who find it hard to pay. */
  isOfPlan?: true
}

/** Without ways where there is nothing to do, and without a next step where nothing happens. */
export type Described = Omit<ProblemWords, 'ways' | 'otherwise'> & Partial<ProblemWords>

export type ProblemSetting = {
  region: Region
  bpay: BpayInfo | null
  /** The family may choose its payment methods itself. */
  canChangeMethod: boolean
  canPayEarly: boolean
  /** How payments that failed can be tried again. */
  fix: Fix | null
  /** Our text about them. */
  failedText: Overview['failedText']
  /** What is paid now pays what was due first, so only the first problem offers it. */
  isFirst: boolean
}

export type Of<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>

export type Owed = { amount: number; requestId: string | null; isAll?: boolean; isMain?: boolean }

/** By the link of the request, which may also be paid in part; where there is none, as an early payment. */
export function payWay(
  { amount, requestId, isAll = false, isMain = true }: Owed,
  { region, canPayEarly }: Pick<ProblemSetting, 'region' | 'canPayEarly'>,
): Way[] {
  const sum = formatMoney(amount, region)
  const href =
    requestId !== null
      ? requestHref(requestId)
      : canPayEarly
        ? `/pay-now?step=method&amount=${amount.toFixed(2)}`
        : undefined
  if (href === undefined) return []
  const surcharge = 'and the surcharge of a card where there is one'
  return [
    {
      kind: 'pay',
      title: isAll ? 'Pay all, or a part' : 'Pay now',
      text: isAll
        ? `Today, by card or bank account: ${sum}, ${surcharge}. You can choose a smaller amount on the next page; it pays what was due first.`
        : `Today, by card or bank account: exactly ${sum}, ${surcharge}.`,
      ...(isMain && { isMain }),
      link: { label: isAll ? `Pay all ${sum}` : `Pay ${sum} now`, href, isNewTab: true },
    },
  ]
}

export function methodWays({ canChangeMethod }: ProblemSetting, text: string): Way[] {
  if (!canChangeMethod) return []
  const link = { label: 'Choose a method', href: '/manage-payments', isNewTab: false }
  return [{ kind: 'method', title: 'Use another method', text, link }]
}

export const requestHref = (id: string) => `/pay-now?request=${encodeURIComponent(id)}`

/** "Friday 13 November 2026" */
export const dayOf = (date: string) => `${weekdayOf(date)} ${formatDate(date)}`

/** "Bank account ending 6789" after a preposition; "Visa ending 4242" stays. */
export const inSentence = (method: string) => method.replace(/^Bank account/, 'your bank account')
