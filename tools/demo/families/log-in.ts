import type { Account } from '../account.ts'
import type { Family } from '../family.ts'
import { demoFamily } from './demo-family.ts'

const inactive: Account = { productType: 'Pay', status: 'Inactive', renewalStatus: 'Closed' }
const beingSetUp: Account = {
  setupStatus: 'SetUpPaymentSchedule',
  isSetupIncomplete: true,
  checksSetupStatus: true,
  plans: [],
  sources: [],
}

export const logInFamilies: Family[] = [
  demoFamily('olivia', 'Olivia Nguyen', {
    students: [{ firstName: 'Theo', level: 'Year 4' }],
    documents: { statements: [1, 2, 3], invoices: [1, 4] },
  }),
  demoFamily('nomobile', 'Desmond Clarke', {}, { mobile: null }),
  demoFamily('multi', 'Grace Okafor', [
    {},
    { school: 'Banksia Grammar', productType: 'Pay' },
    { school: 'Jacaranda School', productType: 'Extend' },
    { ...inactive, school: 'Redgum Academy', productType: 'Go' },
    { ...inactive, school: 'Ironbark College', productType: 'PlusFunded' },
  ]),
  demoFamily('incompleteinactive', 'Rosa Fernandez', [
    { productType: 'Pay' },
    { ...beingSetUp, status: 'Inactive', school: 'Banksia Grammar' },
    { ...inactive, school: 'Jacaranda School' },
  ]),
  demoFamily('allinactive', 'Viktor Horvat', [inactive, { ...inactive, school: 'Banksia Grammar' }]),
  demoFamily('oneinactive', 'Ngaire Tamihana', inactive),
  demoFamily('zeroaccounts', 'Bruno Marchetti', []),
  demoFamily('twoactive', 'Leila Haddad', [{ productType: 'Pay' }, { school: 'Ironbark College' }]),
  demoFamily('newcustomer', 'Daniel Abara', { ...beingSetUp, createdDaysAgo: 1 }),
  demoFamily('otpdown', 'Sunita Pillai', { productType: 'Pay' }),
  demoFamily('otpandmaildown', 'Jonas Lindqvist', { productType: 'Pay' }),
  demoFamily('harriet', 'Harriet Whitcombe', {
    school: 'Oakfield School',
    students: [{ firstName: 'Rupert', level: 'Year 7' }],
    documents: { statements: [1, 2], invoices: [2] },
  }),
  demoFamily('revoked', 'Yusuf Demir', { productType: 'Pay' }),
  demoFamily('mixedregion', 'Charlotte Baptiste', [{}, { school: 'Oakfield School' }]),
]
