import { cents, type Cents } from '#domain/money.ts'
import type { Definitions, MessageContext } from './definition.ts'
import type { LetterWords, Row, ToMember } from './letter.ts'
import { accountRows, day, howOften, linesOf, money, payments, schoolYear, wordsOr } from './wording.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { AboutMember, AboutPayment, StaffReason } from './facts.ts'
import { portal, family, payment } from './sample-parts.ts'

/** The facts of each of these letters. */
export type SavedPlanFacts = {
  PlanSaved: AboutPayment & {
    tuitionYear: number
    frequency: Frequency
    count: number
    last: Cents
    total: Cents
    startDate: CalendarDate
    endDate: CalendarDate
    portalUrl: string
    /** Declared discounts, each as a text. */
    declared?: string[]
  }
  PlanInReview: { firstName: string; shortId: string; schoolName: string; tuitionYear: number }
  PlanReviewed: ToMember &
    StaffReason & {
      tuitionYear: number
      outcome: 'Approved' | 'Changed' | 'Declined'
      /** The first payment of an approved plan, and the day that the family had chosen if it differs. */
      first?: { on: CalendarDate; instead: CalendarDate | null }
      portalUrl: string
    }
  /** Staff have confirmed or declined a discount that the family declared. */
  DiscountReviewed: AboutMember &
    StaffReason & {
      tuitionYear: number
      /** "Staff discount of 10% for Isla Hart" */
      discount: string
      /** The change of the plan; null if nothing changes. */
      change: {
        totalBefore: Cents
        totalAfter: Cents
        paymentBefore: Cents
        paymentAfter: Cents
        /** Payments still to come. */
        count: number
        from: CalendarDate | null
      } | null
      portalUrl: string
    }
}

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
function changeRows({ change, region }: SavedPlanFacts['DiscountReviewed']): Row[] {
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

function firstRows({ first }: SavedPlanFacts['PlanReviewed']): Row[] {
  if (!first) return []
  return [
    ...(first.instead ? [{ label: 'First payment as you had chosen', value: day(first.instead) }] : []),
    { label: 'First payment', value: day(first.on) },
  ]
}

export const planKinds: Definitions<SavedPlanFacts> = {
  PlanSaved: {
    sample: {
      ...payment,
      tuitionYear: 2026,
      frequency: 'Fortnight',
      count: 24,
      last: cents(436_10),
      total: cents(10_469_85),
      startDate: calendarDate('2026-01-23'),
      endDate: calendarDate('2026-12-11'),
      portalUrl: `${portal}/payment-schedule`,
    },
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
    sample: { ...family, tuitionYear: 2026 },
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
    sample: {
      ...family,
      tuitionYear: 2026,
      outcome: 'Changed',
      reason: 'We have added the scholarship that the school confirmed for Oliver.',
      portalUrl: `${portal}/payment-schedule`,
    },
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
    sample: {
      ...family,
      region: 'AU',
      tuitionYear: 2026,
      discount: 'Staff discount of 10% for Oliver Hart',
      reason: 'Wattle Ridge College has no record of this discount.',
      change: {
        totalBefore: cents(9_422_87),
        totalAfter: cents(10_469_85),
        paymentBefore: cents(392_62),
        paymentAfter: cents(440_21),
        count: 22,
        from: calendarDate('2026-02-20'),
      },
      portalUrl: `${portal}/payment-schedule`,
    },
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
