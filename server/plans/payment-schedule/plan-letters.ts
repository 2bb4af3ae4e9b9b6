import type { Plan } from '#domain/plan/plan.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps, LetterDeps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'

/** Writes about a plan, unless nothing is left to pay. */
export async function writeOfSavedPlan(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  { choices, instalments, periodic, total }: Plan,
  /** Discounts that rest on the family's word, each in words. */
  declared: readonly string[],
): Promise<void> {
  const [first] = instalments
  const last = instalments.at(-1)
  if (!first || !last) return
  await writeToMembers(tx, deps, accountId, (member) => ({
    kind: 'PlanSaved',
    facts: {
      ...member,
      amount: periodic,
      tuitionYear: choices.tuitionYear,
      frequency: choices.frequency,
      count: instalments.length,
      last: last.amount,
      total,
      startDate: first.collectOn,
      endDate: last.collectOn,
      portalUrl: planUrl(deps, choices.tuitionYear),
      ...(declared.length > 0 && { declared: [...declared] }),
    },
  }))
}

export async function writeOfReview(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  tuitionYear: number,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId, schoolName }) => ({
    kind: 'PlanInReview',
    facts: { firstName, shortId, schoolName, tuitionYear },
  }))
}

export async function writeOfDecision(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  decision: Pick<MessageFacts['PlanReviewed'], 'tuitionYear' | 'outcome' | 'reason' | 'words' | 'first'>,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId, schoolName }) => ({
    kind: 'PlanReviewed',
    facts: { firstName, shortId, schoolName, ...decision, portalUrl: planUrl(deps, decision.tuitionYear) },
  }))
}

/** Writes the staff's decision about a discount that the family declared. */
export async function writeOfDiscount(
  tx: Transaction,
  deps: LetterDeps,
  accountId: string,
  decided: Pick<MessageFacts['DiscountReviewed'], 'tuitionYear' | 'discount' | 'reason' | 'words' | 'change'>,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, (member) => ({
    kind: 'DiscountReviewed',
    facts: {
      ...member,
      ...decided,
      portalUrl: planUrl(deps, decided.tuitionYear),
    },
  }))
}

/** The address includes the year: without it the page would show the running plan instead of the one in the letter. */
export function planUrl({ config }: Pick<Deps, 'config'>, tuitionYear: number): string {
  return `${config.portalOrigin}/payment-schedule?year=${tuitionYear}`
}

export function methodsUrl({ config }: Pick<Deps, 'config'>): string {
  return `${config.portalOrigin}/manage-payments`
}
