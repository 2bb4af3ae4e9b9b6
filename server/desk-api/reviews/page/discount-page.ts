import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { comingOf } from '#domain/plan/changes/coming.ts'
import { discountName, isPublished, needsProof, wasDeclined } from '#domain/plan/declared-discounts.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { attendingIn } from '#domain/plan/school-charges.ts'
import { Refusal } from '#domain/refusal.ts'
import { planWithout } from '../../../plans/payment-schedule/discount-review.ts'
import { findDiscount } from '../../../plans/payment-schedule/declared-discounts.reads.ts'
import { planUrl } from '../../../plans/payment-schedule/plan-letters.ts'
import { planMaterial } from '../../../plans/payment-schedule/plan-material.ts'
import type { StoredPlan } from '../../../plans/payment-schedule/plan-facts.reads.ts'
import { findTuitionYear } from '../../../plans/payment-schedule/plan.reads.ts'
import { comparePlans, figuresOfCalculated, type PlanFigures } from './compare-plans.ts'
import { counted, mind, ok, sumInWords, wrong } from './in-words.ts'
import { letterWords, type PageParts } from './parts.ts'
import type { ReviewFacts } from './review-facts.store.ts'
import type { ReadDeps } from '../../../platform/deps.ts'

/** The page about a declared discount: the plan with it and without it. */
export async function discountPage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const { accountId, subjectId, region, schoolName, shortId } = review
  const discount = await findDiscount(deps.db, { accountId, id: subjectId })
  const tuitionYear = discount && (await findTuitionYear(deps.db, accountId, discount.planId))
  if (!discount || tuitionYear === undefined) throw new Refusal('not_found')
  const now = deps.clock()
  const material = await planMaterial(deps.db, { accountId, tuitionYear, now })
  const { plan } = material
  if (!plan) throw new Refusal('not_found')
  const name = discountName(discount, material.enrolments, region)
  const year = tuitionYearName(tuitionYear, region)
  const isOpen = review.status === 'Open' && plan.status !== 'Completed'
  const without = isOpen ? planWithout(material, plan, discount, now) : null
  const first = without?.instalments[0]
  const facts = {
    firstName: '',
    region,
    shortId,
    schoolName,
    tuitionYear,
    discount: name,
    reason: null,
    portalUrl: planUrl(deps, tuitionYear),
  }
  const attending = attendingIn(material, tuitionYear) ?? []
  const isDeclinedBefore = wasDeclined(discount, { ...plan, status: 'Draft' })
  return {
    title: `${review.familyName} family, discount in the plan ${year}`,
    about: name,
    compared: without && {
      onFile: 'Without it',
      onFileDetail: 'if you decline',
      askedFor: 'With it',
      askedForDetail: `version ${plan.version}, as it is`,
      groups: comparePlans(figuresWithout(plan, without), figuresWith(plan), { region, year }),
      sums: null,
    },
    checks: [
      isPublished(discount, attending)
        ? ok('It is on the school’s list', `In its fees of ${year}`)
        : mind('It is not on the school’s list', `${schoolName} publishes no such rate for ${year}`),
      discount.letterId !== null
        ? ok('The family has sent a letter', 'Compare it with the discount')
        : needsProof(discount.type)
          ? wrong('There is no letter', 'This discount needs one of the school')
          : mind('There is no letter', 'It rests on the family’s word alone'),
      ...(isDeclinedBefore ? [wrong('The same discount was declined before')] : []),
    ],
    approve: {
      label: 'Confirm',
      words: await letterWords(deps, review, 'DiscountReviewed', { ...facts, change: null }),
      effects: [
        { kind: 'Plan', text: 'The plan stays as it is, and the discount is no longer marked as declared' },
      ],
    },
    decline: {
      label: 'Decline',
      words: declinedWords(schoolName, name),
      choices: [
        { why: 'The school does not know about it', words: declinedWords(schoolName, name) },
        {
          why: 'The letter does not show it',
          words: `The letter that you sent does not show this discount: ${name}. It is taken off your plan; what you have already paid stays as it is. If you have another letter, please send it to us.`,
        },
        {
          why: 'Something else',
          words: await letterWords(deps, review, 'DiscountReviewed', {
            ...facts,
            change: {
              totalBefore: plan.totalMinor,
              totalAfter: without?.total ?? plan.totalMinor,
              paymentBefore: cents(0),
              paymentAfter: cents(0),
              count: 0,
              from: null,
            },
          }),
        },
      ],
      effects: [
        {
          kind: 'Money',
          text:
            first && without
              ? `${counted(without.instalments.length, 'payment')} to come of ${sumInWords(first.amount, region)} each, from ${formatDateCompact(first.collectOn)}`
              : 'The payments to come are calculated anew',
        },
      ],
    },
  }
}

const declinedWords = (schoolName: string, name: string) =>
  `${schoolName} has not told us about this discount: ${name}. It is taken off your plan; what you have already paid stays as it is. Please ask the school to confirm it to us.`

function figuresWith(plan: StoredPlan): PlanFigures {
  const coming = comingOf(plan.payments)
  return {
    frequency: plan.frequency,
    firstOn: coming[0]?.collectOn ?? null,
    lastOn: coming.at(-1)?.collectOn ?? null,
    count: coming.length,
    each: coming[0]?.amount ?? cents(0),
    last: coming.at(-1)?.amount ?? cents(0),
    total: plan.totalMinor,
    students: plan.studentFees,
    familyFees: plan.familyFees,
    partYearAdjustment: plan.partYearAdjustmentMinor,
    balanceAtStart: plan.balanceAtStartMinor,
    outstandingFees: plan.outstandingFeesCovered ? plan.outstandingFeesMinor : cents(0),
  }
}

const figuresWithout = ({ frequency }: StoredPlan, after: Plan): PlanFigures =>
  figuresOfCalculated(after, frequency, after.instalments[0]?.amount ?? cents(0))
