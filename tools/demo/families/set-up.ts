import type { Account } from '../account.ts'
import type { Plan } from '../plan.ts'
import { demoFamily, type DemoFamily } from './demo-family.ts'

const saved: Plan = { status: 'Saved' }

function unfinished(setupStatus: NonNullable<Account['setupStatus']>, more: Account = {}): Account {
  return { setupStatus, isSetupIncomplete: true, checksSetupStatus: true, plans: [saved], ...more }
}

function finished(setupStatus: 'StepsCompleted' | 'NoFurtherSteps', more: Account = {}): Account {
  return { setupStatus, checksSetupStatus: true, ...more }
}

const empty: Account = { plans: [], sources: [] }

export const setUpFamilies: DemoFamily[] = [
  demoFamily(
    'setup.schedule',
    'Amara Diallo',
    'The first step of setting up an account: choosing a payment plan.',
    unfinished('SetUpPaymentSchedule', { ...empty, allowsScheduleUpdates: false }),
  ),
  demoFamily(
    'setup.draft',
    'Finn Gallagher',
    'Setting up with an estimate that staff have prepared.',
    unfinished('SetUpPaymentSchedule', { ...empty, plans: [{ status: 'Draft', savedBy: 'Staff' }] }),
  ),
  demoFamily(
    'setup.method',
    'Hana Suzuki',
    'The plan is chosen; the next step is to add a payment method.',
    unfinished('AddPaymentMethod', { sources: [] }),
  ),
  demoFamily(
    'setup.identity',
    'Marcus Reilly',
    'The last step of setting up: proof of identity, by licence or passport.',
    unfinished('VerifyYourIdentity'),
    {
      birthDate: '1979-11-02',
    },
  ),
  demoFamily(
    'setup.review',
    'Fatima Noor',
    'An automatic identity check failed, and a copy of the licence waits for staff.',
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
    'All steps are done: the account has just become active.',
    finished('StepsCompleted', {
      plans: [{ status: 'Saved', starts: 14 }],
      createdDaysAgo: 8,
      identityChecks: [{ document: 'Passport', manner: 'Automatic', outcome: 'Pass', daysAgo: 1 }],
    }),
  ),
  demoFamily(
    'setup.none',
    'Wiremu Parata',
    'Nothing is left to do; the portal asks at every page and shows no banner.',
    finished('NoFurtherSteps'),
  ),
  demoFamily(
    'setup.planreview',
    'Beatriz Almeida',
    'The school reviews every plan first, and this one waits for it.',
    unfinished('ManualReview', { school: 'Redgum Academy', plans: [{ status: 'ManualReview' }] }),
  ),
  demoFamily(
    'setup.uk',
    'Imogen Fairfax',
    'Setting up an account in the United Kingdom, where fees are not edited.',
    unfinished('SetUpPaymentSchedule', { ...empty, school: 'Oakfield School' }),
  ),
  demoFamily(
    'setup.slow',
    'Patrick Doyle',
    'For a set-up status that comes slowly: the page waits for it.',
    finished('NoFurtherSteps'),
  ),
  demoFamily(
    'setup.fail',
    'Anjali Mehta',
    'For a set-up status that cannot be read: an error page with a retry.',
    finished('NoFurtherSteps'),
  ),
]
