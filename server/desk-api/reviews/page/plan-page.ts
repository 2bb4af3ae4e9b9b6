import { dateIn, formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import { discountName, discountsIn } from '#domain/plan/declared-discounts.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import {
  collectionDate,
  planEditCutOff,
  planEditCutOffBusinessDays,
  tuitionYearName,
} from '#domain/plan/payment-schedule.ts'
import { calculatePlan } from '#domain/plan/plan.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../../platform/bank-calendars.ts'
import { day, howOften, money as sumInLetters } from '../../../letters/messages/wording.ts'
import { planMaterial, type MaterialOfAccount } from '../../../plans/payment-schedule/plan-material.ts'
import { findTuitionYear } from '../../../plans/payment-schedule/plan.reads.ts'
import { planUndoneUntil } from '../undo-rules.ts'
import { comparePlans, figuresOfCalculated, sumsInWords, type PlanFigures } from './compare-plans.ts'
import { namesInWords, sumInWords } from './in-words.ts'
import { inSentences, type PageParts } from './parts.ts'
import { planChecks } from './plan-checks.ts'
import {
  findMoneyOfFamily,
  listPlanVersions,
  type PlanVersion,
  type ReviewFacts,
} from './review-facts.store.ts'
import type { ReadDeps } from '../../../platform/deps.ts'

const savers = { Customer: 'the family', Staff: 'our team', Renewal: 'renewal', School: 'new fees' } as const

/** A plan that a family has asked for, beside the one before it or, without one, beside the plain fees of its schools. */
export async function planPage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const { accountId, subjectId: planId, region } = review
  const tuitionYear = orNotFound(await findTuitionYear(deps.db, accountId, planId))
  const now = deps.clock()
  const material = await planMaterial(deps.db, { accountId, tuitionYear, now })
  const { requested, before } = versionsOf(await listPlanVersions(deps.db, { accountId, planId }), review)
  const figures = planFiguresOf(requested, region)
  const onFile = before ? planFiguresOf(before, region) : plainFigures(material, requested, tuitionYear)
  const today = dateIn(region, now)
  const money = await findMoneyOfFamily(deps.db, { accountId, on: figures.firstOn ?? today })
  const year = tuitionYearName(tuitionYear, region)
  const variances = normalised(requested.variances)
  const discounts = discountsIn(variances).map((discount) =>
    discountName(discount, material.enrolments, region),
  )
  const hasPassed = figures.firstOn !== null && figures.firstOn <= today
  const savedBy = ({ savedBy: by, savedByName }: PlanVersion) => savedByName ?? savers[by]
  return {
    title: `${review.familyName} family, plan ${year}`,
    says:
      variances.otherArrangementsRequest === null
        ? null
        : { text: variances.otherArrangementsRequest, at: requested.savedAt.toISOString() },
    compared: {
      onFile: before ? 'On file' : 'School’s fees',
      onFileDetail: before ? `version ${before.version}, ${savedBy(before)}` : 'nothing asked for',
      askedFor: 'Asked for',
      askedForDetail: `version ${requested.version}, ${savedBy(requested)}`,
      groups: comparePlans(onFile, figures, { region, year }),
      sums: `${sumsInWords(figures, region)}. ${before ? 'On file' : 'Without what is asked for'}: ${sumsInWords(onFile, region)}.`,
    },
    checks: planChecks({ material, tuitionYear, version: requested, figures, onFile, money, today }),
    approve: {
      label: 'Approve',
      words: approvedWords({ figures, year, region, discounts }),
      effects: [
        {
          kind: 'Money',
          text:
            figures.firstOn === null
              ? 'Nothing is left to pay: no debit follows'
              : inSentences(
                  `First debit of ${sumInWords(figures.count === 1 ? figures.last : figures.each, region)} on ${formatDateCompact(figures.firstOn)}, ${money.methodName ?? 'but there is no payment method yet'}`,
                ),
        },
      ],
      undo: { until: planUndoneUntil(requested.startDate, region), whyNot: null },
      needsStartDate: hasPassed ? earliestStart(today, region) : null,
    },
    decline: {
      label: 'Decline',
      words: declinedWords(year),
      choices: declineChoices({ review, year, discounts }),
      effects: [
        { kind: 'Plan', text: 'The plan is an estimate again: nothing is collected for it' },
        { kind: 'Family', text: 'The family chooses another plan in the portal' },
      ],
      undo: { until: planEditCutOff(requested.startDate, bankCalendarOf(region)), whyNot: null },
    },
  }
}

/** The version under review, and the last one from before the review was opened. */
function versionsOf(versions: readonly PlanVersion[], { openedAt, decidedAt }: ReviewFacts) {
  const requested =
    versions.find(({ savedAt }) => decidedAt === null || savedAt < decidedAt) ?? versions.at(-1)
  if (!requested) throw new Refusal('not_found')
  return { requested, before: versions.find(({ savedAt }) => savedAt < openedAt) }
}

export function planFiguresOf(version: PlanVersion, region: Region): PlanFigures {
  const { count, each, total } = version
  const calendar = bankCalendarOf(region)
  return {
    frequency: version.frequency,
    firstOn: count === 0 ? null : collectionDate(version.startDate, calendar),
    lastOn: count === 0 ? null : collectionDate(version.endDate, calendar),
    count,
    each,
    last: cents(count === 0 ? 0 : total - (count - 1) * each),
    total,
    students: version.studentFees,
    familyFees: version.familyFees,
    partYearAdjustment: version.partYearAdjustment,
    balanceAtStart: version.balanceAtStart,
    outstandingFees: version.coversOutstandingFees ? version.outstandingFees : cents(0),
  }
}

/** The same frequency without any request: the plain fees of the schools. */
function plainFigures(material: MaterialOfAccount, requested: PlanVersion, tuitionYear: number): PlanFigures {
  const { frequency, startDate, count, balanceAtStart } = requested
  const plain = calculatePlan(
    { ...material, plan: null },
    { tuitionYear, frequency, startDate, count: Math.max(1, count), variances: normalised(null) },
    { coverFrom: material.plan?.coverFrom ?? null, balanceAtStart },
  )
  // A school that has withdrawn its fees leaves nothing to compare with.
  if (!plain) return planFiguresOf(requested, material.region)
  return figuresOfCalculated(plain, frequency, plain.periodic)
}

function earliestStart(today: CalendarDate, region: Region): CalendarDate {
  return addBusinessDays(today, planEditCutOffBusinessDays, bankCalendarOf(region))
}

type LetterFacts = { figures: PlanFigures; year: string; region: Region; discounts: readonly string[] }

function approvedWords({ figures, year, region, discounts }: LetterFacts): string {
  const { firstOn, lastOn, count, each, frequency } = figures
  const included = discounts.length > 0 && `In it: ${namesInWords(discounts)}.`
  if (firstOn === null || lastOn === null)
    return inSentences(`Your plan for ${year} is approved. Nothing is left to pay.`, included)
  const payments =
    count === 1
      ? `one payment of ${sumInLetters(figures.last, region)} on ${day(firstOn)}`
      : `${sumInLetters(each, region)} ${howOften(frequency)}, from ${day(firstOn)} to ${day(lastOn)}`
  return inSentences(`Your plan for ${year} is approved: ${payments}.`, included)
}

const declinedWords = (year: string) =>
  `We have looked at your plan for ${year} and cannot approve it as it is. Please choose another one in the portal; until then nothing is collected for it.`

function declineChoices({
  review: { schoolName },
  year,
  discounts,
}: {
  review: ReviewFacts
  year: string
  discounts: readonly string[]
}) {
  const start = `Your plan for ${year} is not approved yet.`
  const end = 'Nothing is collected for it until then.'
  return [
    ...(discounts.length === 0
      ? []
      : [
          {
            why: 'A discount is not on the school’s list',
            words: `${start} ${schoolName} has not told us about this: ${namesInWords(discounts)}. Please ask the school to confirm it to us, then save the plan again. ${end}`,
          },
        ]),
    {
      why: 'A fee differs from the school’s',
      words: `${start} A fee in it is not what ${schoolName} charges. Please look at the fees in your plan and save it again. ${end}`,
    },
    {
      why: 'The dates do not fit the school’s rules',
      words: `${start} Its days do not fit what ${schoolName} allows. Please choose other days and save it again. ${end}`,
    },
    { why: 'Something else', words: declinedWords(year) },
  ]
}
