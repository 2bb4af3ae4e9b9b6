import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { calculatePlan } from '#domain/plan/plan.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { planUrl } from '../../../plans/payment-schedule/plan-letters.ts'
import { planMaterial, type MaterialOfAccount } from '../../../plans/payment-schedule/plan-material.ts'
import type { StoredPlan } from '../../../plans/payment-schedule/plan-facts.reads.ts'
import { choicesOfStored, overridesOfStored } from '../../../plans/payment-schedule/plan-review.ts'
import { findTuitionYear } from '../../../plans/payment-schedule/plan.reads.ts'
import type { PlanEffect } from '../../fee-changes/fee-changes.reads.ts'
import { comparePlans, type PlanFigures } from './compare-plans.ts'
import { differenceInWords, mind, ok, sumInWords } from './in-words.ts'
import { findFeeEffect } from './money-facts.store.ts'
import { letterWords, type PageParts } from './parts.ts'
import type { ReviewFacts } from './review-facts.store.ts'
import type { ReadDeps } from '../../../platform/deps.ts'

/** The page about a plan that could not follow new fees automatically: staff change it by hand or leave it as it is. */
export async function feeChangePage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const { accountId, subjectId, region, shortId, schoolName, openedAt } = review
  const tuitionYear = orNotFound(await findTuitionYear(deps.db, accountId, subjectId))
  const material = await planMaterial(deps.db, { accountId, tuitionYear, now: deps.clock() })
  const { plan } = material
  if (!plan) throw new Refusal('not_found')
  const effect = await findFeeEffect(deps.db, review)
  const year = tuitionYearName(plan.tuitionYear, region)
  const letter = (outcome: 'Settled' | 'Kept') =>
    letterWords(deps, review, 'FeesReviewed', {
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
    compared: {
      onFile: 'Plan as it is',
      onFileDetail: `version ${plan.version}`,
      askedFor: 'With the fees of today',
      askedForDetail: effect?.schoolName ?? schoolName,
      groups: [
        ...(effect ? [effectGroup(effect.effect, region)] : []),
        ...feeGroups(material, plan, { region, year }),
      ],
      sums: 'What is paid stays as it is: only the payments to come can follow.',
    },
    checks: [
      ...(review.note === null ? [] : [mind('The plan could not follow by itself', sentence(review.note))]),
      isChangedSince
        ? ok('The plan was changed since the new fees', formatDateCompact(plan.savedAt.slice(0, 10)))
        : mind('The plan was not changed since the new fees', 'Settle it by hand before you say that it is'),
    ],
    approve: {
      label: 'Settled',
      words: await letter('Settled'),
      effects: [{ kind: 'Plan', text: 'The plan stays as you have changed it by hand' }],
    },
    decline: {
      label: 'Leave as it is',
      words: await letter('Kept'),
      effects: [{ kind: 'Plan', text: 'The plan does not follow the new fees' }],
    },
  }
}

const sentence = (note: string) => `${note[0]?.toUpperCase() ?? ''}${note.slice(1)}`

function effectGroup({ before, after }: PlanEffect, region: Region) {
  return {
    title: 'Payments',
    rows: [
      row('Still to collect', before.toCollect, after?.toCollect, region),
      row('Each payment', before.each, after?.each, region),
    ],
  }
}

/** The fees line by line, as the plan has them and as they are today. */
function feeGroups(material: MaterialOfAccount, plan: StoredPlan, of: { region: Region; year: string }) {
  const now = calculatedNow(material, plan)
  if (!now) return []
  const figures = (fees: Pick<PlanFigures, 'students' | 'familyFees' | 'total' | 'partYearAdjustment'>) => ({
    ...fees,
    frequency: plan.frequency,
    firstOn: null,
    lastOn: null,
    count: 0,
    each: cents(0),
    last: cents(0),
    balanceAtStart: plan.balanceAtStartMinor,
    outstandingFees: plan.outstandingFeesCovered ? plan.outstandingFeesMinor : cents(0),
  })
  const [, ...groups] = comparePlans(
    figures({
      students: plan.studentFees,
      familyFees: plan.familyFees,
      total: plan.totalMinor,
      partYearAdjustment: plan.partYearAdjustmentMinor,
    }),
    figures(now),
    of,
  )
  return groups
}

/** The plan with today's fees; undefined if a choice of the plan is no longer offered. */
function calculatedNow(material: MaterialOfAccount, plan: StoredPlan) {
  try {
    return calculatePlan(
      { ...material, plan: null },
      { ...choicesOfStored(plan), count: Math.max(1, plan.repaymentCount) },
      { ...overridesOfStored(plan), balanceAtStart: plan.balanceAtStartMinor },
    )
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function row(label: string, before: Cents | null, newAmount: Cents | null | undefined, region: Region) {
  const after = newAmount ?? null
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
