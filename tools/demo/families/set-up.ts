import type { Account } from '../account.ts'
import type { Family } from '../family.ts'
import type { Plan } from '../plan.ts'
import { demoFamily } from './demo-family.ts'

const saved: Plan = { status: 'Saved' }

function unfinished(setupStatus: NonNullable<Account['setupStatus']>, more: Account = {}): Account {
  return { setupStatus, isSetupIncomplete: true, checksSetupStatus: true, plans: [saved], ...more }
}

function finished(setupStatus: 'StepsCompleted' | 'NoFurtherSteps', more: Account = {}): Account {
  return { setupStatus, checksSetupStatus: true, ...more }
}

const empty: Account = { plans: [], sources: [] }

export const setUpFamilies: Family[] = [
  demoFamily(
    'setup.schedule',
    'Amara Diallo',
    unfinished('SetUpPaymentSchedule', { ...empty, allowsScheduleUpdates: false }),
  ),
  demoFamily(
    'setup.draft',
    'Finn Gallagher',
    unfinished('SetUpPaymentSchedule', { ...empty, plans: [{ status: 'Draft', savedBy: 'Staff' }] }),
  ),
  demoFamily('setup.method', 'Hana Suzuki', unfinished('AddPaymentMethod', { sources: [] })),
  demoFamily('setup.identity', 'Marcus Reilly', unfinished('VerifyYourIdentity'), {
    birthDate: '1979-11-02',
  }),
  demoFamily(
    'setup.review',
    'Fatima Noor',
    unfinished('ManualReview', {
      identityChecks: [
        { document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 2 },
        { document: 'DriversLicense', manner: 'Manual', outcome: null, daysAgo: 2 },
      ],
    }),
    { birthDate: '1988-01-29' },
  ),
  demoFamily(
    'setup.done',
    'Georgia Papadakis',
    finished('StepsCompleted', {
      plans: [{ status: 'Saved', starts: 14 }],
      createdDaysAgo: 8,
      identityChecks: [{ document: 'Passport', manner: 'Automatic', outcome: 'Pass', daysAgo: 1 }],
    }),
  ),
  demoFamily('setup.none', 'Wiremu Parata', finished('NoFurtherSteps')),
  demoFamily(
    'setup.planreview',
    'Beatriz Almeida',
    unfinished('ManualReview', { school: 'Redgum Academy', plans: [{ status: 'ManualReview' }] }),
  ),
  demoFamily(
    'setup.uk',
    'Imogen Fairfax',
    unfinished('SetUpPaymentSchedule', { ...empty, school: 'Oakfield School' }),
  ),
  demoFamily('setup.slow', 'Patrick Doyle', finished('NoFurtherSteps')),
  demoFamily('setup.fail', 'Anjali Mehta', finished('NoFurtherSteps')),
]
