import type { Problem } from '#contract/overview.ts'
import type { BpayInfo } from '#contract/payment-methods.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import { withinSentence, type SourceTrouble } from '#domain/payment-methods/payment-methods.ts'
import type { DeclineReason } from '#domain/payments.ts'
import {
  tuitionYearName,
  usualReviewBusinessDays,
  type FeeVarianceType,
} from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { weekdayOf } from '../payment-day.ts'

/** Something that the family can do about a problem. */
export type Way = {
  kind: 'pay' | 'method' | 'bpay' | 'one-by-one' | 'plan'
  title: string
  text: string
  /** The best way: of the first problem it is the main button of the page. */
  isMain?: true
  link?: { label: string; href: string; isNewTab: boolean }
  /** What can be paid one by one. */
  links?: { label: string; href: string }[]
  facts?: { name: string; value: string }[]
}

export type ProblemWords = {
  /** Something went wrong, soon will, or only waits. */
  tone: 'error' | 'caution' | 'info'
  eyebrow: string
  title: string
  text: string
  /** What an amount consists of. */
  parts?: { name: string; value: string }[]
  ways: Way[]
  /** What happens by itself. */
  otherwise: string | null
}

export type ProblemSetting = {
  region: Region
  bpay: BpayInfo | null
  /** The family may choose its payment methods itself. */
  canChangeMethod: boolean
  canPayEarly: boolean
  /** What is paid now pays what was due first, so only the first problem offers it. */
  isFirst: boolean
}

export function wordsOf(problem: Problem, setting: ProblemSetting): ProblemWords {
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
        otherwise: null,
      }
    case 'OutstandingFees':
      return {
        tone: 'caution',
        eyebrow: 'For you to pay',
        title: `Outstanding fees of ${formatMoney(problem.amount, setting.region)} are not part of your plan`,
        text: `They are from before your plan for ${tuitionYearName(problem.tuitionYear, setting.region)}, which does not collect them. Please pay them directly to your school.`,
        ways: [],
        otherwise: null,
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
        ways: [],
        otherwise: null,
      }
    case 'DiscountDeclared':
      return {
        tone: 'info',
        eyebrow: 'Discount to be confirmed',
        title: `Your ${listOf(problem.types.map((type) => discountNames[type]))} ${problem.types.length === 1 ? 'waits' : 'wait'} for confirmation`,
        text: `You told us on ${formatDate(problem.since)}, and your plan for ${tuitionYearName(problem.tuitionYear, setting.region)} already counts on it. ${answerBy(problem.usuallyBy)} If it cannot be confirmed, your payments go up, and we tell you before.`,
        ways: [],
        otherwise: null,
      }
  }
}

type Of<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>

function overdue(problem: Of<'Overdue'>, setting: ProblemSetting): ProblemWords {
  const { region } = setting
  const { amount, onItsWay, fee, since, items, requestId } = problem
  if (amount === 0) return onTheWay(onItsWay, since, region)
  const isOne = items.length < 2
  const when = isOne
    ? `It was due on ${dayOf(since)}.`
    : `${items.length} payments, the oldest due on ${dayOf(since)}.`
  return {
    tone: 'error',
    eyebrow: 'Overdue',
    title: `${formatMoney(amount, region)} is overdue`,
    text: [
      when,
      whatHappened(problem),
      fee > 0 && `It includes a fee of ${formatMoney(fee, region)}, because your bank sent the debit back.`,
      onItsWay > 0 && `Another ${formatMoney(onItsWay, region)} is on its way.`,
    ]
      .filter(Boolean)
      .join(' '),
    ...(!isOne && { parts: partsOf(problem, region) }),
    ways: [
      ...payWay({ amount, requestId, isAll: !isOne }, setting),
      ...methodWays(
        setting,
        'So that the next payment goes through, choose another card or bank account for it.',
      ),
    ],
    otherwise: `${isOne ? 'it stays overdue: we do not try to collect it again' : 'they stay overdue: we do not try to collect them again'}. Your other payments go on as planned.`,
  }
}

function disputed({ amount, paidOn, since, method }: Of<'PaymentDisputed'>, region: Region): ProblemWords {
  const from = method === null ? '' : ` with ${withinSentence(method)}`
  return {
    tone: 'info',
    eyebrow: 'With your bank',
    title: `Your bank is looking into a payment of ${formatMoney(amount, region)}`,
    text: `The payment of ${formatDate(paidOn)}${from} was disputed, and your bank took the money back on ${formatDate(since)} until it has decided. That usually takes up to three months. We do not ask you for it meanwhile, and email you the outcome. If you did not mean to dispute it, ask your bank to withdraw the dispute.`,
    ways: [],
    otherwise: null,
  }
}

function partsOf({ items, fee }: Of<'Overdue'>, region: Region): ProblemWords['parts'] {
  return [
    ...items.map(({ dueDate, amount }) => ({
      name: `Due ${formatDate(dueDate)}`,
      value: formatMoney(amount, region),
    })),
    ...(fee > 0 ? [{ name: 'Fee for a returned debit', value: formatMoney(fee, region) }] : []),
  ]
}

function requestOverdue(problem: Of<'RequestOverdue'>, setting: ProblemSetting): ProblemWords {
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
    otherwise: null,
  }
}

function paymentFailed(problem: Of<'PaymentFailed'>, setting: ProblemSetting): ProblemWords {
  const { region } = setting
  const { amount, onItsWay, dueDate, triedAgainOn, thenOn, method } = problem
  if (amount === 0) return onTheWay(onItsWay, dueDate, region)
  return {
    tone: 'error',
    eyebrow: 'Fix this payment',
    title: `Your payment of ${formatMoney(amount, region)} did not go through`,
    text: `It was due on ${dayOf(dueDate)}${method ? ` from ${inSentence(method)}` : ''}. ${reasons[problem.reason ?? 'not_accepted']} Nothing has been taken.`,
    ways: [
      ...(setting.isFirst ? payWay({ amount, requestId: null }, setting) : []),
      ...methodWays(
        setting,
        `We collect ${formatMoney(amount, region)} on ${dayOf(triedAgainOn)} from the method that is active on that day, and the payments after it too.`,
      ),
    ],
    otherwise: `we try again on ${dayOf(triedAgainOn)}${thenOn ? `, and once more on ${dayOf(thenOn)}` : ' for the last time'}. Your bank may charge you for a failed payment.`,
  }
}

function bpayDue(
  { amount, dueDate, isLate, missedOn }: Of<'BpayDue'>,
  setting: ProblemSetting,
): ProblemWords {
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

function planUnfinished(problem: Of<'PlanUnfinished'>, { region }: ProblemSetting): ProblemWords {
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

function onTheWay(amount: number, dueDate: string, region: Region): ProblemWords {
  return {
    tone: 'info',
    eyebrow: 'On its way',
    title: `Your payment of ${formatMoney(amount, region)} is on its way`,
    text: `It pays what was due on ${formatDate(dueDate)}. A bank needs up to three business days for it, and there is nothing more to do.`,
    ways: [],
    otherwise: null,
  }
}

type Owed = { amount: number; requestId: string | null; isAll?: boolean }

/** By the link of the request, which may also be paid in part; where there is none, as an early payment. */
function payWay({ amount, requestId, isAll = false }: Owed, { region, canPayEarly }: ProblemSetting): Way[] {
  const sum = formatMoney(amount, region)
  const href =
    requestId !== null
      ? requestHref(requestId)
      : canPayEarly
        ? `/pay-now?step=method&amount=${amount.toFixed(2)}`
        : undefined
  if (href === undefined) return []
  const surcharge = 'and the surcharge of a card where there is one'
  return [
    {
      kind: 'pay',
      title: isAll ? 'Pay all, or a part' : 'Pay now',
      text: isAll
        ? `Today, by card or bank account: ${sum}, ${surcharge}. You can choose a smaller amount on the next page; it pays what was due first.`
        : `Today, by card or bank account: exactly ${sum}, ${surcharge}.`,
      isMain: true,
      link: { label: isAll ? `Pay all ${sum}` : `Pay ${sum} now`, href, isNewTab: true },
    },
  ]
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

function methodWays({ canChangeMethod }: ProblemSetting, text: string): Way[] {
  if (!canChangeMethod) return []
  const link = { label: 'Choose a method', href: '/manage-payments', isNewTab: false }
  return [{ kind: 'method', title: 'Use another method', text, link }]
}

const mainOf = (ways: Way[]) => ways.map((way) => ({ ...way, isMain: true as const }))

const requestHref = (id: string) => `/pay-now?request=${encodeURIComponent(id)}`

function whatHappened({ tries, reason, method }: Of<'Overdue'>): string {
  if (tries === 0) return reason ? reasons[reason] : 'Your payment has not arrived.'
  if (reason === null) return 'We had collected it, and the money went back.'
  const times = tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`
  return `We tried ${times}${method ? `, the last time from ${inSentence(method)}` : ''}. ${reasons[reason]}`
}

const declined = 'Your bank declined it without a reason that we may pass on.'

/** The bank's reason in plain words. */
const reasons: Record<DeclineReason, string> = {
  insufficient_funds: 'Your bank told us that there was not enough money in the account.',
  card_declined: declined,
  lost_card: declined,
  stolen_card: declined,
  refer_to_customer: 'Your bank did not allow it, and asks you to contact them.',
  processing_error: 'Something went wrong on the way to your bank.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your bank did not accept the card's security code.",
  incorrect_number: 'Your bank did not accept the card number.',
  authentication_required: 'Your bank wants you to confirm the payment yourself.',
  not_confirmed: 'It was not confirmed with your bank.',
  over_limit: 'It is more than your bank allows at once.',
  too_small: 'It is too small an amount to be collected this way.',
  account_closed: 'The bank account is closed.',
  no_account: 'The bank could not find the account.',
  debit_not_authorized: 'Your bank does not allow direct debits from the account any more.',
  method_gone: 'There was no payment method that we could collect it from.',
  not_accepted: 'Your bank did not accept it.',
}

const methodTitles: Record<SourceTrouble, (method: string) => string> = {
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

/** "Friday 13 November 2026" */
const dayOf = (date: string) => `${weekdayOf(date)} ${formatDate(date)}`

/** "Bank account ending 6789" after a preposition; "Visa ending 4242" stays. */
const inSentence = (method: string) => method.replace(/^Bank account/, 'your bank account')

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-AU').format(names)
