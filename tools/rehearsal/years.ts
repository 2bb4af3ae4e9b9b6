import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Program } from './cast.ts'

const on = calendarDate
const au = (last: string) => ({ region: 'AU', mobile: `+6149151${last}`, isContinuing: true }) as const
const uk = (last: string) => ({ region: 'UK', mobile: `+4477009${last}`, isContinuing: true }) as const
const monthly = { period: 'Month' } as const

/** Fourteen months: Australian plans are renewed after four of them, British ones after twelve. */
export const fourteenMonths: Program = {
  firstDay: on('2026-09-01'),
  lastDay: on('2027-10-31'),
  // By day and by night in both countries: at 02:00 Australia has noon and Britain sleeps, at 15:30 it is the other
  // way round. At 09:00 the Australian evening begins: with summer time it is eight o'clock.
  timesOfDay: ['02:00', '09:00', '15:30'],
  awake: { AU: '02:00', UK: '09:00' },
  // The day of one debit and the notices of others.
  mailAway: { from: new Date('2026-12-10T00:00:00Z'), until: new Date('2026-12-13T00:00:00Z') },
  // Debits are announced and due in these days.
  asleep: { from: on('2027-02-09'), until: on('2027-02-11') },
  roles: [
    {
      // Two children at two schools, in one account and one plan.
      ...au('0451'),
      name: 'Renews',
      school: 'Wattle Grove College',
      students: [
        { firstName: 'Leo', level: 'Year 5' },
        { firstName: 'Mia', level: 'Year 8', school: 'Ironbark College' },
      ],
      email: 'renews@rehearsal.example',
      method: 'Bank',
      signsUpOn: on('2026-09-01'),
      plan: { ...monthly, year: 2026, startDate: on('2026-09-15') },
      acts: [{ on: on('2026-11-05'), act: { does: 'SavesPlan', year: 2027 } }],
    },
    {
      ...uk('10452'),
      name: 'Never answers',
      school: 'Oakfield School',
      students: [
        { firstName: 'Ava', level: 'Year 7' },
        { firstName: 'Tom', level: 'Year 4' },
      ],
      email: 'never.answers@rehearsal.example',
      method: 'Card',
      signsUpOn: on('2026-09-01'),
      plan: { ...monthly, year: 2026, startDate: on('2026-09-14') },
      mishaps: [{ year: 2026, seqs: [4, 5], reason: 'insufficient_funds' }],
      leavesDebts: true,
    },
    {
      // It is renewed in October; the card ends with December, before the first debit of the new year.
      ...au('0453'),
      name: 'Card expires',
      school: 'Wattle Grove College',
      students: [{ firstName: 'Zoe', level: 'Year 3' }],
      email: 'card.expires@rehearsal.example',
      method: 'Card',
      cardExpiry: [12, 2026],
      signsUpOn: on('2026-09-01'),
      plan: { ...monthly, year: 2026, startDate: on('2026-09-16') },
      acts: [{ on: on('2027-01-28'), act: { does: 'AddsCard' } }],
    },
    {
      // The first dispute is decided in the school's favour, the second in the family's; the third is open at the end.
      ...au('0454'),
      name: 'Disputes',
      school: 'Wattle Grove College',
      students: [{ firstName: 'Noah', level: 'Year 10' }],
      email: 'disputes@rehearsal.example',
      method: 'Card',
      signsUpOn: on('2026-09-02'),
      plan: { ...monthly, year: 2026, startDate: on('2026-09-15') },
      acts: [
        { on: on('2026-10-20'), act: { does: 'Disputes', year: 2026, seq: 2 } },
        { on: on('2026-11-24'), act: { does: 'HearsFromBank', outcome: 'won' } },
        { on: on('2026-12-01'), act: { does: 'Disputes', year: 2026, seq: 3 } },
        { on: on('2027-01-05'), act: { does: 'HearsFromBank', outcome: 'lost' } },
        { on: on('2027-01-27'), act: { does: 'PaysLinks' } },
        { on: on('2027-10-20'), act: { does: 'Disputes', year: 2027, seq: 10 } },
      ],
    },
    {
      ...uk('10455'),
      name: 'Pays arrears at once',
      school: 'Oakfield School',
      students: [{ firstName: 'Isla', level: 'Year 9' }],
      email: 'pays.arrears@rehearsal.example',
      method: 'Bank',
      signsUpOn: on('2026-09-02'),
      // Weekly, so that the next payment fails before the last one is chased for the second time.
      plan: { year: 2026, startDate: on('2026-09-21'), period: 'Week' },
      mishaps: [{ year: 2026, seqs: [18, 19, 20, 21, 22], reason: 'insufficient_funds' }],
      acts: [{ on: on('2027-04-27'), act: { does: 'PaysArrears' } }],
    },
    {
      // It is temporary until its last payment, when the next plan has been ready for weeks.
      ...au('0456'),
      name: 'Temporary plan',
      school: 'Ironbark College',
      students: [{ firstName: 'Max', level: 'Year 6' }],
      email: 'temporary.plan@rehearsal.example',
      method: 'Card',
      signsUpOn: on('2026-09-02'),
      plan: { year: 2026, startDate: on('2026-09-18'), period: 'Fortnight' },
      acts: [
        {
          on: on('2026-09-10'),
          act: { does: 'GetsTemporaryPlan', year: 2026, until: on('2026-12-29') },
        },
      ],
    },
  ],
}
