import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

export const productFamilies: DemoFamily[] = [
  demoFamily('type.assessment', 'Kirra Dawson', 'The product Assessment: balance and plan.', {
    productType: 'Assessment',
  }),
  demoFamily('type.pay', 'Emmanuel Osei', 'The product Pay: a balance and no plan card.', {
    productType: 'Pay',
  }),
  demoFamily('type.payplus', 'Sophie Tremblay', 'The product PayPlus: a plan and no balance.', {
    productType: 'PayPlus',
  }),
  demoFamily(
    'type.plusfunded',
    'Arash Karimi',
    'The product Plus, funded by us: balance, plan and withdrawals.',
    {
      productType: 'PlusFunded',
      plans: [{ status: 'Current', frequency: 'Month' }],
    },
  ),
  demoFamily(
    'type.plusserviced',
    'Mary Finnegan',
    'The product Plus, paid by the family each week: balance and plan.',
    {
      productType: 'PlusServiced',
      plans: [{ status: 'Current', frequency: 'Week' }],
    },
  ),
  demoFamily(
    'type.payintegrated',
    'Ravi Subramaniam',
    'The product Plus, integrated with the school: balance and plan.',
    { productType: 'PayIntegrated' },
  ),
  demoFamily(
    'type.passthrough',
    'Elena Vasquez',
    'The product Passthrough: a plan, and the balance among the transactions.',
    { productType: 'Passthrough' },
  ),
  demoFamily('type.extend', 'Thuy Pham', 'The product Extend: a balance and no plan card.', {
    productType: 'Extend',
  }),
  demoFamily('type.go', 'Malik Robinson', 'The product Go: balance and plan.', { productType: 'Go' }),
  demoFamily('nobpay', 'Ingrid Solberg', 'No BPAY reference, so there is no card for paying by BPAY.', {
    bpay: false,
  }),
  demoFamily('bpayamount', 'Colin McAllister', 'A BPAY reference with a fixed amount.', {
    bpay: { amount: dollars(412.5) },
  }),
  demoFamily('nonext', 'Rania Khoury', 'No next payment, and one in the past.', {
    productType: 'Pay',
    plans: [],
    payments: [{ daysAgo: 30, amount: dollars(650) }],
  }),
  demoFamily('openrequests', 'Benedict Quaye', 'Two payment requests of the school that are open.', {
    productType: 'Pay',
    requests: [
      { id: 'demo-open-excursion', amountDue: dollars(185), hasPeriod: false },
      { id: 'demo-open-term', amountDue: dollars(1_420.5) },
    ],
  }),
  demoFamily('threestudents', 'Alice Thornton', 'Three students at two schools on one account.', {
    students: [
      { firstName: 'Edie', level: 'Year 10' },
      { firstName: 'Jasper', level: 'Year 6' },
      { firstName: 'Wren', level: 'Year 2', school: 'Jacaranda School' },
    ],
  }),
  demoFamily(
    'vc.inactive',
    'Omar Farouk',
    'Not a donor to the fund: a banner and a link to give.',
    {},
    { contribution: 'Inactive' },
  ),
  demoFamily(
    'vc.invited',
    'Bronte Hughes',
    'Invited to give to the fund, and not answered yet.',
    {},
    { contribution: 'InviteSent' },
  ),
  demoFamily('vc.active', 'Zoltan Szabo', 'Gives to the fund already.', {}, { contribution: 'Active' }),
  demoFamily('vc.missing', 'Linh Tran', 'Never asked about the fund.', {}, { contribution: null }),
  demoFamily('noaddress', 'Curtis Maynard', 'No address on file.', {}, { address: null }),
  demoFamily(
    'nocontact',
    'Agnes Baird',
    'Neither a mobile number nor an address on file: log in by a mailed link.',
    {},
    { mobile: null, address: null },
  ),
]
