import type { Fix } from '#contract/overview.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { bankSaid } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import {
  dayOf,
  inSentence,
  methodWays,
  payWay,
  type Of,
  type ProblemSetting,
  type Described,
  type Way,
} from './ways.ts'

export function overdue(problem: Of<'Overdue'>, setting: ProblemSetting): Described {
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
      ...againWays(
        setting,
        items.map(({ dueDate }) => dueDate),
        'So that the next payment goes through, choose another card or bank account for it.',
      ),
    ],
    isOfPlan: true,
    otherwise: `${isOne ? 'it stays overdue: we do not try to collect it again' : 'they stay overdue: we do not try to collect them again'}. Your other payments go on as planned.`,
  }
}

function partsOf({ items, fee }: Of<'Overdue'>, region: Region): Described['parts'] {
  return [
    ...items.map(({ dueDate, amount }) => ({
      name: `Due ${formatDate(dueDate)}`,
      value: formatMoney(amount, region),
    })),
    ...(fee > 0 ? [{ name: 'Fee for a returned debit', value: formatMoney(fee, region) }] : []),
  ]
}

export function paymentFailed(problem: Of<'PaymentFailed'>, setting: ProblemSetting): Described {
  const { region } = setting
  const { amount, onItsWay, dueDate, items, isArranged } = problem
  if (amount === 0) return onTheWay(onItsWay, dueDate, region)
  const sum = formatMoney(totalOf(problem), region)
  const isOne = items.length < 2
  const again = againWays(
    setting,
    items.map((item) => item.dueDate),
    `We collect ${formatMoney(amount, region)} on ${dayOf(problem.triedAgainOn)} from the method that is active on that day, and the payments after it too.`,
  )
  const parts = isOne ? {} : { parts: triedParts(problem, region) }
  if (isArranged)
    return { ...arranged(problem, setting), ...parts, ways: [...payNow(problem, setting, false), ...again] }
  return {
    tone: 'error',
    eyebrow: isOne ? 'Fix this payment' : 'Fix these payments',
    title: isOne
      ? `Your payment of ${sum} did not go through`
      : `${items.length} payments did not go through: ${sum} in all`,
    text: whyFailed(problem, setting),
    ...parts,
    ways: [...payNow(problem, setting), ...again],
    isOfPlan: true,
    otherwise: [`we try ${isOne ? '' : 'them '}again ${tries(problem)}.`, setting.failedText?.ofBank]
      .filter(Boolean)
      .join(' '),
  }
}

/** What is taken by the next tries. */
const totalOf = ({ amount, surcharge }: Of<'PaymentFailed'>) => amount + surcharge

function whyFailed(
  { dueDate, method, reason, items, surcharge }: Of<'PaymentFailed'>,
  { fix, failedText, region }: ProblemSetting,
): string {
  const from = method ? ` from ${inSentence(method)}` : ''
  const due =
    items.length < 2 ? `It was due on ${dayOf(dueDate)}${from}.` : `The oldest was due on ${dayOf(dueDate)}.`
  const cost = fix?.isFree ? failedText?.noFee : undefined
  return [
    due,
    ...included(surcharge, region),
    bankSaid(reason ?? 'not_accepted'),
    cost ?? 'Nothing has been taken.',
  ].join(' ')
}

const included = (surcharge: number, region: Region) =>
  surcharge > 0 ? [`It includes a card surcharge of ${formatMoney(surcharge, region)}.`] : []

/** "on Thursday 19 November 2026, and once more on Wednesday 25 November 2026" */
function tries({ triedAgainOn, thenOn, items }: Of<'PaymentFailed'>): string {
  const days = [...new Set(items.map((item) => item.triedAgainOn))].toSorted()
  if (days.length > 1) return `on ${new Intl.ListFormat('en-AU').format(days.map(dayOf))}`
  return `on ${dayOf(triedAgainOn)}${thenOn ? `, and once more on ${dayOf(thenOn)}` : ' for the last time'}`
}

const triedParts = ({ items, surcharge }: Of<'PaymentFailed'>, region: Region) => [
  ...items.map(({ dueDate, amount, triedAgainOn }) => ({
    name: `Due ${formatDate(dueDate)}, tried again on ${formatDate(triedAgainOn)}`,
    value: formatMoney(amount, region),
  })),
  ...(surcharge > 0 ? [{ name: 'Card surcharge', value: formatMoney(surcharge, region) }] : []),
]

/** The family has chosen when or from what it is tried: it reads what happens, and can still change its mind. */
function arranged(problem: Of<'PaymentFailed'>, { region }: ProblemSetting): Described {
  const { dueDate, items, triedAgainOn, surcharge } = problem
  const sum = formatMoney(totalOf(problem), region)
  const isOne = items.length < 2
  return {
    tone: 'info',
    eyebrow: 'As you chose',
    title: isOne ? `We collect ${sum} on ${dayOf(triedAgainOn)}` : `We collect ${sum} on the days you chose`,
    text: [
      isOne
        ? `The payment that was due on ${dayOf(dueDate)} did not go through.`
        : `${items.length} payments did not go through.`,
      ...included(surcharge, region),
      `We do not try before then, and we tell you before we collect ${isOne ? 'it' : 'them'}. There is nothing more to do.`,
    ].join(' '),
    isOfPlan: true,
  }
}

/** What is paid now pays what was due first, so only the first problem offers it. */
function payNow({ amount }: Of<'PaymentFailed'>, setting: ProblemSetting, isMain = true): Way[] {
  if (!setting.isFirst) return []
  const [way] = payWay({ amount, requestId: null, isMain }, setting)
  const pay = setting.fix?.payNow
  if (!way?.link || !pay) return way ? [way] : []
  const { region } = setting
  const [sum, total] = [formatMoney(amount, region), formatMoney(pay.total, region)]
  const cost =
    pay.surcharge > 0
      ? `${sum} and a surcharge of ${formatMoney(pay.surcharge, region)}, so ${total} in all`
      : `exactly ${sum}`
  const href = `${way.link.href}&method=${encodeURIComponent(pay.sourceId)}`
  return [
    {
      ...way,
      text: `Today, from ${inSentence(pay.displayName)}: ${cost}.`,
      link: { ...way.link, label: `Pay ${total} now`, href },
    },
  ]
}

/** To have it tried on another day, or from another method. */
function againWays(setting: ProblemSetting, dueDates: readonly string[], otherwise: string): Way[] {
  const payments = (setting.fix?.payments ?? []).filter(({ dueDate }) => dueDates.includes(dueDate))
  const movable = payments.filter(({ days }) => days.length > 0)
  const payable = payments.filter(({ otherMethods }) => otherMethods.length > 0)
  return [
    ...moveWays(payments, movable, setting.failedText?.notBefore),
    ...(setting.canChangeMethod && payable.length > 0
      ? [otherMethod(payable, setting)]
      : methodWays(setting, otherwise)),
  ]
}

function moveWays(payments: Fix['payments'], movable: Fix['payments'], notBefore: string | undefined): Way[] {
  const way = { kind: 'move', title: 'Move it' } as const
  const lastDay = movable
    .flatMap(({ days }) => days)
    .toSorted()
    .at(-1)
  if (lastDay !== undefined) {
    return [
      {
        ...way,
        title: payments.length > 1 ? 'Move one of them' : 'Move it',
        text: [`To any business day up to ${dayOf(lastDay)}.`, notBefore].filter(Boolean).join(' '),
        opens: { dialog: 'day', label: 'Choose a day' },
      },
    ]
  }
  return payments.some(({ whyNot }) => whyNot === 'NoMovesLeft')
    ? [{ ...way, text: 'You have moved as many payments as you can this school year.' }]
    : []
}

function otherMethod(payable: Fix['payments'], { region }: ProblemSetting): Way {
  const [first, another] = payable
  return {
    kind: 'method',
    title: 'Use another method',
    text:
      first && !another
        ? `We collect ${formatMoney(first.amount, region)} on ${dayOf(first.otherMethodOn)} from the method you choose. Your other payments stay as they are.`
        : 'We collect the payment you choose from another method. Your other payments stay as they are.',
    opens: { dialog: 'method', label: 'Choose a method' },
  }
}

function onTheWay(amount: number, dueDate: string, region: Region): Described {
  return {
    tone: 'info',
    eyebrow: 'On its way',
    title: `Your payment of ${formatMoney(amount, region)} is on its way`,
    text: `It pays what was due on ${formatDate(dueDate)}. A bank needs up to three business days for it, and there is nothing more to do.`,
  }
}

function whatHappened({ tries, reason, method }: Of<'Overdue'>): string {
  if (tries === 0) return reason ? bankSaid(reason) : 'Your payment has not arrived.'
  if (reason === null) return 'It was paid, and the money went back.'
  const times = tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`
  return `We tried ${times}${method ? `, the last time from ${inSentence(method)}` : ''}. ${bankSaid(reason)}`
}
