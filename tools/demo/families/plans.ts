import type { Plan } from '../plan.ts'
import { bpay, visaDebit } from '../sources.ts'
import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

const current: Plan = { status: 'Current' }
const completed: Plan = { status: 'Completed' }
const temporary: Plan = { status: 'Current', tailored: { type: 'ReducedPayments' } }
const proposed: Plan = { status: 'Draft', year: 'Next', savedBy: 'Renewal' }
/** The school reviews every plan first, so the family cannot see one yet. */
const inReview: Plan = { status: 'ManualReview', year: 'Next', savedBy: 'Renewal' }
const renewed: Plan = { status: 'Saved', year: 'Next', savedBy: 'Customer' }

export const planFamilies: DemoFamily[] = [
  demoFamily(
    'plan.none',
    'Tomasz Kowalski',
    'An account without a plan, with an estimated payment and an invitation to set one up.',
    { productType: 'PlusServiced', plans: [] },
  ),
  demoFamily('plan.draft', 'Chloe Laurent', 'An estimate by staff that the family has not saved yet.', {
    plans: [{ status: 'Draft', savedBy: 'Staff' }],
  }),
  demoFamily('plan.saved', 'Mei Chen', 'A plan that begins in 20 days and can still be edited.', {
    plans: [{ status: 'Saved', starts: 20 }],
  }),
  demoFamily('plan.review', 'Isaac Mwangi', 'A plan that the school has to review before it counts.', {
    school: 'Redgum Academy',
    plans: [{ status: 'ManualReview' }],
  }),
  demoFamily('plan.started0', 'Stella Moreau', 'A plan whose first payment is today.', {
    plans: [{ status: 'Current', starts: 0 }],
  }),
  demoFamily(
    'plan.started30',
    'Rahul Banerjee',
    'A plan that started 30 days ago: the last day of the message about it.',
    { plans: [{ status: 'Current', starts: -30 }] },
  ),
  demoFamily(
    'plan.started31',
    'Ebony Walker',
    'A plan that started 31 days ago: the message about it is gone.',
    { plans: [{ status: 'Current', starts: -31 }] },
  ),
  demoFamily(
    'plan.completed',
    'Sven Nilsson',
    'A plan that is paid in full, of a family that leaves the school.',
    { plans: [completed], isLeaving: true },
  ),
  demoFamily(
    'plan.graduating',
    'Keisha Brown',
    'A plan that is paid in full, of a student in the final year.',
    {
      plans: [completed],
      students: [{ firstName: 'Jasmine', level: 'Year 12' }],
    },
  ),
  demoFamily(
    'renew.review',
    'Anton Novak',
    "Next year's plan is prepared and waits for the family to look at it.",
    { plans: [current, proposed] },
  ),
  demoFamily('renew.allset', 'Samira Rahimi', "Next year's plan is saved, while this year's still runs.", {
    plans: [current, renewed],
  }),
  demoFamily(
    'renew.noplan',
    'Oscar Jensen',
    "Next year's plan waits for the school, so the family cannot see it yet.",
    {
      school: 'Redgum Academy',
      plans: [{ status: 'Current', starts: -60 }, inReview],
    },
  ),
  demoFamily(
    'renew.firstmatch',
    'Talia Cohen',
    "This year's plan is complete and next year's saved: only the second is announced.",
    { plans: [completed, renewed] },
  ),
  demoFamily('renew.offboarding', 'Henry Blackwood', 'The school leaves Larkwell, so nothing is renewed.', {
    renewalStatus: 'Offboarding',
  }),
  demoFamily(
    'renew.nofee',
    'Nadia Petrova',
    'The school has no fees for next year yet, so only this year can be chosen.',
    { school: 'Banksia Grammar' },
  ),
  demoFamily('renew.nodate', 'Liam Carrick', 'The school has not said when next year opens.', {
    school: 'Jacaranda School',
  }),
  demoFamily(
    'plan.temporary',
    'Joy Adeyemi',
    'A temporary plan with reduced payments, arranged with staff.',
    { plans: [temporary] },
  ),
  demoFamily('plan.blocked', 'Peter Vance', 'The family may not edit its plan and is asked to contact us.', {
    canEditOrAddPlan: false,
  }),
  demoFamily('plan.tempblocked', 'Lucia Romano', 'A temporary plan that the family may not edit.', {
    plans: [temporary],
    canEditOrAddPlan: false,
  }),
  demoFamily(
    'plan.noschedulenav',
    'Gareth Price',
    'An account without a payment schedule: its menu item is absent.',
    {
      productType: 'Pay',
      plans: [],
      allowsScheduleUpdates: false,
    },
  ),
  demoFamily('plan.ahead', 'Miriam Goldberg', 'A BPAY payment has covered part of the next instalment.', {
    plans: [{ status: 'Current', paidAhead: dollars(150) }],
    sources: [visaDebit(), bpay()],
  }),
  demoFamily(
    'plan.failed',
    'Declan Murphy',
    'The last debit failed and is tried again on the next business day.',
    { plans: [{ status: 'Current', hasFailed: true }] },
  ),
  demoFamily(
    'plan.cutoff',
    'Dalia Mansour',
    'The first payment is on the next business day: too late to edit the plan.',
    { plans: [{ status: 'Saved', starts: 'NextBusinessDay' }] },
  ),
]
