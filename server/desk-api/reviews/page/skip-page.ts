import { sumOf, type Cents } from '#domain/money.ts'
import { dateIn, daysBetween } from '#domain/calendar/calendar.ts'
import { beforeAndAfter, type BeforeAfter, type PaymentOnDay } from '#domain/plan/changes/before-after.ts'
import { answerBy } from '#domain/plan/changes/skip-rules.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { refusalMessage } from '../../../platform/http/errors.ts'
import { findFlexible } from '../../../plans/plan-changes/change-plan.ts'
import { requestedSkipOf } from '../../../plans/plan-changes/decide-skip.ts'
import { findChangedPlan } from '../../../plans/plan-changes/plan-changes.reads.ts'
import type { FlexibleFacts } from '../../../plans/plan-changes/flexible-plan.ts'
import type { Worked } from '../../../plans/plan-changes/skip-payments.ts'
import { counted, dayInWords, daysApart, differenceInWords, mind, ok, sumInWords, wrong } from './in-words.ts'
import { inSentences, type PageParts } from './parts.ts'
import type { ReviewFacts } from './review-facts.store.ts'
import type { ReadDeps } from '../../../platform/deps.ts'

/** Payments that a family asks to skip, more than its school grants at once. */
export async function skipPage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const { accountId, subjectId: changeId, region } = review
  const change = await findChangedPlan(deps.db, { accountId, changeId })
  if (change?.details.kind !== 'Skip') throw new Refusal('not_found')
  const { skipped, outcome } = change.details
  const facts = await findFlexible(deps.db, deps, { accountId, planId: change.planId })
  const isOpen = review.status === 'Open'
  const { worked, whyNot } = facts && isOpen ? calculated(facts, changeId) : { worked: null, whyNot: null }
  const year = facts ? tuitionYearName(facts.plan.tuitionYear, region) : ''
  const days = skipped.map(({ on }) => dayInWords(on)).join(', ')
  const placement = outcome === 'AtEnd' ? 'added at the end' : 'spread over the rest'
  return {
    title: `${review.familyName} family, ${counted(skipped.length, 'payment')} to skip`,
    about: `${placement[0]?.toUpperCase()}${placement.slice(1)}, plan ${year}`,
    says: { text: `Please skip: ${days}. They are ${placement}.`, at: review.openedAt.toISOString() },
    compared:
      facts && worked
        ? {
            onFile: 'As it is',
            onFileDetail: `version ${facts.plan.version}`,
            askedFor: 'With the skip',
            askedForDetail: placement,
            groups: [
              {
                title: 'Payments to come',
                rows: beforeAndAfter(facts.coming, worked.rest).map((each) => paymentRow(each, region)),
              },
            ],
            sums: sumsOf(facts, worked, region),
          }
        : null,
    checks: facts && isOpen ? skipChecks(facts, worked, whyNot, skipped.length) : [],
    approve: {
      label: 'Approve',
      words: inSentences(
        `We have skipped ${skipped.length === 1 ? 'the payment' : 'the payments'} as you asked: ${days}.`,
        outcome === 'AtEnd'
          ? 'They are added at the end of your plan.'
          : 'The payments still to come share the difference.',
      ),
      effects: [
        {
          kind: 'Plan',
          text: `${counted(skipped.length, 'payment')} not collected; ${placement}`,
        },
      ],
      ...(worked && { undo: { until: worked.undoUntil, whyNot: null } }),
      whyNot,
    },
    decline: {
      label: 'Decline',
      words: `We cannot skip ${skipped.length === 1 ? 'the payment' : 'these payments'}: ${days}. Your plan stays as it is. If it is hard to pay just now, please talk to us.`,
      effects: [{ kind: 'Plan', text: 'The plan stays as it is' }],
    },
  }
}

function calculated(
  facts: FlexibleFacts,
  changeId: string,
): { worked: Worked | null; whyNot: string | null } {
  try {
    return { worked: requestedSkipOf(facts, changeId), whyNot: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { worked: null, whyNot: refusalMessage(error) }
  }
}

function skipChecks(
  facts: FlexibleFacts,
  worked: Worked | null,
  whyNot: string | null,
  count: number,
): PageParts['checks'] {
  const { skipsLeft, plan, coming } = facts
  const pending = facts.changes.find(({ status }) => status === 'Asked')
  const by = pending && answerBy(dateIn(facts.region, new Date(pending.madeAt)), facts.calendar)
  const overdue = plan.payments.filter(({ status }) => status === 'Overdue').length
  return [
    worked ? ok('It can be done on the plan as it stands') : wrong('It can no longer be done', whyNot),
    ...(worked && sumOf(worked.rest) !== sumOf(coming)
      ? [wrong('The payments do not add up to what is left')]
      : worked
        ? [ok('The payments add up to what is left', 'To the cent')]
        : []),
    count > skipsLeft
      ? mind('More than the school grants a family by itself', `${counted(skipsLeft, 'skip')} left this year`)
      : ok('Within what the school grants', `${counted(skipsLeft, 'skip')} left this year`),
    overdue === 0 ? ok('Nothing is overdue') : wrong(`${counted(overdue, 'payment')} overdue`),
    ...(by === undefined
      ? []
      : [
          by < facts.today
            ? wrong('An answer was promised', `By ${dayInWords(by)}`)
            : ok('An answer is promised', `By ${dayInWords(by)}`),
        ]),
  ]
}

function paymentRow({ dueOn, before, after }: BeforeAfter, region: Region) {
  const words = (payment: PaymentOnDay | null) =>
    payment && `${sumInWords(payment.amount, region)} on ${dayInWords(payment.on)}`
  const isSame = before?.amount === after?.amount && before?.on === after?.on
  const moved = before && after ? daysApart(daysBetween(before.on, after.on)) : null
  return {
    label: dayInWords(dueOn),
    onFile: words(before),
    askedFor: words(after) ?? 'Skipped',
    difference: differenceInWords(before?.amount ?? 0, after?.amount ?? 0, region) ?? moved,
    isChanged: !isSame,
    isTotal: false,
  }
}

function sumsOf({ coming }: FlexibleFacts, { rest }: Worked, region: Region): string {
  const total = (payments: readonly { amount: Cents }[]) => sumInWords(sumOf(payments), region)
  return `${counted(rest.length, 'payment')}, ${total(rest)} in all. As it is: ${counted(coming.length, 'payment')}, ${total(coming)}.`
}
