import { creditFromSchool } from '../entries.ts'
import { ukVisaDebit, visaDebit } from '../sources.ts'
import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

/** What waits for staff and no other family shows. The steps in `tools/demo/desk` make it so. */
export const deskFamilies: DemoFamily[] = [
  demoFamily(
    'desk.debit',
    'Leena Cole',
    'A debit that failed three times, and a question about it in the chat.',
    { plans: [{ status: 'Current', hasFailed: true }] },
    { conversation: [{ by: 'Customer', text: 'Can this one wait until the 27th?', daysAgo: 0 }] },
  ),
  demoFamily('desk.arrears', 'Marcus Whitcombe', 'A payment that all reminders have not brought.', {
    school: 'Oakfield School',
    plans: [{ status: 'Current', hasFailed: true }],
    sources: [ukVisaDebit()],
  }),
  demoFamily(
    'desk.plan',
    'Ngozi Adeyemi',
    'A renewed plan that the family has changed: staff compare it with the one on file.',
    {
      school: 'Redgum Academy',
      students: [
        { firstName: 'Chidi', level: 'Year 8' },
        { firstName: 'Amara', level: 'Year 5' },
      ],
      plans: [{ status: 'Current' }, { status: 'Draft', year: 'Next', savedBy: 'Renewal' }],
    },
  ),
  demoFamily('desk.discount', 'Ada Okonjo', 'A discount that the family has declared and staff look at.', {
    plans: [{ status: 'Current' }],
    sources: [visaDebit()],
  }),
  demoFamily('desk.skip', 'Kenji Sato', 'A request to skip more payments than the school grants at once.', {
    plans: [{ status: 'Current', frequency: 'Fortnight', toCome: 8 }],
  }),
  demoFamily(
    'desk.fees',
    'Zainab Abbasi',
    'A plan that new fees of the school could not change by themselves.',
    {
      school: 'Redgum Academy',
      plans: [{ status: 'Current' }],
    },
  ),
  demoFamily(
    'desk.renewal',
    'Ivan Petrov',
    'A renewed plan that has not started: no method can be charged.',
    {
      plans: [{ status: 'Completed' }, { status: 'Draft', year: 'Next', savedBy: 'Renewal' }],
      renewalStatus: 'Renewing',
      sources: [],
    },
  ),
  demoFamily(
    'desk.partyear',
    'Bronwyn Achterberg',
    'A plan for a part of the year, although the student was there from its beginning.',
    { plans: [{ status: 'Saved', starts: 20, isPartYear: true, savedBy: 'Customer' }] },
  ),
  demoFamily('desk.care', 'Rowan Fraser', 'A family that finds it hard to pay and has told us.', {
    plans: [{ status: 'Current', toCome: 6 }],
  }),
  demoFamily(
    'desk.contact',
    'Harriet Lowe',
    'New contact details that the family did not ask for.',
    { school: 'Oakfield School', plans: [{ status: 'Current' }], sources: [ukVisaDebit()] },
    {
      conversation: [
        { by: 'Customer', text: 'Somebody has changed my mobile number. It was not me!', daysAgo: 1 },
      ],
    },
  ),
  demoFamily(
    'desk.money',
    'Ngaire Tamati',
    'A payment and a refund whose outcome nobody knows, and a correction that waits for a second person.',
    { plans: [{ status: 'Current' }], balance: dollars(180) },
    { conversation: [{ by: 'Customer', text: 'Why was I charged twice?', daysAgo: 0 }] },
  ),
  demoFamily(
    'desk.deposit',
    'Amelia Hart',
    'BPAY deposits with two digits of the reference swapped: one was found, one waits in suspense.',
    {
      plans: [],
      requests: [
        { id: 'demo-open-desk', amountDue: dollars(892.5) },
        { id: 'demo-open-camp', amountDue: dollars(1_105), hasPeriod: false },
      ],
    },
  ),
  demoFamily('desk.payout', 'Iain Sutherland', 'Withdrawals in batches for the bank, one in every state.', {
    school: 'Oakfield School',
    plans: [],
    entries: (moment) => [creditFromSchool(moment, 448_10)],
    balance: dollars(35),
    withdrawals: {
      bankAccounts: ['5620'],
      requests: [41.2, 52.6, 63.15, 74, 85.4, 96.75].map((amount, index) => ({
        status: 'Pending' as const,
        amount: dollars(amount),
        daysAgo: 9 - index,
      })),
    },
  }),
]
