import type { Family } from '../family.ts'
import type { Plan } from '../plan.ts'
import { visaDebit } from '../sources.ts'
import { demoFamily, dollars } from './demo-family.ts'

/** Still to come, so that the whole form is open. */
const editable: Plan = { status: 'Saved' }

export const scheduleFamilies: Family[] = [
  demoFamily('sched.full', 'Eleanor Hart', {
    plans: [editable],
    students: [
      {
        firstName: 'Oliver',
        level: 'Year 9',
        discounts: [{ name: 'Scholarship', percent: 10, type: 'Scholarship' }],
        addons: [{ name: 'Instrument lessons', option: 'Cello' }],
      },
      { firstName: 'Isla', level: 'Year 6', addons: [{ name: 'School bus' }] },
    ],
  }),
  demoFamily('sched.novariance', 'Reuben Castle', { school: 'Ironbark College', plans: [editable] }),
  demoFamily('sched.manual', 'Paloma Reyes', { school: 'Redgum Academy', plans: [] }),
  demoFamily('sched.partyear', 'Xavier Lambert', {
    plans: [{ ...editable, isPartYear: true, savedBy: 'Staff' }],
  }),
  demoFamily('sched.outstanding', 'Deborah Munro', {
    plans: [{ ...editable, outstanding: { amount: dollars(850), isCovered: false } }],
  }),
  demoFamily('sched.covered', 'Yiannis Markou', {
    plans: [{ ...editable, outstanding: { amount: dollars(850), isCovered: true } }],
  }),
  demoFamily('sched.family', 'Nomvula Dlamini', {
    plans: [{ ...editable, carriedOver: dollars(-123.45) }],
    balance: dollars(123.45),
    students: [
      {
        firstName: 'Thandi',
        level: 'Year 8',
        discounts: [{ name: 'Scholarship', amount: dollars(900), type: 'Scholarship' }],
      },
      { firstName: 'Sipho', level: 'Year 5' },
    ],
  }),
  demoFamily('sched.lastyear', 'Gemma Lockhart', {
    plans: [
      { status: 'Current' },
      { status: 'Saved', year: 'Next', savedBy: 'Customer', usesFeesOfYearBefore: true },
    ],
    renewalStatus: 'Renewing',
  }),
  demoFamily('sched.oneoption', 'Bashir Sesay', {
    school: 'Banksia Grammar',
    plans: [],
    renewalStatus: 'NoFeeSchedule',
  }),
  demoFamily('sched.uk', 'Winifred Shaw', { school: 'Oakfield School', plans: [editable] }),
  demoFamily('sched.term', 'Matteo Ricci', {
    plans: [{ status: 'Current', frequency: 'Term', savedBy: 'Staff' }],
  }),
  demoFamily('sched.twice', 'Saskia De Boer', {
    school: 'Banksia Grammar',
    plans: [{ status: 'Current', frequency: 'TwicePerYear', savedBy: 'Staff' }],
  }),
  demoFamily('sched.fail', 'Quentin Ashby', { plans: [editable] }),
  demoFamily('sched.loadfail', 'Ruth Ibrahim'),
  demoFamily('sched.declined', 'Hugo Lindqvist', {
    plans: [
      {
        status: 'Draft',
        savedBy: 'Customer',
        declined: {
          reason: 'Your school has no letter about this scholarship. Please send it to them first.',
        },
      },
    ],
    students: [
      {
        firstName: 'Astrid',
        level: 'Year 8',
        discounts: [{ name: 'Scholarship', percent: 50, type: 'Scholarship' }],
      },
    ],
  }),
  demoFamily('sched.cardends', 'Marguerite Okoye', {
    plans: [editable],
    sources: [visaDebit({ expiresInMonths: 3 })],
  }),
]
