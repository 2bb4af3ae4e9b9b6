import { ukBankAccount, ukVisaDebit } from '../sources.ts'
import { demoFamily, type DemoFamily } from './demo-family.ts'

export const payNowFamilies: DemoFamily[] = [
  demoFamily('pay.one', 'Tessa Marlowe', 'An early payment to one school, by card or BPAY.'),
  demoFamily(
    'pay.two',
    'Umar Sheikh',
    'An early payment to one of two schools; the surcharge depends on which.',
    {
      students: [
        { firstName: 'Bilal', level: 'Year 9' },
        { firstName: 'Hafsa', level: 'Year 5', school: 'Jacaranda School' },
      ],
    },
  ),
  demoFamily(
    'pay.vm',
    'Valerie Knox',
    'The school pays the surcharge of Visa and Mastercard, not of American Express.',
    { school: 'Banksia Grammar' },
  ),
  demoFamily(
    'pay.nosource',
    'Wendell Moses',
    'No payment method and no BPAY: a new card is added while paying.',
    { sources: [], bpay: false },
  ),
  demoFamily('pay.nobpay', 'Xanthe Galanis', 'An early payment where there is no BPAY.', { bpay: false }),
  demoFamily('pay.uk', 'Yvette Palmer', 'An early payment in the United Kingdom, by card or bank account.', {
    school: 'Oakfield School',
    sources: [ukVisaDebit(), ukBankAccount()],
  }),
  demoFamily(
    'pay.fail',
    'Zachary Bloom',
    'For an early payment that the provider refuses: choose how in the sandbox.',
  ),
  demoFamily(
    'pay.detailsfail',
    'Alma Castillo',
    'For a payment page that cannot be loaded: an error with a retry.',
  ),
]
