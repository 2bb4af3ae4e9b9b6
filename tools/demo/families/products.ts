import type { Family } from '../family.ts'
import { demoFamily, dollars } from './demo-family.ts'

export const productFamilies: Family[] = [
  demoFamily('type.assessment', 'Kirra Dawson', { productType: 'Assessment' }),
  demoFamily('type.pay', 'Emmanuel Osei', { productType: 'Pay' }),
  demoFamily('type.payplus', 'Sophie Tremblay', { productType: 'PayPlus' }),
  demoFamily('type.plusfunded', 'Arash Karimi', {
    productType: 'PlusFunded',
    plans: [{ status: 'Current', frequency: 'Month' }],
  }),
  demoFamily('type.plusserviced', 'Mary Finnegan', {
    productType: 'PlusServiced',
    plans: [{ status: 'Current', frequency: 'Week' }],
  }),
  demoFamily('type.payintegrated', 'Ravi Subramaniam', { productType: 'PayIntegrated' }),
  demoFamily('type.passthrough', 'Elena Vasquez', { productType: 'Passthrough' }),
  demoFamily('type.extend', 'Thuy Pham', { productType: 'Extend' }),
  demoFamily('type.go', 'Malik Robinson', { productType: 'Go' }),
  demoFamily('nobpay', 'Ingrid Solberg', { bpay: false }),
  demoFamily('bpayamount', 'Colin McAllister', { bpay: { amount: dollars(412.5) } }),
  demoFamily('nonext', 'Rania Khoury', {
    productType: 'Pay',
    plans: [],
    payments: [{ daysAgo: 30, amount: dollars(650) }],
  }),
  demoFamily('openrequests', 'Benedict Quaye', {
    productType: 'Pay',
    requests: [
      { id: 'demo-open-excursion', amountDue: dollars(185), hasPeriod: false },
      { id: 'demo-open-term', amountDue: dollars(1_420.5) },
    ],
  }),
  demoFamily('threestudents', 'Alice Thornton', {
    students: [
      { firstName: 'Edie', level: 'Year 10' },
      { firstName: 'Jasper', level: 'Year 6' },
      { firstName: 'Wren', level: 'Year 2', school: 'Jacaranda School' },
    ],
  }),
  demoFamily('vc.inactive', 'Omar Farouk', {}, { contribution: 'Inactive' }),
  demoFamily('vc.invited', 'Bronte Hughes', {}, { contribution: 'InviteSent' }),
  demoFamily('vc.active', 'Zoltan Szabo', {}, { contribution: 'Active' }),
  demoFamily('vc.missing', 'Linh Tran', {}, { contribution: null }),
  demoFamily('noaddress', 'Curtis Maynard', {}, { address: null }),
  demoFamily('nocontact', 'Agnes Baird', {}, { mobile: null, address: null }),
]
