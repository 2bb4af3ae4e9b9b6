import type { Family } from '../family.ts'
import type { Plan } from '../plan.ts'
import { bpay, visaDebit } from '../sources.ts'
import { demoFamily, dollars } from './demo-family.ts'

const current: Plan = { status: 'Current' }
const completed: Plan = { status: 'Completed' }
const temporary: Plan = { status: 'Current', tailored: { type: 'ReducedPayments' } }
const proposed: Plan = { status: 'Draft', year: 'Next', savedBy: 'Renewal' }
/** The school reviews every plan first, so the family cannot see one yet. */
const inReview: Plan = { status: 'ManualReview', year: 'Next', savedBy: 'Renewal' }
const renewed: Plan = { status: 'Saved', year: 'Next', savedBy: 'Customer' }

export const planFamilies: Family[] = [
  demoFamily('plan.none', 'Tomasz Kowalski', { productType: 'PlusServiced', plans: [] }),
  demoFamily('plan.draft', 'Chloe Laurent', { plans: [{ status: 'Draft', savedBy: 'Staff' }] }),
  demoFamily('plan.saved', 'Mei Chen', { plans: [{ status: 'Saved', starts: 20 }] }),
  demoFamily('plan.review', 'Isaac Mwangi', {
    school: 'Redgum Academy',
    plans: [{ status: 'ManualReview' }],
  }),
  demoFamily('plan.started0', 'Stella Moreau', { plans: [{ status: 'Current', starts: 0 }] }),
  demoFamily('plan.started30', 'Rahul Banerjee', { plans: [{ status: 'Current', starts: -30 }] }),
  demoFamily('plan.started31', 'Ebony Walker', { plans: [{ status: 'Current', starts: -31 }] }),
  demoFamily('plan.completed', 'Sven Nilsson', { plans: [completed], isLeaving: true }),
  demoFamily('plan.graduating', 'Keisha Brown', {
    plans: [completed],
    students: [{ firstName: 'Jasmine', level: 'Year 12' }],
  }),
  demoFamily('renew.review', 'Anton Novak', { plans: [current, proposed] }),
  demoFamily('renew.allset', 'Samira Rahimi', { plans: [current, renewed] }),
  demoFamily('renew.noplan', 'Oscar Jensen', {
    school: 'Redgum Academy',
    plans: [{ status: 'Current', starts: -60 }, inReview],
  }),
  demoFamily('renew.firstmatch', 'Talia Cohen', { plans: [completed, renewed] }),
  demoFamily('renew.offboarding', 'Henry Blackwood', { renewalStatus: 'Offboarding' }),
  demoFamily('renew.nofee', 'Nadia Petrova', { school: 'Banksia Grammar' }),
  demoFamily('renew.nodate', 'Liam Carrick', { school: 'Jacaranda School' }),
  demoFamily('plan.temporary', 'Joy Adeyemi', { plans: [temporary] }),
  demoFamily('plan.blocked', 'Peter Vance', { canEditOrAddPlan: false }),
  demoFamily('plan.tempblocked', 'Lucia Romano', { plans: [temporary], canEditOrAddPlan: false }),
  demoFamily('plan.noschedulenav', 'Gareth Price', {
    productType: 'Pay',
    plans: [],
    allowsScheduleUpdates: false,
  }),
  demoFamily('plan.ahead', 'Miriam Goldberg', {
    plans: [{ status: 'Current', paidAhead: dollars(150) }],
    sources: [visaDebit(), bpay()],
  }),
  demoFamily('plan.failed', 'Declan Murphy', { plans: [{ status: 'Current', hasFailed: true }] }),
  demoFamily('plan.cutoff', 'Dalia Mansour', { plans: [{ status: 'Saved', starts: 'NextBusinessDay' }] }),
]
