import type { Definitions } from './definition.ts'
import { accountRows, day, howOften, linesOf, money, schoolYear, wordsOr } from './wording.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { ToMember } from './letter.ts'
import type { AboutMember, StaffReason } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type FeeChangeFacts = {
  /** The school has new fees, and the plan follows them. */
  FeesChanged: AboutMember & {
    tuitionYear: number
    frequency: Frequency
    before: { total: Cents; toCollect: Cents; each: Cents }
    after: { total: Cents; toCollect: Cents; each: Cents }
    /** The day of the first changed payment; null if nothing is left to collect. */
    firstOn: CalendarDate | null
    portalUrl: string
  }
  /** The school has new fees, and staff review the plan. */
  FeesChangedReview: ToMember & {
    tuitionYear: number
    status: 'Running' | 'InReview' | 'Completed'
  }
  FeesReviewed: ToMember &
    StaffReason & {
      tuitionYear: number
      outcome: 'Settled' | 'Kept'
      portalUrl: string
    }
}

const nextSteps: Record<FeeChangeFacts['FeesChangedReview']['status'], string[]> = {
  Running: [
    'Your plan cannot follow by itself, so someone from our team will look at it. Until then your payments stay as they are.',
    'We will write to you as soon as that is done. There is nothing for you to do.',
  ],
  InReview: [
    'Your plan is still with our team, who will look at it with the new fees. Until then nothing is collected for it.',
    'We will write to you as soon as that is done. There is nothing for you to do.',
  ],
  Completed: [
    'All payments of your plan are made. Someone from our team will look at what the difference means for you.',
    'We will write to you as soon as that is done. Nothing is collected until then.',
  ],
}

const decisions: Record<FeeChangeFacts['FeesReviewed']['outcome'], { title: string; words: string }> = {
  Settled: {
    title: 'We have looked at your plan with the new fees',
    words: 'We have settled what the new fees of your school mean for your plan. Please have a look at it.',
  },
  Kept: {
    title: 'Your plan stays as it is',
    words: 'We have looked at your plan with the new fees of your school. It stays as it is.',
  },
}

/** A school has changed its fees: what each family pays from now on, or who looks at it. */
export const feeChangeKinds: Definitions<FeeChangeFacts> = {
  FeesChanged: {
    sample: {
      ...family,
      region: 'AU',
      tuitionYear: 2027,
      frequency: 'Fortnight',
      before: { total: cents(10_469_85), toCollect: cents(6_979_85), each: cents(436_25) },
      after: { total: cents(10_709_85), toCollect: cents(7_219_85), each: cents(451_25) },
      firstOn: calendarDate('2027-06-18'),
      portalUrl: `${portal}/payment-schedule?year=2027`,
    },
    write(facts) {
      const { region, schoolName, before, after, firstOn } = facts
      const year = schoolYear(facts, region)
      const direction = after.total > before.total ? 'up' : 'down'
      const each = money(after.each, region)
      return {
        subject: `Your payments for ${year} have changed`,
        preheader:
          firstOn === null
            ? 'Nothing more is collected for this plan.'
            : `${each} instead of ${money(before.each, region)}, from ${day(firstOn)}.`,
        paragraphs: [
          `${schoolName} has changed its fees for ${year}, and the total of your plan went ${direction}. What you have paid stays as it is; the payments to come share the difference.`,
        ],
        panel: {
          label: 'New payment',
          figure: each,
          detail: `${howOften(facts.frequency)}, instead of ${money(before.each, region)}`,
        },
        rows: [
          ...accountRows(facts),
          ...(firstOn === null ? [] : [{ label: 'First changed payment', value: day(firstOn) }]),
          {
            label: 'Still to be collected',
            value: `${money(after.toCollect, region)}, instead of ${money(before.toCollect, region)}`,
          },
          {
            label: 'Total of the plan',
            value: `${money(after.total, region)}, instead of ${money(before.total, region)}`,
            isTotal: true,
          },
        ],
        button: { label: 'See your plan', url: facts.portalUrl },
        closing: [
          'There is nothing for you to do: your payment method stays, and we write to you before each payment. If the new amount does not suit you, please talk to us before the first changed payment. Questions about the fees themselves are best answered by your school.',
        ],
      }
    },
  },

  FeesChangedReview: {
    sample: { ...family, tuitionYear: 2027, status: 'Running' },
    write(facts, { region }) {
      const year = schoolYear(facts, region)
      return {
        subject: `New fees for ${year}: we are looking at your plan`,
        preheader: 'There is nothing for you to do.',
        title: 'We are looking at your plan',
        paragraphs: [`${facts.schoolName} has changed its fees for ${year}.`, ...nextSteps[facts.status]],
        rows: [...accountRows(facts), { label: 'School year', value: year }],
      }
    },
  },

  FeesReviewed: {
    sample: {
      ...family,
      tuitionYear: 2027,
      outcome: 'Kept',
      reason: 'The new fees begin after you have left the school.',
      portalUrl: `${portal}/payment-schedule?year=2027`,
    },
    write(facts, { region }) {
      const year = schoolYear(facts, region)
      const { title, words } = decisions[facts.outcome]
      return {
        subject: `${title} (${year})`,
        preheader: words,
        title,
        paragraphs: wordsOr([words], facts),
        rows: [...accountRows(facts), { label: 'School year', value: year }],
        ...(facts.reason === null
          ? {}
          : { note: { tone: 'info' as const, title: 'From our team', lines: linesOf(facts.reason) } }),
        button: { label: 'See your plan', url: facts.portalUrl },
      }
    },
  },
}
