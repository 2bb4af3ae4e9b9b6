import {
  addDays,
  addMonthsClamped,
  formatDate,
  calendarDate,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import type { Definitions } from './definition.ts'
import { accountRows } from './wording.ts'
import type { AboutMember } from './facts.ts'
import { portal, family } from './sample-parts.ts'

/** The facts of each of these letters. */
export type StatementFacts = {
  StatementReady: AboutMember & {
    /** The month's first day. */
    month: CalendarDate
    portalUrl: string
  }
}

export const statementKinds: Definitions<StatementFacts> = {
  /** The mail does not attach the statement, which needs a log-in. */
  StatementReady: {
    sample: {
      ...family,
      region: 'AU',
      month: calendarDate('2026-10-01'),
      portalUrl: `${portal}/statements`,
    },
    write(facts) {
      const [, name = '', year = ''] = formatDate(facts.month).split(' ')
      const last = addDays(addMonthsClamped(facts.month, 1), -1)
      return {
        subject: `Your statement for ${name} is ready`,
        preheader: `What moved in your account in ${name} ${year}.`,
        paragraphs: [
          `Your statement for ${name} ${year} is in the portal. It shows your balance and everything that moved in the month, and also what is overdue, disputed or on its way.`,
        ],
        rows: [
          ...accountRows(facts),
          { label: 'Period', value: `${formatDate(facts.month)} to ${formatDate(last)}` },
        ],
        button: { label: 'See your statements', url: facts.portalUrl },
      }
    },
  },
}
