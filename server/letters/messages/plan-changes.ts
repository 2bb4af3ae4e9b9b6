import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { ChangeDetails, ChangeKind, ChangeStatus } from '#domain/plan/changes/plan-change.ts'
import type { Region } from '#domain/region.ts'
import { cents } from '#domain/money.ts'
import type { Definitions } from './definition.ts'
import type { Letter, Row } from './letter.ts'
import { accountRows, day, linesOf, money, payments, schoolYear } from './wording.ts'
import type { AboutMember } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type PlanChangeFacts = {
  /** A change of a running plan is made, requested, withdrawn or refused. */
  PlanChange: AboutMember & {
    tuitionYear: number
    details: ChangeDetails
    status: ChangeStatus
    undoUntil: CalendarDate | null
    /** What it costs, in the words that families rely on: `agreement_text`. */
    note?: string
    /** The day by whose end a request is answered. */
    answerBy?: CalendarDate
    /** The answer of staff to a request. The reason for an approval is not included. */
    answer?: { reason: string | null }
    portalUrl: string
  }
}

type Facts = PlanChangeFacts['PlanChange']
type DetailsOf<Kind extends ChangeKind> = Extract<ChangeDetails, { kind: Kind }>
type Words = Pick<Letter, 'title' | 'preheader' | 'paragraphs'> & { rows: Row[] }

/** Both parents read these letters, so they name the change and not the person. */
export const planChangeKinds: Definitions<PlanChangeFacts> = {
  PlanChange: {
    sample: {
      ...family,
      region: 'AU',
      tuitionYear: 2026,
      status: 'Made',
      details: {
        kind: 'Move',
        dueOn: calendarDate('2026-11-27'),
        amount: cents(436_25),
        from: calendarDate('2026-11-27'),
        to: calendarDate('2026-12-04'),
      },
      undoUntil: calendarDate('2026-11-25'),
      portalUrl: `${portal}/payment-schedule?year=2026`,
    },
    write(facts) {
      const { title, preheader, paragraphs, rows } = wordsFor(facts)
      return {
        subject: title,
        preheader,
        paragraphs,
        rows: [
          ...accountRows(facts),
          { label: 'School year', value: schoolYear(facts, facts.region) },
          ...rows,
        ],
        ...(facts.undoUntil && {
          closing: [
            facts.details.kind === 'Extra'
              ? `You can choose another outcome in the portal until the end of ${day(facts.undoUntil)}.`
              : `You can undo this in the portal until the end of ${day(facts.undoUntil)}.`,
          ],
        }),
        button: { label: 'See your payments', url: facts.portalUrl },
      }
    },
  },
}

function wordsFor(facts: Facts): Words {
  const { details, status, region } = facts
  switch (details.kind) {
    case 'Move':
      return details.failed
        ? failedMoveWords(details, details.failed, status, region)
        : moveWords(details, status, region)
    case 'Skip':
      return skipWords(details, facts)
    case 'Extra':
      return extraWords(details, status, region)
    case 'Arrangement':
      return arrangementWords(details, facts)
  }
}

function moveWords({ amount, from, to }: DetailsOf<'Move'>, status: Facts['status'], region: Region): Words {
  const isUndone = status === 'Undone'
  const [was, is] = isUndone ? [to, from] : [from, to]
  return {
    title: isUndone ? 'Your payment is back on its day' : 'Your payment is moved',
    preheader: `It is collected on ${day(is)}.`,
    paragraphs: [
      isUndone
        ? `The move of this payment is undone. We collect it on ${day(is)}, as it was planned.`
        : `We collect this payment on ${day(is)} instead of ${day(was)}. Your other payments stay as they are.`,
    ],
    rows: [
      { label: 'Amount', value: money(amount, region) },
      { label: 'Collected on', value: day(is) },
    ],
  }
}

type FailedMove = NonNullable<DetailsOf<'Move'>['failed']>

/** The letter about a moved failed payment. After an undo an overdue one has no day: the family is asked to pay it. */
function failedMoveWords(
  { amount, from, to }: DetailsOf<'Move'>,
  { status: before, method }: FailedMove,
  status: Facts['status'],
  region: Region,
): Words {
  const isUndone = status === 'Undone'
  const wasOverdue = before === 'Overdue'
  const sum: Row = { label: 'Amount', value: money(amount, region) }
  if (isUndone && wasOverdue)
    return {
      title: 'Your payment is overdue again',
      preheader: `It was due on ${day(from)}.`,
      paragraphs: [
        `The move of this payment is undone: we do not collect it on ${day(to)}. It was due on ${day(from)} and is overdue. Please pay it in the portal, or ask us if you need another day.`,
      ],
      rows: [sum, { label: 'Overdue since', value: day(from) }],
    }
  const on = isUndone ? from : to
  return {
    title: isUndone ? 'Your payment is back on its day' : 'Your payment is moved',
    preheader: `It is collected on ${day(on)}.`,
    paragraphs: [
      isUndone
        ? `The move of this payment is undone. We try it again on ${day(on)}.`
        : wasOverdue
          ? `Your payment from ${day(from)} is overdue. We now collect it on ${day(on)}, and do not ask you for it before. Your other payments stay as they are.`
          : `Your payment could not be collected. We try it again on ${day(on)} instead of ${day(from)}. Your other payments stay as they are.`,
    ],
    rows: [
      sum,
      { label: 'Collected on', value: day(on) },
      ...(method === null || isUndone ? [] : [{ label: 'From', value: method }]),
    ],
  }
}

function skipWords(details: DetailsOf<'Skip'>, { status, region, note, answerBy, answer }: Facts): Words {
  const { skipped } = details
  const count = payments(skipped.length)
  const rows: Row[] = skipped.map(({ on, amount }) => ({
    label: `Payment of ${day(on)}`,
    value: money(amount, region),
  }))
  const effect = skipEffect(details, region)
  const effectAndCost = note === undefined ? effect : `${effect} ${note}`
  const texts: Record<Facts['status'], Omit<Words, 'rows'>> = {
    Made: {
      title: `You skip ${count}`,
      preheader: effect,
      paragraphs: [
        ...(answer ? ['We have looked at your request, and it is granted.'] : []),
        `We do not collect the ${count} below. ${effectAndCost}`,
      ],
    },
    Asked: {
      title: `You have asked to skip ${count}`,
      preheader: 'One of us looks at it and answers.',
      paragraphs: [
        answerBy
          ? `One of us looks at it first: you have our answer by the end of ${day(answerBy)}. Until then nothing changes.`
          : 'One of us looks at it first and writes to you. Until then nothing changes.',
        `If we grant it: ${effectAndCost}`,
      ],
    },
    Undone: {
      title: `You do not skip ${count}`,
      preheader: 'Your payments are as they were.',
      paragraphs: ['The skip is undone. Your payments are collected as they were planned before.'],
    },
    Withdrawn: {
      title: 'Your request is withdrawn',
      preheader: 'Your payments stay as they are.',
      paragraphs: [`The request to skip ${count} is withdrawn. Nothing has changed.`],
    },
    Declined: {
      title: `We could not let you skip ${count}`,
      preheader: 'Your payments stay as they are.',
      paragraphs: [
        'We have looked at your request and cannot grant it. Your payments stay as they are.',
        ...(answer?.reason ? linesOf(answer.reason) : []),
        'Please tell us if they are hard to pay: there are other ways.',
      ],
    },
  }
  return { ...texts[status], rows }
}

/** Exact to the cent: the last payment may differ, and payments may not all be of one amount. */
function skipEffect({ outcome, each, last, isEven, lastOn }: DetailsOf<'Skip'>, region: Region): string {
  if (outcome === 'AtEnd')
    return `What is skipped follows after the last payment, so your plan ends on ${day(lastOn.after)} instead of ${day(lastOn.before)}.`
  const more = (of: typeof each) => money(cents(of.after - of.before), region)
  const all = isEven
    ? `${money(each.after, region)} instead of ${money(each.before, region)}`
    : `${more(each)} higher`
  const ofLast = isEven ? money(last.after, region) : `${more(last)} higher`
  const differs = isEven ? last.after !== each.after : more(last) !== more(each)
  return `Each payment that follows is ${all}${differs ? `, the last one ${ofLast}` : ''}.`
}

function extraWords(details: DetailsOf<'Extra'>, status: Facts['status'], region: Region): Words {
  const amount = money(details.amount, region)
  if (status === 'Undone')
    return {
      title: 'Your extra payment went back',
      preheader: 'It is part of your payments again.',
      paragraphs: [
        `${amount} that you had paid extra went back. What it had paid of your plan is part of your payments to come again.`,
      ],
      rows: [{ label: 'Extra payment', value: amount }],
    }
  const { left, next, lastOn } = details
  const effect = extraEffect(details, region)
  return {
    title: 'Your extra payment counts',
    preheader: effect,
    paragraphs: [`We have taken ${amount} off what is left of your plan. ${effect}`],
    rows: [
      { label: 'Extra payment', value: amount },
      { label: 'Left of your plan', value: money(left.after, region) },
      ...(next ? [{ label: 'Next payment', value: `${money(next.amount, region)} on ${day(next.on)}` }] : []),
      ...(lastOn.after ? [{ label: 'Last payment', value: day(lastOn.after) }] : []),
    ],
  }
}

/** The effect of the extra payment, in exact figures. */
function extraEffect({ outcome, each, count, lastOn, next }: DetailsOf<'Extra'>, region: Region): string {
  if (!next || lastOn.after === null) return 'Your plan is paid in full.'
  const fewer = count.before - count.after
  switch (outcome) {
    case 'Lower':
      return `Each payment that follows is ${money(each.after, region)} instead of ${money(each.before, region)}.`
    case 'Earlier':
      return fewer === 0
        ? 'Your last payment is lower.'
        : `Your plan ends on ${day(lastOn.after)} instead of ${day(lastOn.before)}, with ${payments(fewer)} less.`
    case 'Next':
      return fewer === 0
        ? `Your next payment is ${money(each.after, region)} instead of ${money(each.before, region)}.`
        : `It pays your next ${fewer === 1 ? 'payment' : payments(fewer)}. The one after is collected on ${day(next.on)}.`
  }
}

function arrangementWords({ lower, later }: DetailsOf<'Arrangement'>, { region, note }: Facts): Words {
  const until = (on: CalendarDate) => `Until ${day(on)}`
  return {
    title: 'Your payments are as we agreed',
    preheader: `They are lower until ${day(lower.until)}.`,
    paragraphs: [['This is what we agreed.', note].filter(Boolean).join(' ')],
    rows: [
      { label: until(lower.until), value: `${payments(lower.count)} of ${money(lower.amount, region)}` },
      { label: until(later.lastOn), value: `${payments(later.count)} of ${money(later.each, region)}` },
    ],
  }
}
