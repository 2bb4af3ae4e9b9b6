import type { PlanChange } from '#contract/plan-changes.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import type { ExtraEffect, ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import { dayAndMonth } from '../../plan/day-words.ts'
import { moneyOf, paymentsText, rhythms } from '../words.ts'
import type { Region } from '#domain/region.ts'

export const outcomeNames: Record<ExtraOutcome, string> = {
  Lower: 'Lower the rest',
  Earlier: 'Finish earlier',
  Next: 'Skip the next',
}

export const outcomeHints: Record<ExtraOutcome, string> = {
  Lower: 'You pay less each time',
  Earlier: 'You are done sooner',
  Next: 'It pays what comes next',
}

export type ExtraDetails = Extract<PlanChange['details'], { kind: 'Extra' }>

/** A sentence about the effect of an extra payment on the plan. */
export function doneSentence(
  {
    outcome,
    each,
    count,
    lastOn,
    next,
  }: Pick<ExtraDetails, 'outcome' | 'each' | 'count' | 'lastOn' | 'next'>,
  region: Region,
): string {
  const money = (amount: number) => moneyOf(amount, region)
  if (next === null || lastOn.after === null) return 'Your plan is paid in full. Nothing is left to collect.'
  const fewer = count.before - count.after
  if (outcome === 'Lower')
    return `Each payment that follows is ${money(each.after)} instead of ${money(each.before)}, up to ${formatDate(lastOn.after)}.`
  if (fewer === 0)
    return outcome === 'Earlier'
      ? `Your last payment, on ${formatDate(lastOn.after)}, is lower.`
      : `Your next payment is ${money(each.after)} instead of ${money(each.before)}.`
  return outcome === 'Earlier'
    ? `Your plan ends on ${formatDate(lastOn.after)} instead of ${formatDate(lastOn.before)}, with ${paymentsText(fewer)} less.`
    : `It pays your next ${fewer === 1 ? 'payment' : paymentsText(fewer)}. The one after is ${money(next.amount)} on ${formatDate(next.on)}.`
}

/** The figure that an outcome is about: what the panel shows. */
export type Headline = { eyebrow: string; money?: number; day?: string; rest: string }

export function headlineOf(
  outcome: ExtraOutcome,
  effect: ExtraEffect,
  { region, frequency, nextBefore }: { region: Region; frequency: Frequency; nextBefore: string },
): Headline {
  const { each, count, lastOn, next } = effect
  const money = (amount: number) => moneyOf(amount, region)
  if (!next || lastOn.after === null)
    return { eyebrow: 'After this payment', money: 0, rest: 'is left of your plan' }
  if (outcome === 'Lower')
    return {
      eyebrow: `From ${dayAndMonth(next.on)} you pay`,
      money: toDecimal(each.after),
      rest: `${rhythms[frequency] ?? 'each time'} instead of ${money(each.before)}`,
    }
  const isFewer = count.after < count.before
  if (outcome === 'Earlier')
    return isFewer
      ? {
          eyebrow: 'Your last payment is on',
          day: lastOn.after,
          rest: `instead of ${formatDate(lastOn.before)}`,
        }
      : { eyebrow: 'Your last payment stays on', day: lastOn.after, rest: 'and is lower' }
  return isFewer
    ? { eyebrow: 'Your next payment is on', day: next.on, rest: `instead of ${formatDate(nextBefore)}` }
    : {
        eyebrow: `On ${dayAndMonth(next.on)} you pay`,
        money: toDecimal(next.amount),
        rest: `instead of ${money(each.before)}`,
      }
}
