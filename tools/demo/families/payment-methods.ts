import type { Account } from '../account.ts'
import {
  amex,
  bankAccount,
  bpay,
  mastercardCredit,
  mastercardDebit,
  ukVisaDebit,
  unauthorisedBankAccount,
  visaCredit,
  visaDebit,
} from '../sources.ts'
import { demoFamily, type DemoFamily } from './demo-family.ts'

export const card = { regional: 'PaymentCard', portal: 'PaymentCard' } as const
export const bank = { regional: 'AuBankAccount', portal: 'BankAccount' } as const
export const deposit = { regional: 'AuCustomerDeposit', portal: 'CustomerDeposit' } as const
const ukBank = { regional: 'UkBankAccount', portal: 'BankAccount' } as const

/** The payment methods this account may add, whatever its school allows. */
export function only(...methods: (typeof card | typeof bank | typeof deposit | typeof ukBank)[]): Account {
  return {
    regionalMethods: methods.map(({ regional }) => regional),
    portalMethods: methods.map(({ portal }) => portal),
  }
}

const elsewhere = { isDefault: false, isPreferred: false }

export const paymentMethodFamilies: DemoFamily[] = [
  demoFamily(
    'pm.all',
    'Josephine Carr',
    'Two cards and a bank account, with surcharges: every choice there is.',
    { sources: [visaCredit(), bankAccount(), amex()] },
  ),
  demoFamily(
    'pm.cardonly',
    'Dmitri Sokolov',
    'Only cards are accepted, and the single card cannot be removed.',
    { ...only(card), sources: [visaDebit()] },
  ),
  demoFamily(
    'pm.bankonly',
    'Maeve Kelleher',
    'Only bank accounts are accepted, with a direct debit authorisation.',
    { ...only(bank), sources: [bankAccount()] },
  ),
  demoFamily(
    'pm.banknoauth',
    'Tane Wharton',
    'Only bank accounts, saved without a tick for the authorisation; none is there yet.',
    {
      ...only(bank),
      sources: [],
      showsDirectDebitAuthorisation: false,
    },
  ),
  demoFamily('pm.bpayonly', 'Celeste Dubois', 'Only BPAY: the family sends every payment itself.', {
    ...only(deposit),
    sources: [bpay()],
  }),
  demoFamily('pm.bankbpay', 'Harpreet Gill', 'Bank account or BPAY, and no payment method yet.', {
    ...only(bank, deposit),
    sources: [],
  }),
  demoFamily('pm.cardbank', 'Nora Eriksen', 'Card or bank account; a bank account is active.', {
    ...only(card, bank),
    sources: [bankAccount()],
  }),
  demoFamily('pm.cardbpay', 'Jamal Whitaker', 'Card or BPAY; a card is active.', {
    ...only(card, deposit),
    sources: [visaDebit()],
  }),
  demoFamily(
    'pm.mismatch',
    'Svetlana Orlova',
    'The portal offers fewer methods than the region: only cards.',
    {
      regionalMethods: ['AuBankAccount', 'AuCustomerDeposit', 'PaymentCard'],
      portalMethods: ['PaymentCard'],
      sources: [mastercardDebit()],
    },
  ),
  demoFamily('pm.none', 'Edmund Grieve', 'A card is saved, and no other method can be added.', {
    ...only(),
    sources: [visaDebit()],
  }),
  demoFamily('pm.ukbank', 'Tabitha Rowe', 'The United Kingdom with bank accounts only, and none added yet.', {
    ...only(ukBank),
    school: 'Oakfield School',
    sources: [],
  }),
  demoFamily('pm.ukboth', 'Kwame Asante', 'The United Kingdom with card and bank account to choose from.', {
    ...only(ukBank, card),
    school: 'Oakfield School',
    sources: [ukVisaDebit()],
  }),
  demoFamily(
    'pm.cutoff',
    'Renee Fontaine',
    'A payment is on its way, so a changed method counts from the next one.',
    {
      sources: [visaDebit(), mastercardDebit()],
      plans: [{ status: 'Current', starts: -84, isCollecting: true }],
    },
  ),
  demoFamily(
    'pm.pending',
    'Gustavo Lima',
    'The change from bank account to card takes effect in five days.',
    {
      sources: [bankAccount(), visaDebit()],
      pendingChange: { toSource: 1, inDays: 5 },
    },
  ),
  demoFamily('pm.locked', 'Phoebe Ashworth', 'Two methods, of which the active one cannot be changed.', {
    sources: [visaDebit(), bankAccount()],
    allowsRepaymentChange: false,
  }),
  demoFamily(
    'pm.defaultnotactive',
    'Ilse Vermeer',
    'The default method and the one that pays the plan are two different cards.',
    {
      sources: [visaDebit({ isPreferred: false }), mastercardDebit({ isPreferred: true })],
    },
  ),
  demoFamily('pm.expired', 'Abdul Hakimi', 'A card that has expired beside a bank account that pays.', {
    sources: [
      visaCredit({ ...elsewhere, isExpired: true }),
      bankAccount({ isDefault: true, isPreferred: true }),
    ],
  }),
  demoFamily('pm.expiring', 'Farah Daher', 'The card that pays the plan expires soon.', {
    sources: [visaCredit({ isExpiring: true }), bankAccount()],
  }),
  demoFamily(
    'pm.ended',
    'Bridget Nolan',
    'The authority of a bank account has ended, and a card is there besides.',
    {
      sources: [unauthorisedBankAccount({ hasEnded: true }), visaDebit()],
    },
  ),
  demoFamily('pm.noupdates', 'Orla Brennan', 'Payment methods cannot be changed: the menu item is absent.', {
    allowsSourceUpdates: false,
  }),
  demoFamily('pm.many', 'Vincent Delacroix', 'Six payment methods: a long list.', {
    sources: [visaDebit(), visaCredit(), mastercardDebit(), mastercardCredit(), amex(), bankAccount()],
  }),
  demoFamily('pm.fail', 'Makena Njoroge', 'Two cards, for trying what happens when the provider fails.', {
    sources: [visaDebit(), mastercardDebit()],
  }),
]
