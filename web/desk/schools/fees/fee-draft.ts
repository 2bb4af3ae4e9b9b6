import type { StaffFeeSchedule } from '#contract/staff-schools.ts'
import { calendarDate, addMonthsClamped } from '#domain/calendar/calendar.ts'
import { parsePercent } from '#domain/money.ts'
import { readAmount } from '../../../ui/amount-input/amount-text.ts'

type Item = StaffFeeSchedule['items'][number]

/** A fee as it is typed. `amount` holds a sum or, for a discount, a percentage. */
export type DraftItem = {
  key: string
  kind: Item['kind']
  yearLevel: string | null
  name: string
  amount: string
  isPercent: boolean
  isDiscountable: boolean
  taxPercent: string
  options: string[]
}
export type DraftTerm = { no: number; startsOn: string; endsOn: string }
export type FeeDraft = { terms: DraftTerm[]; items: DraftItem[] }

/** 8,340.00 */
const amountText = (amount: number): string =>
  amount.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function draftOf({ terms, items }: Pick<StaffFeeSchedule, 'terms' | 'items'>): FeeDraft {
  return {
    terms: terms.map(({ no, startsOn, endsOn }) => ({ no, startsOn, endsOn })),
    items: items.map((item) => ({
      key: item.id,
      kind: item.kind,
      yearLevel: item.yearLevel,
      name: item.name,
      amount: item.percent === null ? amountText(item.amount ?? 0) : String(item.percent),
      isPercent: item.percent !== null,
      isDiscountable: item.isDiscountable,
      taxPercent: String(item.taxPercent),
      options: [...item.options],
    })),
  }
}

/** The fees of one year as the beginning of another: the same fees, the terms as many years later. */
export function draftForYear(draft: FeeDraft, years: number): FeeDraft {
  const later = (date: string) => addMonthsClamped(calendarDate(date), 12 * years)
  return {
    ...draft,
    terms: draft.terms.map(({ no, startsOn, endsOn }) => ({
      no,
      startsOn: later(startsOn),
      endsOn: later(endsOn),
    })),
  }
}

/** What a typed amount comes to, in units of 0.01; undefined where it is none. */
export function valueOf({ amount, isPercent }: Pick<DraftItem, 'amount' | 'isPercent'>): number | undefined {
  return isPercent ? parsePercent(amount.trim()) : readAmount(amount)
}

/** As it is shown once the field is left. */
export function tidied(item: DraftItem): string {
  const value = valueOf(item)
  if (value === undefined) return item.amount
  return item.isPercent ? String(value / 100) : amountText(value / 100)
}

const isSame = (a: DraftItem, b: DraftItem) =>
  JSON.stringify({ ...a, amount: valueOf(a) }) === JSON.stringify({ ...b, amount: valueOf(b) })

/** How many fees and terms are not as they are written. */
export function changeCount(draft: FeeDraft, base: FeeDraft | null): number {
  if (base === null) return draft.items.length + draft.terms.length
  const changed = draft.items.filter((item) => {
    const was = base.items.find(({ key }) => key === item.key)
    return !was || !isSame(item, was)
  })
  const gone = base.items.filter(({ key }) => !draft.items.some((item) => item.key === key))
  const terms = draft.terms.filter((term, at) => JSON.stringify(term) !== JSON.stringify(base.terms[at]))
  const termsGone = Math.max(0, base.terms.length - draft.terms.length)
  return changed.length + gone.length + terms.length + termsGone
}

/** What keeps the draft from being sent, by the place at which it stands. */
export function draftProblems({ items, terms }: FeeDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const item of items)
    if (valueOf(item) === undefined)
      problems[item.key] = item.isPercent ? 'From 0 to 100' : 'An amount such as 120.50'
  for (const { no, startsOn, endsOn } of terms)
    if (startsOn === '' || endsOn === '') problems[`term ${no}`] = 'Both days are needed'
  return problems
}

export function bodyOf({ terms, items }: FeeDraft) {
  return {
    terms,
    items: items.map((item) => {
      const value = valueOf(item) ?? 0
      return {
        kind: item.kind,
        yearLevel: item.yearLevel,
        name: item.name.trim(),
        amount: item.isPercent ? null : value / 100,
        percent: item.isPercent ? value / 100 : null,
        isDiscountable: item.isDiscountable,
        taxPercent: Number(item.taxPercent) || 0,
        options: item.options.map((option) => option.trim()).filter(Boolean),
      }
    }),
  }
}
