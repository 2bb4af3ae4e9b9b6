import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { Definitions, MessageContext } from './definition.ts'
import type { LetterWords, Note, Row } from './letter.ts'
import type { AfterPlan, AboutEnd } from './plan-facts.ts'
import { methodProblem, startsUnless } from './renewals.ts'
import { accountRows, day, howOften, money, payments, schoolYear } from './wording.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { portal, family, renewed } from './sample-parts.ts'

/** The facts of each of these letters. */
export type PlanEndFacts = {
  /** Messages stored before plans had a successor lack the sum paid and the next plan. */
  PlanCompleted: AboutEnd & {
    tuitionYear: number
    /** What nobody asks for any more; messages stored before lack it. */
    waived?: Cents
  }
  TemporaryPlanEnded: AboutEnd & {
    tuitionYear?: number
    /** The amounts of the same plan still to be collected. */
    remaining?: { count: number; total: Cents; amount: Cents; on: CalendarDate } | null
    /** The overdue amount of the plan. */
    overdue?: Cents
  }
}

type Ended = PlanEndFacts['PlanCompleted'] | PlanEndFacts['TemporaryPlanEnded']

/** What comes next, with its first date and amount, or what to do about it. */
function nextNote(next: AfterPlan, region: Region | null): Note | undefined {
  if (next.kind === 'Nothing') return undefined
  const year = schoolYear(next, region)
  switch (next.kind) {
    case 'Plan': {
      const { plan, editUntil } = next
      const problem = methodProblem(plan)
      const method = plan.method && problem === undefined ? `, from ${withinSentence(plan.method.name)}` : ''
      const terms = `${money(plan.amount, region ?? 'AU')} ${howOften(plan.frequency)}, ${payments(plan.count)}${method}`
      const lines = editUntil
        ? [`${terms}.`, `${startsUnless(plan)} You can edit it until ${day(editUntil)}.`]
        : [`It has begun: ${terms}. The first was on ${day(plan.firstOn)}.`]
      return {
        tone: problem === undefined ? 'info' : 'caution',
        title: `Next: your plan for ${year}`,
        lines: [
          ...lines,
          ...(problem === undefined ? [] : [`${problem} Please add one: without it nothing can be taken.`]),
        ],
      }
    }
    case 'Held':
      return {
        tone: 'caution',
        title: `Your plan for ${year} waits for a payment method`,
        lines: [
          'It has not started. Once you have added one, we write to you with its first date and amount.',
        ],
      }
    case 'InReview':
      return {
        tone: 'info',
        title: `Next: your plan for ${year}`,
        lines: ['Someone from our team is looking at it. We write to you as soon as that is done.'],
      }
    case 'Choose':
      return {
        tone: 'caution',
        title: `There is no plan for ${year} yet`,
        lines: ['Please choose one in the portal, so that the fees are paid in regular amounts.'],
      }
    case 'Later':
      return {
        tone: 'info',
        title: `Next: ${year}`,
        lines: [`There is no plan for ${year} yet. We write to you once it can be made.`],
      }
  }
}

function nextButton(next: AfterPlan, { portalUrl, methodsUrl }: Ended): LetterWords['button'] {
  const toPlan = (label: string) => (portalUrl ? { label, url: portalUrl } : undefined)
  switch (next.kind) {
    case 'Plan':
      return methodsUrl ? { label: 'Add a payment method', url: methodsUrl } : toPlan('See your next plan')
    case 'Held':
      return methodsUrl ? { label: 'Add a payment method', url: methodsUrl } : undefined
    case 'Choose':
      return toPlan('Choose a plan')
    case 'InReview':
    case 'Later':
    case 'Nothing':
      return undefined
  }
}

const paidRow = ({ paid, region }: Ended): Row[] =>
  paid === undefined || !region ? [] : [{ label: 'Paid', value: money(paid, region), isTotal: true }]

function completed(facts: PlanEndFacts['PlanCompleted'], context: MessageContext): LetterWords {
  const region = facts.region ?? context.region
  const year = schoolYear(facts, region)
  const next = facts.next ?? { kind: 'Nothing' }
  const note = nextNote(next, region)
  const button = nextButton(next, facts)
  const name = facts.isTemporary ? 'temporary plan' : 'plan'
  const isWaived = (facts.waived ?? 0) > 0
  const done = isWaived ? 'Nothing more is collected.' : 'All payments are made.'
  return {
    subject: `Your ${name} for ${year} ${isWaived ? 'has ended' : 'is complete'}`,
    preheader: note ? `${done} ${note.title}.` : `${done} Thank you.`,
    paragraphs: [
      isWaived
        ? `Your ${name} for ${year} at ${facts.schoolName} has ended. Nothing more of it is collected.`
        : `All payments of your ${name} for ${year} at ${facts.schoolName} are made${facts.isTemporary ? ', and the plan has ended' : ''}. Thank you.`,
    ],
    rows: [...accountRows(facts), { label: 'School year', value: year }, ...paidRow(facts)],
    ...(note && { note }),
    ...(button && { button }),
    // Nothing here says that nothing is to be done: there may be other requests.
    closing: ['Your statements stay in the portal.'],
  }
}

/** What is left of the plan itself comes before the plan of another year. */
function remainingNote({ remaining, overdue, region }: PlanEndFacts['TemporaryPlanEnded']): Note | undefined {
  if (!region || (!remaining && !overdue)) return undefined
  return {
    tone: overdue ? 'caution' : 'info',
    title: 'Your plan goes on',
    lines: [
      ...(remaining
        ? [
            `The next payment is ${money(remaining.amount, region)} on ${day(remaining.on)}. ${payments(remaining.count)}, ${money(remaining.total, region)} in all, ${remaining.count === 1 ? 'is' : 'are'} still to come.`,
          ]
        : []),
      ...(overdue
        ? [`${money(overdue, region)} of it is overdue. You find how to pay it in the portal.`]
        : []),
    ],
  }
}

function temporaryEnded(facts: PlanEndFacts['TemporaryPlanEnded'], context: MessageContext): LetterWords {
  const region = facts.region ?? context.region
  const next = facts.next ?? { kind: 'Nothing' }
  const remaining = remainingNote(facts)
  const note = remaining ?? nextNote(next, region)
  const button =
    remaining && facts.portalUrl ? { label: 'See your plan', url: facts.portalUrl } : nextButton(next, facts)
  const year =
    facts.tuitionYear === undefined ? undefined : schoolYear({ tuitionYear: facts.tuitionYear }, region)
  return {
    subject: 'Your temporary plan has ended',
    preheader: note ? `${note.title}.` : 'Please talk to us about how to go on.',
    paragraphs: [
      `The temporary plan that we agreed for ${facts.schoolName}${year === undefined ? '' : ` for ${year}`} has ended.`,
    ],
    rows: [
      ...accountRows(facts),
      ...(year === undefined ? [] : [{ label: 'School year', value: year }]),
      ...paidRow(facts).map((row) => ({ ...row, label: 'Paid so far' })),
    ],
    ...(note && { note }),
    ...(button && { button }),
    closing: ['If your circumstances have not changed, please talk to us before the next payment.'],
  }
}

export const planEndKinds: Definitions<PlanEndFacts> = {
  PlanCompleted: {
    sample: {
      ...family,
      region: 'AU',
      tuitionYear: 2026,
      paid: cents(10_469_85),
      isTemporary: false,
      next: {
        kind: 'Plan',
        tuitionYear: 2027,
        plan: {
          amount: renewed.amount,
          frequency: renewed.frequency,
          count: renewed.count,
          firstOn: renewed.firstOn,
          method: renewed.method,
        },
        editUntil: renewed.editUntil,
      },
      portalUrl: `${portal}/payment-schedule?year=2027`,
    },
    write: completed,
  },
  TemporaryPlanEnded: {
    sample: {
      ...family,
      region: 'AU',
      tuitionYear: 2026,
      paid: cents(4_120_00),
      remaining: {
        count: 6,
        total: cents(5_154_00),
        amount: cents(859_00),
        on: calendarDate('2026-09-18'),
      },
      overdue: cents(0),
      portalUrl: `${portal}/payment-schedule?year=2026`,
    },
    write: temporaryEnded,
  },
}
