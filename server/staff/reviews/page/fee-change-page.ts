import { formatDateCompact } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { planUrl } from '../../../payment-schedule/plan-letters.ts'
import { readStoredPlan } from '../../../payment-schedule/plan-material.ts'
import { findTuitionYear } from '../../../payment-schedule/put-plan.ts'
import { differenceInWords, mind, ok, sumInWords } from './in-words.ts'
import { findFeeEffect } from './money-facts.store.ts'
import { usualUndo, wordsOfLetter, type PageDeps, type PageParts } from './parts.ts'
import type { ReviewFacts } from './review-facts.store.ts'

/** A plan that could not follow new fees by itself: somebody changes it by hand, or leaves it as it is. */
export async function feeChangePage(deps: PageDeps, review: ReviewFacts): Promise<PageParts> {
  const { accountId, subjectId, region, shortId, schoolName, openedAt } = review
  const tuitionYear = await findTuitionYear(deps.db, accountId, subjectId)
  const plan = tuitionYear === undefined ? null : await readStoredPlan(deps.db, accountId, tuitionYear)
  if (!plan) throw new Refusal('not_found')
  const found = await findFeeEffect(deps.db, review)
  const year = tuitionYearName(plan.tuitionYear, region)
  const letter = (outcome: 'Settled' | 'Kept') =>
    wordsOfLetter(deps, review, 'FeesReviewed', {
      firstName: '',
      shortId,
      schoolName,
      tuitionYear: plan.tuitionYear,
      outcome,
      reason: null,
      portalUrl: planUrl(deps, plan.tuitionYear),
    })
  const isChangedSince = new Date(plan.savedAt) > openedAt
  return {
    title: `${review.familyName} family, new fees in the plan ${year}`,
    about: review.note,
    says: null,
    compared: found
      ? {
          onFile: 'Plan as it is',
          onFileDetail: `version ${plan.version}`,
          askedFor: 'With the new fees',
          askedForDetail: found.schoolName,
          groups: [
            {
              title: `Plan ${year}`,
              rows: [
                row('Still to collect', found.effect.before.toCollect, found.effect.after?.toCollect, region),
                row('Each payment', found.effect.before.each, found.effect.after?.each, region),
                {
                  ...row('Total', found.effect.before.total, found.effect.after?.total, region),
                  isTotal: true,
                },
              ],
            },
          ],
          sums: null,
        }
      : null,
    checks: [
      isChangedSince
        ? ok('The plan was changed since the new fees', formatDateCompact(plan.savedAt.slice(0, 10)))
        : mind('The plan was not changed since the new fees', 'Settle it by hand before you say that it is'),
    ],
    approve: {
      label: 'Settled',
      words: await letter('Settled'),
      effects: [{ kind: 'Plan', text: 'The plan stays as you have changed it by hand' }],
      undo: usualUndo(deps, review, 'Approved'),
      needsSecond: false,
      needsStartDate: null,
      whyNot: null,
    },
    decline: {
      label: 'Leave as it is',
      words: await letter('Kept'),
      choices: [],
      effects: [{ kind: 'Plan', text: 'The plan does not follow the new fees' }],
      undo: usualUndo(deps, review, 'Declined'),
    },
  }
}

function row(label: string, before: Cents | null, sent: Cents | null | undefined, region: Region) {
  const after = sent ?? null
  const words = (amount: Cents | null) => (amount === null ? null : sumInWords(amount, region))
  const isKnown = before !== null && after !== null
  return {
    label,
    onFile: words(before),
    askedFor: words(after) ?? 'For you to decide',
    difference: isKnown ? differenceInWords(before, after, region) : null,
    isChanged: !isKnown || before !== after,
    isTotal: false,
  }
}
