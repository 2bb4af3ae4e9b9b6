import type { Cents } from '#domain/money.ts'
import type { Definitions, MessageContext } from './definition.ts'
import type { LetterWords, Row } from './letter.ts'
import type { MessageFacts } from './message.ts'
import { accountRows, day, howOften, linesOf, money, payments, schoolYear, wordsOr } from './wording.ts'

type AboutPlan = { firstName: string; shortId: string; schoolName: string; tuitionYear: number }

/** What all letters about the plan of a year have in common. */
function planLetter(
  facts: AboutPlan,
  { region }: MessageContext,
  words: (
    year: string,
  ) => Pick<LetterWords, 'subject' | 'preheader' | 'title' | 'paragraphs' | 'note' | 'button' | 'closing'>,
): LetterWords {
  const year = schoolYear(facts, region)
  return {
    rows: [...accountRows(facts), { label: 'School year', value: year }],
    ...words(year),
  }
}

const reviews = {
  Approved: {
    title: (year: string) => `Your plan for ${year} is approved`,
    preheader: 'It starts as you asked.',
    words:
      'We have looked at your plan and approved it. It starts as you asked, and we write to you before the first payment.',
    tone: 'success',
  },
  /** The day that the family had chosen went by during the review. */
  Moved: {
    title: (year: string) => `Your plan for ${year} is approved`,
    preheader: 'It starts later than you asked.',
    words:
      'We have looked at your plan and approved it. The first day that you had chosen is no longer possible, so it starts later. Nothing was collected until now, and we write to you before the first payment.',
    tone: 'success',
  },
  Changed: {
    title: (year: string) => `Your plan for ${year} has been changed`,
    preheader: 'Please have a look at it.',
    words: 'We have looked at your plan and changed it. Please check that it suits you.',
    tone: 'info',
  },
  Declined: {
    title: (year: string) => `Your plan for ${year} was not approved`,
    preheader: 'Please choose another plan.',
    words:
      'We have looked at your plan and cannot approve it as it is. Please choose another one in the portal.',
    tone: 'caution',
  },
} as const

/** The note that declared discounts are not final yet. */
function declaredNote(declared: readonly string[]): Pick<LetterWords, 'note'> {
  if (declared.length === 0) return {}
  return {
    note: {
      tone: 'info',
      title: declared.length === 1 ? 'Declared discount' : 'Declared discounts',
      lines: [
        ...declared.map((discount) => `${discount} (declared)`),
        'We confirm this with your school. If it is not confirmed, the payments still to come change, and we write to you first.',
      ],
    },
  }
}

/** The amounts before and after, for each coming payment and in total. */
function changeRows({ change, region }: MessageFacts['DiscountReviewed']): Row[] {
  if (!change) return []
  const each = (amount: Cents) => money(amount, region)
  return [
    ...(change.from === null
      ? []
      : [
          { label: 'Each payment before', value: each(change.paymentBefore) },
          {
            label: 'Each payment now',
            value: `${each(change.paymentAfter)}, ${payments(change.count)} from ${day(change.from)}`,
          },
        ]),
    { label: 'Total before', value: each(change.totalBefore) },
    { label: 'Total now', value: each(change.totalAfter), isTotal: true },
  ]
}

function firstRows({ first }: MessageFacts['PlanReviewed']): Row[] {
  if (!first) return []
  return [
    ...(first.instead ? [{ label: 'First payment as you had chosen', value: day(first.instead) }] : []),
    { label: 'First payment', value: day(first.on) },
  ]
}

export const planKinds: Definitions<'PlanSaved' | 'PlanInReview' | 'PlanReviewed' | 'DiscountReviewed'> = {
  PlanSaved: {
    write(facts) {
      const { region, schoolName, count } = facts
      const year = schoolYear(facts, region)
      const each = money(facts.amount, region)
      const rhythm = `${payments(count)}, ${howOften(facts.frequency)}`
      return {
        subject: `Your payment plan for ${year}`,
        preheader: `${each} ${howOften(facts.frequency)}, from ${day(facts.startDate)}.`,
        title: 'Your payment plan is set',
        paragraphs: [`Your plan for ${schoolName} is saved. Here is a summary.`],
        panel: { label: `Payment plan ${year}`, figure: each, detail: rhythm },
        rows: [
          ...accountRows(facts),
          { label: 'First payment', value: `${each} on ${day(facts.startDate)}` },
          ...(count === 1
            ? []
            : [{ label: 'Last payment', value: `${money(facts.last, region)} on ${day(facts.endDate)}` }]),
          { label: 'Total', value: money(facts.total, region), isTotal: true },
        ],
        ...declaredNote(facts.declared ?? []),
        button: { label: 'See your plan', url: facts.portalUrl },
        closing: [
          'A payment that falls on a weekend or a public holiday moves to the next business day. We write to you before each one.',
        ],
      }
    },
  },

  PlanInReview: {
    write: (facts, context) =>
      planLetter(facts, context, (year) => ({
        subject: `We are looking at your plan for ${year}`,
        preheader: 'There is nothing for you to do.',
        title: 'We are looking at your plan',
        paragraphs: [
          `Thank you for your plan for ${facts.schoolName}. Someone from our team will look at it before it starts; until then nothing changes.`,
          'We will write to you as soon as that is done. There is nothing for you to do.',
        ],
      })),
  },

  PlanReviewed: {
    write(facts, context) {
      const { title, preheader, words, tone } = reviews[facts.first?.instead ? 'Moved' : facts.outcome]
      const letter = planLetter(facts, context, (year) => ({
        subject: title(year),
        preheader,
        paragraphs: wordsOr([words], facts),
        ...(facts.reason === null
          ? {}
          : { note: { tone, title: 'From our team', lines: linesOf(facts.reason) } }),
        button: {
          label: facts.outcome === 'Declined' ? 'Choose a plan' : 'See your plan',
          url: facts.portalUrl,
        },
      }))
      return { ...letter, rows: [...(letter.rows ?? []), ...firstRows(facts)] }
    },
  },

  DiscountReviewed: {
    write(facts) {
      const { region, change, reason } = facts
      const year = schoolYear(facts, region)
      const isConfirmed = change === null
      const title = isConfirmed ? 'Your discount is confirmed' : 'Your discount could not be confirmed'
      const [before, after] = change
        ? [money(change.totalBefore, region), money(change.totalAfter, region)]
        : []
      return {
        subject: `${title}: plan for ${year}`,
        preheader: isConfirmed
          ? 'Your plan stays as it is.'
          : `Your plan is now ${after}, instead of ${before}.`,
        title,
        paragraphs: wordsOr(
          [
            isConfirmed
              ? `We have confirmed the discount in your plan for ${facts.schoolName}. Your plan stays as it is; there is nothing for you to do.`
              : `We could not confirm the discount in your plan for ${facts.schoolName}, so it has been taken off. What you have already paid stays as it is. Payments still to come have changed:`,
          ],
          facts,
        ),
        rows: [
          ...accountRows(facts),
          { label: 'School year', value: year },
          { label: 'Discount', value: facts.discount },
          ...changeRows(facts),
        ],
        ...(reason === null
          ? {}
          : { note: { tone: 'caution' as const, title: 'From our team', lines: linesOf(reason) } }),
        button: { label: 'See your plan', url: facts.portalUrl },
        closing: isConfirmed
          ? []
          : ['If you have a letter from your school about it, reply to this message or call us.'],
      }
    },
  },
}
