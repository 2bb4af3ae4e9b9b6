import type { Problem } from '#contract/overview.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import { withinSentence, type SourceProblem } from '#domain/payment-methods/payment-methods.ts'
import {
  tuitionYearName,
  usualReviewBusinessDays,
  type FeeVarianceType,
} from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { overdue, paymentFailed } from './failed-words.ts'
import {
  dayOf,
  inSentence,
  methodWays,
  payWay,
  requestHref,
  type Of,
  type ProblemSetting,
  type ProblemWords,
  type Described,
  type Way,
} from './ways.ts'

export function wordsOf(problem: Problem, setting: ProblemSetting): ProblemWords {
  return { ways: [], otherwise: null, ...describe(problem, setting) }
}

function describe(problem: Problem, setting: ProblemSetting): Described {
  switch (problem.kind) {
    case 'Overdue':
      return overdue(problem, setting)
    case 'RequestOverdue':
      return requestOverdue(problem, setting)
    case 'PaymentFailed':
      return paymentFailed(problem, setting)
    case 'MethodUnusable':
      return {
        tone: 'error',
        eyebrow: 'Payment method',
        title: methodTitles[problem.trouble](problem.method),
        text: `We cannot collect your next payment on ${dayOf(problem.nextOn)} from it.`,
        ways: mainOf(methodWays(setting, 'Choose the card or bank account that pays from now on.')),
        otherwise: 'your next payment becomes overdue, and we ask you for it by email.',
      }
    case 'PaymentDisputed':
      return disputed(problem, setting.region)
    case 'BpayDue':
      return bpayDue(problem, setting)
    case 'MethodExpiring':
      return {
        tone: 'caution',
        eyebrow: 'Payment method',
        title: `${problem.method} expires on ${formatDate(problem.lastDay)}`,
        text: 'We cannot collect the payments after that day from it.',
        ways: mainOf(methodWays(setting, 'Add your new card, or choose another card or bank account.')),
      }
    case 'OutstandingFees':
      return {
        tone: 'caution',
        eyebrow: 'For you to pay',
        title: `Outstanding fees of ${formatMoney(problem.amount, setting.region)} are not part of your plan`,
        text: `They are from before your plan for ${tuitionYearName(problem.tuitionYear, setting.region)}, which does not collect them. Please pay them directly to your school.`,
      }
    case 'PlanUnfinished':
      return planUnfinished(problem, setting)
    case 'PlanUnderReview':
      return {
        tone: 'info',
        eyebrow: 'Plan under review',
        title: `We're reviewing your plan for ${tuitionYearName(problem.tuitionYear, setting.region)}`,
        text: problem.startPassed
          ? `It was to start on ${formatDate(problem.startPassed)}, and we are sorry that it takes so long. Nothing is collected for it until we have answered. Then it starts on a later day, and we email you that day first.`
          : problem.isLate
            ? `You saved it on ${formatDate(problem.since)}. This takes longer than usual, sorry. We have not forgotten it, and will email you the answer.`
            : `You saved it on ${formatDate(problem.since)}. ${answerBy(problem.usuallyBy)} Nothing is collected for it before that.`,
      }
    case 'DiscountDeclared':
      return {
        tone: 'info',
        eyebrow: 'Discount to be confirmed',
        title: `Your ${listOf(problem.types.map((type) => discountNames[type]))} ${problem.types.length === 1 ? 'waits' : 'wait'} for confirmation`,
        text: `You told us on ${formatDate(problem.since)}, and your plan for ${tuitionYearName(problem.tuitionYear, setting.region)} already counts on it. ${answerBy(problem.usuallyBy)} If it cannot be confirmed, your payments go up, and we tell you before.`,
      }
  }
}

function disputed({ amount, paidOn, since, method }: Of<'PaymentDisputed'>, region: Region): Described {
  const from = method === null ? '' : ` with ${withinSentence(method)}`
  return {
    tone: 'info',
    eyebrow: 'With your bank',
    title: `Your bank is looking into a payment of ${formatMoney(amount, region)}`,
    text: `The payment of ${formatDate(paidOn)}${from} was disputed, and your bank took the money back on ${formatDate(since)} until it has decided. That usually takes up to three months. We do not ask you for it meanwhile, and email you the outcome. If you did not mean to dispute it, ask your bank to withdraw the dispute.`,
  }
}

function requestOverdue(problem: Of<'RequestOverdue'>, setting: ProblemSetting): Described {
  const { amount, since, from, items } = problem
  const isOne = items.length === 1
  return {
    tone: 'error',
    eyebrow: 'Overdue',
    title: `${from} waits for ${formatMoney(amount, setting.region)}`,
    text: isOne
      ? `It was due on ${dayOf(since)}. It is not part of a payment plan, so we do not collect it.`
      : `${items.length} requests, the oldest due on ${dayOf(since)}. They are not part of a payment plan, so we do not collect them.`,
    ways: isOne
      ? payWay({ amount, requestId: items[0]?.requestId ?? null }, setting)
      : oneByOne(items, setting.region),
  }
}

function bpayDue({ amount, dueDate, isLate, missedOn }: Of<'BpayDue'>, setting: ProblemSetting): Described {
  const sum = formatMoney(amount, setting.region)
  const { bpay } = setting
  return {
    tone: isLate ? 'error' : 'caution',
    eyebrow: isLate ? 'Not here yet' : 'For you to pay',
    title: isLate ? `Your BPAY payment of ${sum} has not arrived` : `Please pay ${sum} by BPAY`,
    text: isLate
      ? `It was due on ${dayOf(dueDate)}. If you have paid it already, there is nothing more to do: BPAY can take some business days.`
      : `It is due on ${dayOf(dueDate)}. We do not collect it: you pay it from your bank, and BPAY can take some business days.`,
    ways: bpay
      ? [
          {
            kind: 'bpay',
            title: 'Pay in your online banking',
            text: 'Use these details, and this amount.',
            facts: [
              { name: 'Biller code', value: bpay.billerCode },
              { name: 'Reference', value: inFours(bpay.reference) },
              { name: 'Amount', value: sum },
            ],
          },
          ...methodWays(setting, 'Choose a card or bank account, and we collect your payments from it.'),
        ]
      : [],
    otherwise: `it counts as missed on ${dayOf(missedOn)}, and we ask you for it by email.`,
  }
}

function planUnfinished(problem: Of<'PlanUnfinished'>, { region }: ProblemSetting): Described {
  const { reason, startsOn, isPast, canEdit } = problem
  const year = tuitionYearName(problem.tuitionYear, region)
  const href = `/payment-schedule?year=${problem.tuitionYear}`
  const way = (title: string, text: string, label: string): Way[] =>
    canEdit ? [{ kind: 'plan', title, text, isMain: true, link: { label, href, isNewTab: false } }] : []
  const contact = canEdit ? '' : ' Please contact us, so that we can finish it together.'
  const otherwise = `nothing is collected for ${year}. The later a plan starts, the higher each payment is.`
  if (reason === 'NotSaved') {
    return {
      tone: 'caution',
      eyebrow: 'Plan not saved',
      title: `Your plan for ${year} has not started`,
      text: `It was to start on ${dayOf(startsOn)}, but it is an estimate until you save it.${contact}`,
      ways: way('Finish your plan', 'Check it, choose the first payment day and save it.', 'Finish plan'),
      otherwise,
    }
  }
  return {
    tone: 'caution',
    eyebrow: 'No plan yet',
    title: `You have no plan for ${year} yet`,
    text: `The school year ${isPast ? 'began' : 'begins'} on ${dayOf(startsOn)}, and your last plan could not be renewed by itself. Our team is looking into it.${contact}`,
    ways: way('Set up your plan', 'You do not have to wait for us.', 'Set up plan'),
    otherwise,
  }
}

function oneByOne(items: Of<'RequestOverdue'>['items'], region: Region): Way[] {
  const links = items.flatMap(({ dueDate, amount, requestId }) =>
    requestId
      ? [
          {
            label: `Pay ${formatMoney(amount, region)} due ${formatDate(dueDate)}`,
            href: requestHref(requestId),
          },
        ]
      : [],
  )
  return links.length > 0
    ? [{ kind: 'one-by-one', title: 'Pay one at a time', text: 'The oldest first.', links }]
    : []
}

const mainOf = (ways: Way[]) => ways.map((way) => ({ ...way, isMain: true as const }))

const methodTitles: Record<SourceProblem, (method: string) => string> = {
  CardExpired: (method) => `${method} has expired`,
  MandateEnded: (method) => `Your bank has ended the direct debit from ${inSentence(method)}`,
  Refused: (method) => `${method} can no longer be charged`,
  CardExpiring: (method) => `${method} expires soon`,
}

const discountNames: Record<FeeVarianceType, string> = {
  BursaryConcession: 'bursary or concession',
  FamilyArrangement: 'family arrangement',
  FeeScheduleOption: 'fee schedule option',
  OutstandingFees: 'outstanding fees',
  Scholarship: 'scholarship',
  StaffDiscount: 'staff discount',
  OtherArrangement: 'other arrangement',
}

const answerBy = (day: string) =>
  `This usually takes ${usualReviewBusinessDays} business days, so you should hear from us by ${dayOf(day)}.`

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-AU').format(names)
