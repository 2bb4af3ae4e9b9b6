/** The most useful log-ins, for the table that `npm start` prints. */
export const showcase: { email: string; shows: string }[] = [
  { email: 'olivia@demo.example', shows: 'a family with a running plan' },
  { email: 'harriet@demo.example', shows: 'the same in the United Kingdom, in pounds' },
  { email: 'multi@demo.example', shows: 'five accounts to choose from' },
  { email: 'setup.schedule@demo.example', shows: 'the first step of setting up an account' },
  { email: 'renew.review@demo.example', shows: "next year's plan, to be reviewed" },
  { email: 'plan.temporary@demo.example', shows: 'a temporary plan' },
  { email: 'threestudents@demo.example', shows: 'three students at two schools' },
  { email: 'pm.all@demo.example', shows: 'cards and a bank account, with surcharges' },
  { email: 'sched.full@demo.example', shows: 'a plan to edit, with every fee and discount' },
  { email: 'switch.details@demo.example', shows: 'an invitation to pay in instalments' },
  { email: 'setup.identity@demo.example', shows: 'a proof of identity, by licence or passport' },
  { email: 'id.rejected@demo.example', shows: 'a copy of a licence that could not be used' },
  { email: 'wd.full@demo.example', shows: 'withdrawals in every state' },
  { email: 'tx.many@demo.example', shows: 'four years of transactions' },
]
