import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import type { Account } from '../account.ts'
import type { Plan } from '../plan.ts'
import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

/** Pays what is due when it is due, without a plan. */
const paysAsItGoes: Account = {
  productType: 'Pay',
  plans: [],
  payments: [
    { daysAgo: 120, amount: dollars(2_450) },
    { daysAgo: 40, amount: dollars(2_450) },
  ],
}

function switching(status: Exclude<ProductChangeStatus, 'Completed'>): Account {
  return { ...paysAsItGoes, productChange: { status } }
}

/** Now a Plus account, with a plan that begins soon. */
function switched(plan: Pick<Plan, 'frequency' | 'savedBy'>, frequency?: Frequency): Account {
  return {
    ...paysAsItGoes,
    productType: 'PayPlus',
    productChange: { status: 'Completed', ...(frequency && { frequency }) },
    plans: [{ ...saved, ...plan }],
  }
}

const saved: Plan = { status: 'Saved' }
export const toIdentify: Account = {
  setupStatus: 'VerifyYourIdentity',
  isSetupIncomplete: true,
  checksSetupStatus: true,
  plans: [saved],
}
const known = { birthDate: '1984-05-17' }
const movedLately = {
  ...known,
  previousAddress: {
    unitNo: '3',
    streetNo: '14',
    street: 'Boundary Road',
    suburb: 'Paddington',
    state: 'QLD',
    postcode: '4064',
  },
}

export const switchAndIdentityFamilies: DemoFamily[] = [
  demoFamily(
    'switch.details',
    'Camille Beaumont',
    "An invitation to pay in instalments: the form with the family's details.",
    switching('VerifyYourDetails'),
  ),
  demoFamily(
    'switch.decline',
    'Teuila Fonoti',
    'The same invitation, for a family that does not agree to a credit check.',
    switching('VerifyYourDetails'),
  ),
  demoFamily(
    'switch.processing',
    'Niall Sheridan',
    'The change to instalments is being processed.',
    switching('Processing'),
    known,
  ),
  demoFamily(
    'switch.identity',
    'Parisa Azadi',
    'The change to instalments needs a proof of identity.',
    switching('VerifyYourIdentity'),
    movedLately,
  ),
  demoFamily(
    'switch.completed',
    'Lachlan Fraser',
    'The change to instalments is done, with payments each fortnight.',
    switched({ frequency: 'Fortnight' }, 'Fortnight'),
    known,
  ),
  demoFamily(
    'switch.completednofreq',
    'Mirela Ionescu',
    'The change to instalments is done, and staff made the plan.',
    switched({ savedBy: 'Staff' }),
    known,
  ),
  demoFamily('switch.none', 'Tobias Keller', 'No invitation to pay in instalments.', paysAsItGoes),
  demoFamily(
    'switch.loadfail',
    'Adaeze Eze',
    'An invitation, for trying what happens when its page cannot be loaded.',
    switching('VerifyYourDetails'),
  ),
  demoFamily(
    'switch.savefail',
    'Clement Rousseau',
    'An invitation, for trying what happens when it cannot be saved.',
    switching('VerifyYourDetails'),
  ),
  demoFamily(
    'id.manual',
    'Zainab Yusufzai',
    'The automatic identity check failed: the family uploads a copy instead.',
    {
      ...toIdentify,
      identityChecks: [{ document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 1 }],
    },
    known,
  ),
  demoFamily(
    'id.rejected',
    'Warwick Stone',
    'Staff could not use the copy of a licence, so the family tries again.',
    {
      ...toIdentify,
      identityChecks: [
        { document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 6 },
        { document: 'DriversLicense', manner: 'Manual', outcome: 'Fail', daysAgo: 6 },
      ],
    },
    known,
  ),
  demoFamily(
    'id.uk',
    'Florence Adebayo',
    'Proof of identity in the United Kingdom, where the passport comes first.',
    { ...toIdentify, school: 'Oakfield School' },
    known,
  ),
]
