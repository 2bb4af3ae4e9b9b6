import { cents } from '#domain/money.ts'
import type { Account } from '../account.ts'
import type { Family } from '../family.ts'
import type { PaymentRequest } from '../requests.ts'
import { amex, bankAccount, ukVisaDebit, visaCredit, visaDebit } from '../sources.ts'
import { demoFamily, dollars } from './demo-family.ts'

/** A family with a payment request. Its readable id, `demo-…`, is for demos only: real ids cannot be guessed. */
function guest(
  word: string,
  name: string,
  request: Partial<PaymentRequest> = {},
  account: Account = {},
): Family {
  const made = { id: `demo-${word}`, amountDue: dollars(1_250), ...request }
  return demoFamily(`guest.${word}`, name, { ...account, requests: [made] })
}

const breakdown = { overdue: dollars(310) }
const visaThatIsNoDefault = visaCredit({ isDefault: false, isPreferred: false })

export const guestFamilies: Family[] = [
  guest('full', 'Rosalind Mercer', { breakdown }, { sources: [visaCredit(), amex(), bankAccount()] }),
  guest('nobreakdown', 'Kenji Watanabe', {}, { sources: [visaDebit()], bpay: false }),
  guest(
    'noannual',
    'Aoife Murphy',
    { breakdown: { overdue: cents(0) } },
    { productType: 'Pay', plans: [], sources: [] },
  ),
  guest('empty', 'Babak Tehrani', {}, { sources: [], bpay: false }),
  guest('nodefault', 'Christel Meyer', {}, { sources: [visaThatIsNoDefault] }),
  guest('nodefaultnobpay', 'Dinesh Fernando', {}, { sources: [visaThatIsNoDefault], bpay: false }),
  guest('vm', 'Estelle Girard', { breakdown }, { school: 'Banksia Grammar', sources: [amex()] }),
  guest('all', 'Farid Nazari', { breakdown }, { school: 'Jacaranda School', sources: [amex()] }),
  guest(
    'uk',
    'Gwendolyn Pryce',
    { breakdown, amountDue: dollars(1_534.57) },
    { school: 'Oakfield School', sources: [ukVisaDebit()] },
  ),
  guest('small', 'Hyun-woo Park', { amountDue: dollars(0.6) }, { bpay: false }),
  guest('zero', 'Isadora Pinto', { amountDue: cents(0) }, { bpay: false }),
  guest('noperiod', 'Jakub Dvorak', { hasPeriod: false }, { bpay: false }),
  guest('paid', 'Kalinda Wright', { status: 'Paid' }),
  guest('cancelled', 'Lorenzo Greco', { status: 'Cancelled' }),
  guest('expired', 'Mabel Acheampong', { status: 'Expired' }),
  guest('partpaid', 'Nikolai Petrov', { breakdown, status: 'PartPaid', amountPaid: dollars(450) }),
  guest('breakdownfail', 'Oluwaseun Balogun', { breakdown }, { bpay: false }),
  guest('noinvoice', 'Petra Hofmann', { hasInvoice: false }, { bpay: false }),
  guest('500', 'Quynh Le', { school: 'Banksia Grammar' }),
  guest('expressfail', 'Rebecca Silverman', {}, { bpay: false }),
  guest('expiredcard', 'Stefano Conti', {}, { sources: [visaDebit({ isExpired: true })] }),
]
