import type { Plan } from '../plan.ts'
import { visaDebit } from '../sources.ts'
import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

/** Still to come, so that the whole form is open. */
const editable: Plan = { status: 'Saved' }

export const scheduleFamilies: DemoFamily[] = [
  demoFamily(
    'sched.full',
    'Eleanor Hart',
    'A plan to edit, with two students and every kind of fee and discount.',
    {
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
    },
  ),
  demoFamily(
    'sched.novariance',
    'Reuben Castle',
    'The school allows no changes of fees, so there are no fee dialogs.',
    { school: 'Ironbark College', plans: [editable] },
  ),
  demoFamily('sched.manual', 'Paloma Reyes', 'No plan yet; saving one sends it to the school for review.', {
    school: 'Redgum Academy',
    plans: [],
  }),
  demoFamily('sched.partyear', 'Xavier Lambert', 'A plan for a part of the year, with less to pay.', {
    plans: [{ ...editable, isPartYear: true, savedBy: 'Staff' }],
  }),
  demoFamily(
    'sched.outstanding',
    'Deborah Munro',
    'Fees of an earlier year are outstanding and not covered by the plan.',
    {
      plans: [{ ...editable, outstanding: { amount: dollars(850), isCovered: false } }],
    },
  ),
  demoFamily(
    'sched.covered',
    'Yiannis Markou',
    'Fees of an earlier year are outstanding and covered by the plan.',
    {
      plans: [{ ...editable, outstanding: { amount: dollars(850), isCovered: true } }],
    },
  ),
  demoFamily(
    'sched.family',
    'Nomvula Dlamini',
    'A family fee, a discount for siblings and a balance carried over.',
    {
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
    },
  ),
  demoFamily('sched.lastyear', 'Gemma Lockhart', "Next year's plan is based on the fees of this year.", {
    plans: [
      { status: 'Current' },
      { status: 'Saved', year: 'Next', savedBy: 'Customer', usesFeesOfYearBefore: true },
    ],
    renewalStatus: 'Renewing',
  }),
  demoFamily('sched.oneoption', 'Bashir Sesay', 'One school year and few choices to pay it.', {
    school: 'Banksia Grammar',
    plans: [],
    renewalStatus: 'NoFeeSchedule',
  }),
  demoFamily('sched.uk', 'Winifred Shaw', 'A plan to edit in the United Kingdom, in pounds.', {
    school: 'Oakfield School',
    plans: [editable],
  }),
  demoFamily('sched.term', 'Matteo Ricci', 'A running plan that staff made, paid each term.', {
    plans: [{ status: 'Current', frequency: 'Term', savedBy: 'Staff' }],
  }),
  demoFamily('sched.twice', 'Saskia De Boer', 'A running plan that staff made, paid twice a year.', {
    school: 'Banksia Grammar',
    plans: [{ status: 'Current', frequency: 'TwicePerYear', savedBy: 'Staff' }],
  }),
  demoFamily('sched.fail', 'Quentin Ashby', 'A plan to edit, for trying what happens when saving fails.', {
    plans: [editable],
  }),
  demoFamily(
    'sched.loadfail',
    'Ruth Ibrahim',
    'For a payment schedule that cannot be loaded: an error page with a retry.',
  ),
  demoFamily(
    'sched.declined',
    'Hugo Lindqvist',
    'Staff declined a scholarship that the family had entered.',
    {
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
    },
  ),
  demoFamily(
    'sched.cardends',
    'Marguerite Okoye',
    'The card expires before the plan ends, which the form says.',
    {
      plans: [editable],
      sources: [visaDebit({ expiresInMonths: 3 })],
    },
  ),
]
