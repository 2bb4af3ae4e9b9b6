import type { Account } from '../account.ts'
import type { Family } from '../family.ts'
import type { Plan } from '../plan.ts'
import { demoFamily } from './demo-family.ts'

function switching(change: NonNullable<Account['productChange']>): Account {
  return { productType: 'Pay', productChange: change }
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
  demoFamily('switch.details', 'Camille Beaumont', switching({ status: 'VerifyYourDetails' })),
  demoFamily('switch.decline', 'Teuila Fonoti', switching({ status: 'VerifyYourDetails' })),
  demoFamily('switch.processing', 'Niall Sheridan', switching({ status: 'Processing' }), known),
  demoFamily('switch.identity', 'Parisa Azadi', switching({ status: 'VerifyYourIdentity' }), movedLately),
  demoFamily(
    'switch.completed',
    'Lachlan Fraser',
    switching({ status: 'Completed', frequency: 'Fortnight' }),
    known,
  ),
  demoFamily('switch.completednofreq', 'Mirela Ionescu', switching({ status: 'Completed' }), known),
  demoFamily('switch.none', 'Tobias Keller', { productType: 'Pay' }),
  demoFamily('switch.loadfail', 'Adaeze Eze', switching({ status: 'VerifyYourDetails' })),
  demoFamily('switch.savefail', 'Clement Rousseau', switching({ status: 'VerifyYourDetails' })),
  demoFamily('id.manual', 'Zainab Yusufzai', {
    ...toIdentify,
    identityChecks: [{ document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 1 }],
  }),
  demoFamily('id.rejected', 'Warwick Stone', {
    ...toIdentify,
    identityChecks: [
      { document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 6 },
      { document: 'DriversLicense', manner: 'Manual', outcome: 'Fail', daysAgo: 6 },
    ],
  }),
  demoFamily('id.uk', 'Florence Adebayo', { ...toIdentify, school: 'Oakfield School' }),
]
