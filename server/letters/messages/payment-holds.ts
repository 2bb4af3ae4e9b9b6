import type { Definitions } from './definition.ts'
import type { Letter, Row } from './letter.ts'
import { accountRows, day, money } from './wording.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { AboutMember } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type PaymentHoldFacts = {
  /** Payments are on hold or continue, or staff have answered a request for help. */
  PaymentHold: AboutMember & {
    portalUrl: string
    news:
      | {
          event: 'Held'
          until: CalendarDate
          /** Payments that can no longer be stopped. */
          underWay: { date: CalendarDate; amount: Cents }[]
          /** Null for a member who has not asked for help. */
          asked: { reference: string; answerBy: CalendarDate } | null
        }
      | { event: 'Extended'; until: CalendarDate }
      | { event: 'Offered' | 'Declined'; reference: string }
      | { event: 'Ended'; isOver: boolean; next: { on: CalendarDate; amount: Cents } | null }
  }
}

type Facts = PaymentHoldFacts['PaymentHold']
type Words = Pick<Letter, 'title' | 'preheader' | 'paragraphs'> & { rows?: Row[]; button: string }

/** Both parents read these letters, so none repeats what one of them has told staff. */
export const paymentHoldKinds: Definitions<PaymentHoldFacts> = {
  PaymentHold: {
    sample: {
      ...family,
      region: 'AU',
      news: {
        event: 'Held',
        until: calendarDate('2026-11-30'),
        underWay: [{ date: calendarDate('2026-11-13'), amount: cents(436_25) }],
        asked: { reference: 'H-4127', answerBy: calendarDate('2026-11-18') },
      },
      portalUrl: `${portal}/payment-schedule/help`,
    },
    write(facts) {
      const { title, preheader, paragraphs, rows = [], button } = wordsFor(facts)
      return {
        subject: title,
        preheader,
        paragraphs,
        rows: [...accountRows(facts), ...rows],
        button: { label: button, url: facts.portalUrl },
      }
    },
  },
}

const afterNotice = 'Before each payment we write to you again, with its day and amount.'

function wordsFor({ news, region }: Facts): Words {
  switch (news.event) {
    case 'Held': {
      const { until, underWay, asked: request } = news
      return {
        title: request ? 'Thank you for telling us. Your payments are on hold' : 'Your payments are on hold',
        preheader: 'Nothing is collected for now.',
        paragraphs: [
          ...(request
            ? [`One of us looks at it and answers by the end of ${day(request.answerBy)}. Then you decide.`]
            : []),
          `We collect nothing from you for now, and do not remind you of anything. The hold lasts until ${day(until)} at the latest. ${afterNotice}`,
          ...(underWay.length > 0
            ? ['The payment below is with your bank already. We can no longer stop it.']
            : []),
        ],
        rows: [
          ...(request ? [{ label: 'Reference', value: request.reference }] : []),
          ...underWay.map(({ date, amount }) => ({
            label: `With your bank since ${day(date)}`,
            value: money(amount, region),
          })),
        ],
        button: request ? 'See what happens next' : 'See your payments',
      }
    }
    case 'Extended':
      return {
        title: 'Your payments stay on hold',
        preheader: `Nothing is collected until ${day(news.until)}.`,
        paragraphs: [`We have extended the hold until the end of ${day(news.until)}. ${afterNotice}`],
        button: 'See your payments',
      }
    case 'Offered':
      return {
        title: 'We have a proposal for you',
        preheader: 'Nothing starts before you accept it.',
        paragraphs: [
          'We have looked at what you told us and propose other payments. You see each of them in the portal.',
          'You can accept, ask for a change, or talk to us. Nothing starts before you accept.',
        ],
        rows: [{ label: 'Reference', value: news.reference }],
        button: 'See the proposal',
      }
    case 'Declined':
      return {
        title: 'Our answer to you',
        preheader: 'Please read it in the portal.',
        paragraphs: [
          'We have looked at what you told us and cannot propose other payments. You find our reasons, and who else can help, in the portal.',
        ],
        rows: [{ label: 'Reference', value: news.reference }],
        button: 'Read our answer',
      }
    case 'Ended':
      return {
        title: 'Your payments go on',
        preheader: news.next ? `The next is on ${day(news.next.on)}.` : 'They are no longer on hold.',
        paragraphs: [
          `${news.isOver ? 'The hold of your payments has come to its last day.' : 'Your payments are no longer on hold.'} ${afterNotice}`,
          'If they are still hard to pay, please tell us: there are other ways.',
        ],
        rows: news.next
          ? [
              { label: 'Next payment', value: money(news.next.amount, region) },
              { label: 'Not before', value: day(news.next.on) },
            ]
          : [],
        button: 'See your payments',
      }
  }
}
