import type { Account } from '../account.ts'
import type { Family } from '../family.ts'
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
import { demoFamily } from './demo-family.ts'

const card = { regional: 'PaymentCard', portal: 'PaymentCard' } as const
const bank = { regional: 'AuBankAccount', portal: 'BankAccount' } as const
const deposit = { regional: 'AuCustomerDeposit', portal: 'CustomerDeposit' } as const
const ukBank = { regional: 'UkBankAccount', portal: 'BankAccount' } as const

/** The payment methods this account may add, whatever its school allows. */
function only(...methods: (typeof card | typeof bank | typeof deposit | typeof ukBank)[]): Account {
  return {
    regionalMethods: methods.map(({ regional }) => regional),
    portalMethods: methods.map(({ portal }) => portal),
  }
}

const elsewhere = { isDefault: false, isPreferred: false }

export const paymentMethodFamilies: Family[] = [
  demoFamily('pm.all', 'Josephine Carr', { sources: [visaCredit(), bankAccount(), amex()] }),
  demoFamily('pm.cardonly', 'Dmitri Sokolov', { ...only(card), sources: [visaDebit()] }),
  demoFamily('pm.bankonly', 'Maeve Kelleher', { ...only(bank), sources: [bankAccount()] }),
  demoFamily('pm.banknoauth', 'Tane Wharton', {
    ...only(bank),
    sources: [],
    showsDirectDebitAuthorisation: false,
  }),
  demoFamily('pm.bpayonly', 'Celeste Dubois', { ...only(deposit), sources: [bpay()] }),
  demoFamily('pm.bankbpay', 'Harpreet Gill', { ...only(bank, deposit), sources: [] }),
  demoFamily('pm.cardbank', 'Nora Eriksen', { ...only(card, bank), sources: [bankAccount()] }),
  demoFamily('pm.cardbpay', 'Jamal Whitaker', { ...only(card, deposit), sources: [visaDebit()] }),
  demoFamily('pm.mismatch', 'Svetlana Orlova', {
    regionalMethods: ['AuBankAccount', 'AuCustomerDeposit', 'PaymentCard'],
    portalMethods: ['PaymentCard'],
    sources: [mastercardDebit()],
  }),
  demoFamily('pm.none', 'Edmund Grieve', { ...only(), sources: [visaDebit()] }),
  demoFamily('pm.ukbank', 'Tabitha Rowe', { ...only(ukBank), school: 'Oakfield School', sources: [] }),
  demoFamily('pm.ukboth', 'Kwame Asante', {
    ...only(ukBank, card),
    school: 'Oakfield School',
    sources: [ukVisaDebit()],
  }),
  demoFamily('pm.cutoff', 'Renee Fontaine', {
    sources: [visaDebit(), mastercardDebit()],
    plans: [{ status: 'Current', starts: -84, isCollecting: true }],
  }),
  demoFamily('pm.pending', 'Gustavo Lima', {
    sources: [bankAccount(), visaDebit()],
    pendingChange: { toSource: 1, inDays: 5 },
  }),
  demoFamily('pm.locked', 'Phoebe Ashworth', {
    sources: [visaDebit(), bankAccount()],
    allowsRepaymentChange: false,
  }),
  demoFamily('pm.defaultnotactive', 'Ilse Vermeer', {
    sources: [visaDebit({ isPreferred: false }), mastercardDebit({ isPreferred: true })],
  }),
  demoFamily('pm.expired', 'Abdul Hakimi', {
    sources: [
      visaCredit({ ...elsewhere, isExpired: true }),
      bankAccount({ isDefault: true, isPreferred: true }),
    ],
  }),
  demoFamily('pm.expiring', 'Farah Daher', { sources: [visaCredit({ isExpiring: true }), bankAccount()] }),
  demoFamily('pm.ended', 'Bridget Nolan', {
    sources: [unauthorisedBankAccount({ hasEnded: true }), visaDebit()],
  }),
  demoFamily('pm.noupdates', 'Orla Brennan', { allowsSourceUpdates: false }),
  demoFamily('pm.many', 'Vincent Delacroix', {
    sources: [visaDebit(), visaCredit(), mastercardDebit(), mastercardCredit(), amex(), bankAccount()],
  }),
  demoFamily('pm.fail', 'Makena Njoroge', { sources: [visaDebit(), mastercardDebit()] }),
]
