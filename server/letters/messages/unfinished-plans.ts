import type { Definitions } from './definition.ts'
import type { Letter, ToMember } from './letter.ts'
import { accountRows, day, schoolYear } from './wording.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { UnfinishedReason } from '#domain/plan/unfinished-plans.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type UnfinishedFacts = {
  /** A plan cannot start because the family has not saved it, staff have not decided, or there is none. */
  PlanUnfinished: ToMember & {
    tuitionYear: number
    status: UnfinishedReason
    /** The first day of the plan; without a plan, that of the school year. */
    startsOn: CalendarDate
    isPast: boolean
    /** Null if the family must contact us. */
    portalUrl: string | null
  }
}

type Facts = UnfinishedFacts['PlanUnfinished']
type Words = Pick<Letter, 'subject' | 'preheader' | 'paragraphs' | 'button' | 'closing'>

const nothingCollected = (year: string) => `Nothing is collected for ${year} until then.`

function notSaved({ isPast, startsOn, schoolName, portalUrl }: Facts, year: string): Words {
  return {
    subject: isPast ? `Your plan for ${year} has not started` : `Please save your plan for ${year}`,
    preheader: isPast
      ? 'It is still an estimate. Please choose when it starts.'
      : `It is an estimate until you save it. It is to start on ${day(startsOn)}.`,
    paragraphs: [
      isPast
        ? `Your plan for ${schoolName} was to start on ${day(startsOn)}, but it is still an estimate that nobody has saved. So nothing has been collected for it.`
        : `Your plan for ${schoolName} is an estimate until you save it. It is to start on ${day(startsOn)}, and does not start by itself.`,
      portalUrl
        ? `Please check it, choose the first payment day and save it. ${nothingCollected(year)}`
        : `Please call us or reply to this message, so that we can finish it together. ${nothingCollected(year)}`,
    ],
    ...(portalUrl && { button: { label: 'Finish your plan', url: portalUrl } }),
    closing: ['The later a plan starts, the fewer payments are left, and the higher each of them is.'],
  }
}

function inReview({ isPast, startsOn, schoolName, portalUrl }: Facts, year: string): Words {
  return {
    subject: `We are still looking at your plan for ${year}`,
    preheader: 'There is nothing for you to do.',
    paragraphs: [
      isPast
        ? `Your plan for ${schoolName} was to start on ${day(startsOn)}, and we have not finished looking at it. We are sorry that it takes so long.`
        : `Your plan for ${schoolName} is to start on ${day(startsOn)}, and we are still looking at it. If we have not finished by then, it starts later.`,
      'We will write to you as soon as we have, with the day of your first payment. Nothing is collected before that day.',
    ],
    ...(portalUrl && { button: { label: 'See your plan', url: portalUrl } }),
    closing: ['There is nothing for you to do. If your circumstances have changed, reply to this message.'],
  }
}

function noPlan({ isPast, startsOn, schoolName, portalUrl }: Facts, year: string): Words {
  const begins = isPast ? 'began' : 'begins'
  return {
    subject: `You have no plan for ${year} yet`,
    preheader: portalUrl ? 'Please set one up.' : 'We are looking into it.',
    paragraphs: [
      `The ${year} school year at ${schoolName} ${begins} on ${day(startsOn)}, and your last plan could not be renewed by itself.`,
      portalUrl
        ? `Please set up a plan in the portal, or call us and we do it together. ${nothingCollected(year)}`
        : `Our team is looking into it and will contact you. You can also call us or reply to this message. ${nothingCollected(year)}`,
    ],
    ...(portalUrl && { button: { label: 'Set up your plan', url: portalUrl } }),
  }
}

const wordsOf = { NotSaved: notSaved, InReview: inReview, NoPlan: noPlan }

export const unfinishedKinds: Definitions<UnfinishedFacts> = {
  PlanUnfinished: {
    sample: {
      ...family,
      tuitionYear: 2027,
      status: 'NotSaved',
      startsOn: calendarDate('2027-01-06'),
      isPast: true,
      portalUrl: `${portal}/payment-schedule?year=2027`,
    },
    write(facts, { region }) {
      const year = schoolYear(facts, region)
      const words = wordsOf[facts.status](facts, year)
      return {
        title: words.subject,
        rows: [...accountRows(facts), { label: 'School year', value: year }],
        ...words,
      }
    },
  },
}
