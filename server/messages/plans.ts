import type { Definitions } from './definition.ts'
import type { Letter } from './letter.ts'
import { aboutAccount, accountRows, day, howOften, linesOf, money, payments } from './wording.ts'

type AboutPlan = { firstName: string; shortId: string; schoolName: string; tuitionYear: number }

/** What all letters about the plan of a year have in common. */
function planLetter(
  facts: AboutPlan,
  words: Pick<Letter, 'subject' | 'preheader' | 'title' | 'paragraphs' | 'note' | 'button' | 'closing'>,
): Letter {
  return {
    firstName: facts.firstName,
    rows: [...accountRows(facts), { label: 'School year', value: String(facts.tuitionYear) }],
    reason: aboutAccount(facts),
    ...words,
  }
}

const reviews = {
  Approved: {
    title: (year: number) => `Your plan for ${year} is approved`,
    preheader: 'It starts as you asked.',
    words:
      'We have looked at your plan and approved it. It starts as you asked; there is nothing for you to do.',
    tone: 'success',
  },
  Changed: {
    title: (year: number) => `Your plan for ${year} has been changed`,
    preheader: 'Please have a look at it.',
    words: 'We have looked at your plan and changed it. Please check that it suits you.',
    tone: 'info',
  },
  Declined: {
    title: (year: number) => `Your plan for ${year} was not approved`,
    preheader: 'Please choose another plan.',
    words:
      'We have looked at your plan and cannot approve it as it is. Please choose another one in the portal.',
    tone: 'caution',
  },
} as const

export const planKinds: Definitions<
  'PlanSaved' | 'PlanInReview' | 'PlanReviewed' | 'PlanToReview' | 'PlanCompleted' | 'TemporaryPlanEnded'
> = {
  PlanSaved: {
    channel: 'email',
    write(facts) {
      const { region, schoolName, tuitionYear, count } = facts
      const each = money(facts.amount, region)
      const rhythm = `${payments(count)}, ${howOften(facts.frequency)}`
      return {
        subject: `Your payment plan for ${tuitionYear}`,
        preheader: `${each} ${howOften(facts.frequency)}, from ${day(facts.startDate)}.`,
        title: 'Your payment plan is set',
        firstName: facts.firstName,
        paragraphs: [`Your plan for ${schoolName} is saved. Here is a summary.`],
        panel: { label: `Payment plan ${tuitionYear}`, figure: each, detail: rhythm },
        rows: [
          ...accountRows(facts),
          { label: 'First payment', value: `${each} on ${day(facts.startDate)}` },
          ...(count === 1
            ? []
            : [{ label: 'Last payment', value: `${money(facts.last, region)} on ${day(facts.endDate)}` }]),
          { label: 'Total', value: money(facts.total, region), isTotal: true },
        ],
        button: { label: 'See your plan', url: facts.portalUrl },
        closing: [
          'A payment that falls on a weekend or a public holiday moves to the next business day. We write to you before each one.',
        ],
        reason: aboutAccount(facts),
      }
    },
  },

  PlanInReview: {
    channel: 'email',
    write: (facts) =>
      planLetter(facts, {
        subject: `We are looking at your plan for ${facts.tuitionYear}`,
        preheader: 'There is nothing for you to do.',
        title: 'We are looking at your plan',
        paragraphs: [
          `Thank you for your plan for ${facts.schoolName}. Someone from our team will look at it before it starts; until then nothing changes.`,
          'We will write to you as soon as that is done. There is nothing for you to do.',
        ],
      }),
  },

  PlanReviewed: {
    channel: 'email',
    write(facts) {
      const { title, preheader, words, tone } = reviews[facts.outcome]
      return planLetter(facts, {
        subject: title(facts.tuitionYear),
        preheader,
        title: title(facts.tuitionYear),
        paragraphs: [words],
        ...(facts.reason === null
          ? {}
          : { note: { tone, title: 'From our team', lines: linesOf(facts.reason) } }),
        button: {
          label: facts.outcome === 'Declined' ? 'Choose a plan' : 'See your plan',
          url: facts.portalUrl,
        },
      })
    },
  },

  PlanToReview: {
    channel: 'email',
    write: (facts) =>
      planLetter(facts, {
        subject: `Review your plan for ${facts.tuitionYear}`,
        preheader: `The fees of ${facts.schoolName} are known. Please check your plan.`,
        title: `Review your plan for ${facts.tuitionYear}`,
        paragraphs: [
          `The ${facts.tuitionYear} school year at ${facts.schoolName} is coming up, and your plan for it is ready.`,
          'Please check that the students, fees and dates are right, and choose how often you would like to pay.',
        ],
        button: { label: 'Review your plan', url: facts.portalUrl },
      }),
  },

  PlanCompleted: {
    channel: 'email',
    write: (facts) =>
      planLetter(facts, {
        subject: `Your plan for ${facts.tuitionYear} is complete`,
        preheader: 'All payments are made. Thank you.',
        title: `Your plan for ${facts.tuitionYear} is complete`,
        paragraphs: [`All payments of your plan for ${facts.schoolName} are made. Thank you.`],
        closing: ['There is nothing for you to do. Your statements stay in the portal.'],
      }),
  },

  TemporaryPlanEnded: {
    channel: 'email',
    write: (facts) => ({
      subject: 'Your temporary plan has ended',
      preheader: 'Please choose how to go on.',
      title: 'Your temporary plan has ended',
      firstName: facts.firstName,
      paragraphs: [
        `The temporary plan that we agreed for ${facts.schoolName} has ended. Please choose how you would like to pay from here.`,
      ],
      rows: accountRows(facts),
      button: { label: 'Choose a plan', url: facts.portalUrl },
      closing: ['If your circumstances have not changed, please talk to us before you choose.'],
      reason: aboutAccount(facts),
    }),
  },
}
