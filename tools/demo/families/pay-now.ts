import type { Family } from '../family.ts'
import { ukBankAccount, ukVisaDebit } from '../sources.ts'
import { demoFamily } from './demo-family.ts'

export const payNowFamilies: Family[] = [
  demoFamily('pay.one', 'Tessa Marlowe'),
  demoFamily('pay.two', 'Umar Sheikh', {
    students: [
      { firstName: 'Bilal', level: 'Year 9' },
      { firstName: 'Hafsa', level: 'Year 5', school: 'Jacaranda School' },
    ],
  }),
  demoFamily('pay.vm', 'Valerie Knox', { school: 'Banksia Grammar' }),
  demoFamily('pay.nosource', 'Wendell Moses', { sources: [], bpay: false }),
  demoFamily('pay.nobpay', 'Xanthe Galanis', { bpay: false }),
  demoFamily('pay.uk', 'Yvette Palmer', {
    school: 'Oakfield School',
    sources: [ukVisaDebit(), ukBankAccount()],
  }),
  demoFamily('pay.fail', 'Zachary Bloom'),
  demoFamily('pay.detailsfail', 'Alma Castillo'),
]
