import { formatDate, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Definitions } from './definition.ts'
import { accountRows, howOften, linesOf } from './wording.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { AboutMember } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type SwitchFacts = {
  /** Staff invite a family to pay in instalments. */
  SwitchInvite: AboutMember & {
    portalUrl: string
  }
  /** The text that the family agreed to. */
  SwitchConfirmed: AboutMember & {
    on: CalendarDate
    text: string
  }
  SwitchCompleted: AboutMember & {
    /** The frequency of an existing plan; otherwise the family chooses it next. */
    frequency: Frequency | null
    portalUrl: string
  }
}

export const switchKinds: Definitions<SwitchFacts> = {
  SwitchInvite: {
    sample: { ...family, region: 'AU', portalUrl: `${portal}/switch-account` },
    write: (facts, { brand }) => ({
      subject: 'Pay your school fees in instalments',
      preheader: 'Weekly, fortnightly or monthly, at no extra cost.',
      title: 'Switch to instalments',
      paragraphs: [
        `You can now pay the fees of ${facts.schoolName} in weekly, fortnightly or monthly instalments, at no extra cost. ${brand} pays the school when the fees are due.`,
        'To switch, please confirm your date of birth and your address. It takes about two minutes.',
      ],
      rows: accountRows(facts),
      button: { label: 'Switch your payments', url: facts.portalUrl },
      closing: [
        'This is an offer and no more: if you would rather pay as you do now, there is nothing for you to do.',
      ],
    }),
  },

  /** The family's own copy of what it agreed to. */
  SwitchConfirmed: {
    sample: {
      ...family,
      region: 'AU',
      on: calendarDate('2026-03-20'),
      text: 'By confirming, you ask Larkwell to pay your school fees to the school when they are due, and agree to repay Larkwell in instalments.',
    },
    write: (facts) => ({
      subject: 'We have received your details for instalments',
      preheader: 'We tell you as soon as your switch is done.',
      title: 'Thank you for your details',
      paragraphs: [
        'We have received the details for your switch to instalments and write to you again when it is done.',
        'If we need a licence or passport to confirm your identity, the portal asks you for it.',
      ],
      rows: [...accountRows(facts), { label: 'Confirmed on', value: formatDate(facts.on) }],
      note: { tone: 'info', title: 'What was confirmed', lines: linesOf(facts.text) },
      closing: ['If nobody in your family asked for this, please call us.'],
    }),
  },

  SwitchCompleted: {
    sample: { ...family, region: 'AU', frequency: null, portalUrl: `${portal}/payment-schedule` },
    write(facts) {
      const { frequency } = facts
      const next = 'Please choose next how often you pay, and when the first payment is made.'
      return {
        subject: 'Your switch to instalments is done',
        preheader: frequency ? `You now pay ${howOften(frequency)}.` : next,
        title: 'You have switched to instalments',
        paragraphs: [
          `Your account for ${facts.schoolName} is now for paying in instalments.`,
          frequency ? `You pay ${howOften(frequency)}, as in your payment plan.` : next,
        ],
        rows: accountRows(facts),
        button: {
          label: frequency ? 'See your payment schedule' : 'Set up your payments',
          url: facts.portalUrl,
        },
      }
    },
  },
}
