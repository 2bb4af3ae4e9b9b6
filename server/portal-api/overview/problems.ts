import type { Overview } from '#contract/overview.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import { payingSourceFor, payingSourceOn } from '#domain/payment-methods/payment-methods.ts'
import { debitOf } from '#domain/plan/debits.ts'
import { collectionDays, type NextPayment } from '#domain/plan/next-payment.ts'
import { isCollected } from '#domain/plan/plan-payments.ts'
import {
  lastDayOfCard,
  problemsOf,
  type OwedItem,
  type Problem,
  type ProblemFacts,
} from '#domain/problems.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { problemOf } from '../../books/payment-methods/paying-source.ts'
import type { StoredLink } from '../../books/payment-requests/request-links.ts'
import type {
  FailedPaymentRow,
  OverviewFacts,
  PlanRow,
  OpenRequestRow,
  OverviewSourceRow,
} from './overview.store.ts'

type Seen = {
  today: CalendarDate
  next: NextPayment<PlanRow, OverviewSourceRow> | undefined
  openLink: (link: StoredLink) => string | null
}

/** The problems of an account, from the facts of the Overview. */
export function readProblems(facts: OverviewFacts, { today, next, openLink }: Seen): Overview['problems'] {
  return problemsOf(problemFacts(facts, today, next)).map((problem) => onTheWire(problem, openLink))
}

/** Whether a request asks for a payment of the plan that was not collected. */
export function isForFailed({ link }: Pick<OpenRequestRow, 'link'>, { failed }: OverviewFacts): boolean {
  return failed.some(({ request }) => request?.id === link.id)
}

function problemFacts(
  facts: OverviewFacts,
  today: CalendarDate,
  next: Seen['next'],
): ProblemFacts<StoredLink> {
  const { region, plans, sources, requests } = facts
  const calendar = bankCalendarOf(region)
  const dayOf = collectionDays({ calendar, today, sources })
  const displayed = plans.find((plan) => plan.details !== null)
  const isHeld = plans.some((plan) => plan.isHeld)
  const details = displayed?.details
  const [firstDeclared] = details?.declared ?? []
  return {
    calendar,
    today,
    // While staff review a family's request for help, nothing is asked of it.
    failed: (isHeld ? [] : facts.failed).map(({ request, isRetried, ...instalment }) => ({
      ...instalment,
      ...retryOf({ ...instalment, isRetried }, facts, dayOf(instalment)),
      request: request && {
        id: request.id,
        link: requests.find(({ link }) => link.id === request.id)?.link ?? null,
      },
    })),
    requests: requests
      .filter((request) => !isForFailed(request, facts))
      .map(({ link, amountLeft, dueDate, institutionName }) => ({
        link,
        amount: amountLeft,
        dueOn: dueDate,
        from: institutionName,
      })),
    disputes: facts.disputes,
    fees: facts.fees,
    next: next && { on: next.on, amount: next.amount, isByDeposit: next.source?.type === 'CustomerDeposit' },
    method: next && methodProblem(payingSourceOn(sources, next.on), today),
    lastPaymentOn: plans
      .filter(isCollected)
      .flatMap(({ instalments }) => instalments.at(-1)?.collectOn ?? [])
      .toSorted()
      .at(-1),
    outstanding:
      displayed && details && !details.coversOutstanding && displayed.status !== 'Completed'
        ? { year: displayed.tuitionYear, amount: details.outstandingFees }
        : undefined,
    underReview: plans.flatMap(({ tuitionYear, savedAt, startDate: startsOn }) =>
      savedAt === null ? [] : [{ year: tuitionYear, savedOn: dateIn(region, new Date(savedAt)), startsOn }],
    ),
    unfinished: facts.unfinished,
    declared:
      displayed && details && firstDeclared
        ? {
            year: displayed.tuitionYear,
            types: details.declared.map(({ type }) => type),
            since: dateIn(region, new Date(firstDeclared.declaredAt)),
          }
        : undefined,
  }
}

function retryOf(
  failed: Pick<FailedPaymentRow, 'isRetried' | 'open' | 'quote' | 'sourceId'>,
  { region, absorbCardSurcharge: absorb, surchargeRates: rates, sources }: OverviewFacts,
  on: CalendarDate,
) {
  if (!failed.isRetried) return { triedAgainOn: null }
  const { surcharge } = debitOf(payingSourceFor(sources, failed, on), failed, { region, absorb, on, rates })
  return { triedAgainOn: on, surcharge }
}

function methodProblem(
  source: OverviewSourceRow | undefined,
  today: CalendarDate,
): ProblemFacts<StoredLink>['method'] {
  const problem = source && problemOf(source, today)
  if (!problem) return undefined
  const { displayName, cardExpiry } = source
  return {
    name: displayName,
    trouble: problem,
    lastDay: cardExpiry === null ? null : lastDayOfCard(cardExpiry),
  }
}

function onTheWire(problem: Problem<StoredLink>, openLink: Seen['openLink']): Overview['problems'][number] {
  const itemOf = ({ dueOn, amount, link }: OwedItem<StoredLink>) => ({
    dueDate: dueOn,
    amount: toDecimal(amount),
    requestId: link && openLink(link),
  })
  switch (problem.kind) {
    case 'Overdue': {
      const { link, ...overdue } = problem
      return {
        ...overdue,
        amount: toDecimal(problem.amount),
        onItsWay: toDecimal(problem.onItsWay),
        fee: toDecimal(problem.fee),
        requestId: link && openLink(link),
        items: problem.items.map(({ dueOn, amount }) => ({ dueDate: dueOn, amount: toDecimal(amount) })),
      }
    }
    case 'RequestOverdue':
      return { ...problem, amount: toDecimal(problem.amount), items: problem.items.map(itemOf) }
    case 'PaymentFailed': {
      const { dueOn, ...failed } = problem
      return {
        ...failed,
        dueDate: dueOn,
        amount: toDecimal(problem.amount),
        surcharge: toDecimal(problem.surcharge),
        onItsWay: toDecimal(problem.onItsWay),
        items: problem.items.map((item) => ({
          dueDate: item.dueOn,
          amount: toDecimal(item.amount),
          triedAgainOn: item.triedAgainOn,
        })),
      }
    }
    case 'BpayDue': {
      const { dueOn, ...due } = problem
      return { ...due, dueDate: dueOn, amount: toDecimal(problem.amount) }
    }
    case 'PaymentDisputed':
      return { ...problem, amount: toDecimal(problem.amount) }
    case 'OutstandingFees':
      return { kind: problem.kind, tuitionYear: problem.year, amount: toDecimal(problem.amount) }
    case 'PlanUnfinished':
    case 'PlanUnderReview':
    case 'DiscountDeclared': {
      const { year, ...review } = problem
      return { ...review, tuitionYear: year }
    }
    case 'MethodUnusable':
    case 'MethodExpiring':
      return problem
  }
}
