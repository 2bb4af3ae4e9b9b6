import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import type { Account } from '../account.ts'
import type { Family } from '../family.ts'
import type { Plan } from '../plan.ts'
import { demoFamily, dollars } from './demo-family.ts'

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
const toIdentify: Account = {
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

export const switchAndIdentityFamilies: Family[] = [
  demoFamily('switch.details', 'Camille Beaumont', switching('VerifyYourDetails')),
  demoFamily('switch.decline', 'Teuila Fonoti', switching('VerifyYourDetails')),
  demoFamily('switch.processing', 'Niall Sheridan', switching('Processing'), known),
  demoFamily('switch.identity', 'Parisa Azadi', switching('VerifyYourIdentity'), movedLately),
  demoFamily('switch.completed', 'Lachlan Fraser', switched({ frequency: 'Fortnight' }, 'Fortnight'), known),
  demoFamily('switch.completednofreq', 'Mirela Ionescu', switched({ savedBy: 'Staff' }), known),
  demoFamily('switch.none', 'Tobias Keller', paysAsItGoes),
  demoFamily('switch.loadfail', 'Adaeze Eze', switching('VerifyYourDetails')),
  demoFamily('switch.savefail', 'Clement Rousseau', switching('VerifyYourDetails')),
  demoFamily(
    'id.manual',
    'Zainab Yusufzai',
    {
      ...toIdentify,
      identityChecks: [{ document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 1 }],
    },
    known,
  ),
  demoFamily(
    'id.rejected',
    'Warwick Stone',
    {
      ...toIdentify,
      identityChecks: [
        { document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 6 },
        { document: 'DriversLicense', manner: 'Manual', outcome: 'Fail', daysAgo: 6 },
      ],
    },
    known,
  ),
  demoFamily('id.uk', 'Florence Adebayo', { ...toIdentify, school: 'Oakfield School' }, known),
]
