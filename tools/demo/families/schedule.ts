import type { Family } from '../family.ts'
import type { Plan } from '../plan.ts'
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
    plans: [{ status: 'Current', isPartYear: true }],
    createdDaysAgo: 130,
  }),
  demoFamily('sched.outstanding', 'Deborah Munro', {
    plans: [{ status: 'Current', outstanding: { amount: dollars(850), isCovered: false } }],
  }),
  demoFamily('sched.covered', 'Yiannis Markou', {
    plans: [{ status: 'Current', outstanding: { amount: dollars(850), isCovered: true } }],
  }),
  demoFamily('sched.family', 'Nomvula Dlamini', {
    plans: [{ status: 'Current', carriedOver: dollars(-123.45) }],
    students: [
      {
        firstName: 'Thandi',
        level: 'Year 8',
        discounts: [{ name: 'Music scholarship', amount: dollars(900) }],
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
]
