import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { Definitions, MessageContext } from './definition.ts'
import type { LetterWords, Note, Row } from './letter.ts'
import type { RenewedPlan, AboutRenewal } from './plan-facts.ts'
import { accountRows, day, howOften, money, payments, schoolYear } from './wording.ts'
import { portal, family, renewed, renewal } from './sample-parts.ts'

/** The facts of the letters about a renewed plan. */
export type RenewalFacts = {
  /** "Review your plan for {year}". */
  PlanToReview: AboutRenewal
  /** The last days to edit it, or to give it a payment method, are near. */
  RenewalReminder: AboutRenewal
  /** The plan's first day has come, and nothing could be collected. */
  RenewalHeld: AboutRenewal
  /** The plan has a payment method now and continues with new days. */
  RenewalResumed: AboutRenewal
}

export type RenewalKind = keyof RenewalFacts

type Facts = RenewalFacts[RenewalKind]
type LetterFacts = { facts: Facts; plan: RenewedPlan; region: 'AU' | 'UK'; year: string }

/** "$360.20 fortnightly" */
function each({ amount, frequency }: Pick<RenewedPlan, 'amount' | 'frequency'>, region: 'AU' | 'UK'): string {
  return `${money(amount, region)} ${howOften(frequency)}`
}

/** The main sentence of the letter: without an answer the plan begins. */
export function startsUnless(plan: Pick<RenewedPlan, 'firstOn' | 'method'>): string {
  const proviso = methodProblem(plan) === undefined ? '' : ', provided that it has a payment method by then'
  return `This plan starts on ${day(plan.firstOn)} unless you change it${proviso}.`
}

/** The reason why nothing could be collected on the first day; undefined if it can. */
export function methodProblem({ method }: Pick<RenewedPlan, 'method'>): string | undefined {
  if (!method) return 'There is no payment method for this plan.'
  const name = withinSentence(method.name)
  switch (method.trouble) {
    case 'CardExpired':
      return method.lastDay === null
        ? `Your ${name} has expired by the first payment.`
        : `Your ${name} is valid until ${day(method.lastDay)}, and the first payment is after that.`
    case 'MandateEnded':
      return `Your bank has ended the direct debit of your ${name}.`
    case 'Refused':
      return `Your ${name} cannot be used any more.`
    case null:
      return undefined
  }
}

function methodNote(plan: RenewedPlan): Note | undefined {
  const problem = methodProblem(plan)
  if (problem === undefined) return undefined
  return {
    tone: 'caution',
    title: 'This plan needs a payment method',
    lines: [
      problem,
      `Please add one by ${day(plan.editUntil)}. Without one the plan does not start and nothing is taken, but the fees are still owed.`,
    ],
  }
}

function stillToComeNote({ stillToCome }: RenewedPlan, region: 'AU' | 'UK'): Note | undefined {
  if (!stillToCome) return undefined
  const { count, amount, until } = stillToCome
  const old = schoolYear(stillToCome, region)
  return {
    tone: 'info',
    title: `Your plan for ${old} still runs`,
    lines: [
      `${payments(count)} of your plan for ${old}, ${money(amount, region)} in all, ${count === 1 ? 'is' : 'are'} still to come until ${day(until)}. We take ${count === 1 ? 'it' : 'them'} besides the new plan, and each notice names the whole amount of its day.`,
    ],
  }
}

function planRows({ facts, plan, region, year }: LetterFacts): Row[] {
  const { previous, method } = plan
  const isUsable = methodProblem(plan) === undefined
  const before = schoolYear({ tuitionYear: facts.tuitionYear - 1 }, region)
  return [
    ...accountRows(facts),
    ...(previous ? [{ label: `Each payment for ${before}`, value: each(previous, region) }] : []),
    { label: `Each payment for ${year}`, value: each(plan, region) },
    { label: 'First payment', value: day(plan.firstOn) },
    { label: 'Payments', value: `${plan.count}, ${howOften(plan.frequency)}` },
    {
      label: 'Payment method',
      value: !method ? 'None' : isUsable ? method.name : `${method.name}: not usable`,
    },
    { label: 'Last day to edit', value: day(plan.editUntil) },
    { label: `Total for ${year}`, value: money(plan.total, region), isTotal: true },
  ]
}

/** The first step for the reader: a payment method, or else the review of the plan. */
function wayOn({ methodsUrl, portalUrl }: Facts): Pick<LetterWords, 'button'> {
  if (methodsUrl) return { button: { label: 'Add a payment method', url: methodsUrl } }
  return portalUrl ? { button: { label: 'Review your plan', url: portalUrl } } : {}
}

/** The parts that all letters about a renewed plan share: the figures and any obstacle. */
function planLetter(
  letterFacts: LetterFacts,
  words: Pick<LetterWords, 'subject' | 'preheader' | 'title' | 'paragraphs'>,
): LetterWords {
  const { facts, plan, region, year } = letterFacts
  const note = methodNote(plan)
  const aside = stillToComeNote(plan, region)
  return {
    ...words,
    panel: {
      label: `Payment plan ${year}`,
      figure: money(plan.amount, region),
      detail: `${payments(plan.count)}, ${howOften(plan.frequency)}`,
    },
    rows: planRows(letterFacts),
    ...(note && { note }),
    ...wayOn(facts),
    ...(aside && { aside }),
    closing: [
      ...(note ? ['You find the plan itself in the portal, where you can also change it.'] : []),
      'We write to you again before each payment.',
    ],
  }
}

/** The letter about a plan with nothing to collect, or stored before letters had figures. */
function withoutFigures(facts: Facts, { region }: MessageContext): LetterWords {
  const year = schoolYear(facts, facts.region ?? region)
  return {
    subject: `Review your plan for ${year}`,
    preheader: `The fees of ${facts.schoolName} are known. Please check your plan.`,
    paragraphs: [
      `The ${year} school year at ${facts.schoolName} is coming up, and your plan for it is ready.`,
      'Please check that the students, fees and dates are right, and choose how often you would like to pay.',
    ],
    rows: [...accountRows(facts), { label: 'School year', value: year }],
    ...wayOn(facts),
  }
}

const aboutPlan =
  (
    words: (letterFacts: LetterFacts) => Pick<LetterWords, 'subject' | 'preheader' | 'title' | 'paragraphs'>,
  ) =>
  (facts: Facts, context: MessageContext): LetterWords => {
    const { plan, region } = facts
    if (!plan || !region) return withoutFigures(facts, context)
    const letterFacts = { facts, plan, region, year: schoolYear(facts, region) }
    return planLetter(letterFacts, words(letterFacts))
  }

export const renewalKinds: Definitions<RenewalFacts> = {
  PlanToReview: {
    sample: renewal,
    write: aboutPlan(({ facts, plan, region, year }) => ({
      subject: `Review your plan for ${year}`,
      preheader: `${each(plan, region)}, from ${day(plan.firstOn)} unless you change it.`,
      paragraphs: [
        `The ${year} school year at ${facts.schoolName} is coming up, and we have prepared your plan for it.`,
        `${startsUnless(plan)} Please check the students, fees and dates. You can edit the plan until ${day(plan.editUntil)}.`,
      ],
    })),
  },

  RenewalReminder: {
    sample: renewal,
    write: aboutPlan(({ facts, plan, region, year }) => {
      const isPayable = methodProblem(plan) === undefined
      return {
        subject: isPayable
          ? `Your plan for ${year} starts on ${day(plan.firstOn)}`
          : `Your plan for ${year} needs a payment method`,
        preheader: `${each(plan, region)}. You can edit it until ${day(plan.editUntil)}.`,
        title: isPayable
          ? `Your plan for ${year} starts soon`
          : `Your plan for ${year} needs a payment method`,
        paragraphs: facts.isConfirmed
          ? [
              `You have saved your plan for ${year} at ${facts.schoolName}. It is to start on ${day(plan.firstOn)}, and nothing can be taken for it yet.`,
            ]
          : [
              `A reminder of the plan that we have prepared for ${year} at ${facts.schoolName}.`,
              `${startsUnless(plan)} ${day(plan.editUntil)} is the last day to edit it.`,
            ],
      }
    }),
  },

  RenewalHeld: {
    sample: {
      ...family,
      region: 'AU',
      tuitionYear: 2027,
      startDate: renewed.firstOn,
      isConfirmed: false,
      methodsUrl: `${portal}/manage-payments`,
    },
    write(facts, { region }) {
      const year = schoolYear(facts, facts.region ?? region)
      const wasToStart = facts.startDate ? ` on ${day(facts.startDate)}` : ''
      return {
        subject: `Your plan for ${year} has not started`,
        preheader: 'It needs a payment method. Nothing has been taken.',
        paragraphs: [
          `Your plan for ${facts.schoolName} was to start${wasToStart}. It has not started, because there is no payment method that we could take the first payment from. Nothing has been taken.`,
        ],
        rows: [...accountRows(facts), { label: 'School year', value: year }],
        note: {
          tone: 'caution',
          title: 'What happens next',
          lines: [
            'Please add a payment method now. We then set new dates and write to you within a day, with the first date and amount. The plan goes on by itself.',
            'The fees are still owed: the later the plan starts, the larger each payment is. If we do not hear from you, someone from our team will contact you.',
          ],
        },
        ...wayOn(facts),
        closing: ['If you would like to pay in another way, reply to this message or call us.'],
      }
    },
  },

  RenewalResumed: {
    sample: { ...renewal, plan: { ...renewed, stillToCome: null } },
    write: aboutPlan(({ facts, plan, region, year }) => ({
      subject: `Your plan for ${year} goes on`,
      preheader: `${each(plan, region)}, from ${day(plan.firstOn)} unless you change it.`,
      paragraphs: [
        `Thank you: there is a payment method now, and your plan for ${year} at ${facts.schoolName} goes on with new dates. The fees are the same; the dates that have passed make each payment larger.`,
        `${startsUnless(plan)} You can edit the plan until ${day(plan.editUntil)}.`,
      ],
    })),
  },
}
