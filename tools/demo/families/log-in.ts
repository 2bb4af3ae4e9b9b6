import type { Account } from '../account.ts'
import { demoFamily, type DemoFamily } from './demo-family.ts'

const inactive: Account = { productType: 'Pay', status: 'Inactive', renewalStatus: 'Closed' }
export const beingSetUp: Account = {
  setupStatus: 'SetUpPaymentSchedule',
  isSetupIncomplete: true,
  checksSetupStatus: true,
  plans: [],
  sources: [],
}

export const logInFamilies: DemoFamily[] = [
  demoFamily(
    'olivia',
    'Olivia Nguyen',
    'A family in Australia with one running plan: the plain everyday case.',
    {
      students: [{ firstName: 'Theo', level: 'Year 4' }],
      documents: { statements: [1, 2, 3], invoices: [1, 4] },
    },
  ),
  demoFamily(
    'nomobile',
    'Desmond Clarke',
    'No mobile number on file, so a log-in link is mailed instead of a code.',
    {},
    { mobile: null },
  ),
  demoFamily(
    'multi',
    'Grace Okafor',
    'Three active and two closed accounts, to choose from after the log-in.',
    [
      {},
      { school: 'Banksia Grammar', productType: 'Pay' },
      { school: 'Jacaranda School', productType: 'Extend' },
      { ...inactive, school: 'Redgum Academy', productType: 'Go' },
      { ...inactive, school: 'Ironbark College', productType: 'PlusFunded' },
    ],
  ),
  demoFamily(
    'incompleteinactive',
    'Rosa Fernandez',
    'A closed account that was never set up still stands among the active ones.',
    [
      { productType: 'Pay' },
      { ...beingSetUp, status: 'Inactive', school: 'Banksia Grammar' },
      { ...inactive, school: 'Jacaranda School' },
    ],
  ),
  demoFamily('allinactive', 'Viktor Horvat', 'Two closed accounts and no active one.', [
    inactive,
    { ...inactive, school: 'Banksia Grammar' },
  ]),
  demoFamily('oneinactive', 'Ngaire Tamihana', 'A single closed account, which opens by itself.', inactive),
  demoFamily('zeroaccounts', 'Bruno Marchetti', 'A customer without any account.', []),
  demoFamily('twoactive', 'Leila Haddad', 'Two active accounts, with a switch between them.', [
    { productType: 'Pay' },
    { school: 'Ironbark College' },
  ]),
  demoFamily(
    'newcustomer',
    'Daniel Abara',
    'A customer of yesterday who has not begun to set up the account.',
    { ...beingSetUp, createdDaysAgo: 1 },
  ),
  demoFamily(
    'otpdown',
    'Sunita Pillai',
    'For a log-in while text messages fail: make them fail in the sandbox first.',
    { productType: 'Pay' },
  ),
  demoFamily(
    'otpandmaildown',
    'Jonas Lindqvist',
    'For a log-in while neither text messages nor mail arrive: make both fail in the sandbox first.',
    { productType: 'Pay' },
  ),
  demoFamily(
    'harriet',
    'Harriet Whitcombe',
    'A family in the United Kingdom with a running plan, in pounds.',
    {
      school: 'Oakfield School',
      students: [{ firstName: 'Rupert', level: 'Year 7' }],
      documents: { statements: [1, 2], invoices: [2] },
    },
  ),
  demoFamily('revoked', 'Yusuf Demir', 'For a session that staff end while the family uses the portal.', {
    productType: 'Pay',
  }),
  demoFamily(
    'mixedregion',
    'Charlotte Baptiste',
    'One account in Australia and one in the United Kingdom: switching changes the currency.',
    [{}, { school: 'Oakfield School' }],
  ),
]
