import { cents } from '#domain/money.ts'
import type { Account } from '../account.ts'
import type { PaymentRequest } from '../requests.ts'
import { amex, bankAccount, ukVisaDebit, visaCredit, visaDebit } from '../sources.ts'
import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

/** A family with a payment request. Its readable id, `demo-…`, is for demos only: real ids cannot be guessed. */
function guest(
  word: string,
  name: string,
  shows: string,
  request: Partial<PaymentRequest> = {},
  account: Account = {},
): DemoFamily {
  const made = { id: `demo-${word}`, amountDue: dollars(1_250), ...request }
  return demoFamily(`guest.${word}`, name, shows, { ...account, requests: [made] })
}

const breakdown = { overdue: dollars(310) }
const visaThatIsNoDefault = visaCredit({ isDefault: false, isPreferred: false })

export const guestFamilies: DemoFamily[] = [
  guest(
    'full',
    'Rosalind Mercer',
    'Everything at once: a breakdown, an overdue amount, three saved methods and BPAY.',
    { breakdown },
    { sources: [visaCredit(), amex(), bankAccount()] },
  ),
  guest(
    'nobreakdown',
    'Kenji Watanabe',
    'No breakdown of the amount and no BPAY.',
    {},
    { sources: [visaDebit()], bpay: false },
  ),
  guest(
    'noannual',
    'Aoife Murphy',
    'No saved method, so BPAY is chosen at first; nothing is overdue.',
    { breakdown: { overdue: cents(0) } },
    { productType: 'Pay', plans: [], sources: [] },
  ),
  guest(
    'empty',
    'Babak Tehrani',
    'No saved method and no BPAY: only a new card.',
    {},
    { sources: [], bpay: false },
  ),
  guest(
    'nodefault',
    'Christel Meyer',
    'A saved card that is not the default, so BPAY is chosen at first.',
    {},
    { sources: [visaThatIsNoDefault] },
  ),
  guest(
    'nodefaultnobpay',
    'Dinesh Fernando',
    'A saved card that is not the default and no BPAY: nothing is chosen at first.',
    {},
    { sources: [visaThatIsNoDefault], bpay: false },
  ),
  guest(
    'vm',
    'Estelle Girard',
    'The school pays the surcharge of Visa and Mastercard, not of American Express.',
    { breakdown },
    { school: 'Banksia Grammar', sources: [amex()] },
  ),
  guest(
    'all',
    'Farid Nazari',
    'The school pays every surcharge.',
    { breakdown },
    { school: 'Jacaranda School', sources: [amex()] },
  ),
  guest(
    'uk',
    'Gwendolyn Pryce',
    'A request in the United Kingdom, in pounds and without surcharge.',
    { breakdown, amountDue: dollars(1_534.57) },
    { school: 'Oakfield School', sources: [ukVisaDebit()] },
  ),
  guest(
    'small',
    'Hyun-woo Park',
    'Sixty cents: too little to pay by card.',
    { amountDue: dollars(0.6) },
    { bpay: false },
  ),
  guest('zero', 'Isadora Pinto', 'Nothing is due.', { amountDue: cents(0) }, { bpay: false }),
  guest('noperiod', 'Jakub Dvorak', 'A request that names no period.', { hasPeriod: false }, { bpay: false }),
  guest('paid', 'Kalinda Wright', 'A request that is paid already.', { status: 'Paid' }),
  guest('cancelled', 'Lorenzo Greco', 'A request that the school has cancelled.', { status: 'Cancelled' }),
  guest('expired', 'Mabel Acheampong', 'A request whose link has expired.', { status: 'Expired' }),
  guest('partpaid', 'Nikolai Petrov', 'A request of which $450 is paid.', {
    breakdown,
    status: 'PartPaid',
    amountPaid: dollars(450),
  }),
  guest(
    'breakdownfail',
    'Oluwaseun Balogun',
    'For a breakdown that cannot be loaded.',
    { breakdown },
    { bpay: false },
  ),
  guest(
    'noinvoice',
    'Petra Hofmann',
    'A request whose invoice is missing, so its download fails.',
    { hasInvoice: false },
    { bpay: false },
  ),
  guest('500', 'Quynh Le', 'A request with invalid data: its page fails.', { school: 'Banksia Grammar' }),
  guest('expressfail', 'Rebecca Silverman', 'For a wallet payment that is refused.', {}, { bpay: false }),
  guest(
    'expiredcard',
    'Stefano Conti',
    'The saved card has expired and cannot pay.',
    {},
    { sources: [visaDebit({ isExpired: true })] },
  ),
]
