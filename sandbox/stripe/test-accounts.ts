export type DebitOutcome =
  | { kind: 'ok' }
  | { kind: 'fail'; code: string; endsMandate?: true }
  | { kind: 'dispute' }
  /** Refused at once, before the bank is involved. */
  | { kind: 'limit'; code: string }
  | { kind: 'mandate-refused' }
  | { kind: 'account-invalid' }

export type TestAccount = {
  type: 'bacs_debit' | 'au_becs_debit'
  bank: string
  number: string
  outcome: DebitOutcome
  /** Its outcome comes three minutes after the payment instead of business days. */
  isQuick?: true
  names: string[]
}

const bacs = (number: string, outcome: DebitOutcome, ...names: string[]): TestAccount => ({
  type: 'bacs_debit',
  bank: '108800',
  number,
  outcome,
  names: names.map((name) => `pm_bacsDebit_${name}`),
})
const becs = (number: string, outcome: DebitOutcome, ...names: string[]): TestAccount => ({
  type: 'au_becs_debit',
  bank: '000000',
  number,
  outcome,
  names: names.map((name) => `pm_auBecsDebit_${name}`),
})
const quick = (account: TestAccount): TestAccount => ({ ...account, isQuick: true })
const fails = (code: string): DebitOutcome => ({ kind: 'fail', code })
const notAuthorized: DebitOutcome = { kind: 'fail', code: 'debit_not_authorized', endsMandate: true }
const ok: DebitOutcome = { kind: 'ok' }

export const testAccounts: readonly TestAccount[] = [
  bacs('00012345', ok, 'success'),
  quick(bacs('90012345', ok, 'successDelayed')),
  bacs('33333335', notAuthorized, 'debitNotAuthorized'),
  quick(bacs('93333335', notAuthorized, 'debitNotAuthorizedDelayed')),
  bacs('22222227', fails('insufficient_funds'), 'insufficientFunds'),
  quick(bacs('92222227', fails('insufficient_funds'), 'insufficientFundsDelayed')),
  bacs('55555559', { kind: 'dispute' }, 'dispute'),
  bacs('00033333', { kind: 'mandate-refused' }, 'mandateRefused'),
  bacs('00044444', { kind: 'account-invalid' }),
  bacs('34343434', { kind: 'limit', code: 'charge_exceeds_source_limit' }, 'exceedsSourceLimit'),
  bacs('12121212', { kind: 'limit', code: 'charge_exceeds_transaction_limit' }, 'exceedsTransactionLimit'),
  becs('000123456', ok, 'success'),
  quick(becs('900123456', ok, 'successDelayed')),
  becs('111111113', fails('account_closed'), 'accountClosed'),
  becs('111111116', fails('no_account'), 'noAccount'),
  becs('222222227', fails('refer_to_customer'), 'referToCustomer'),
  becs('333333335', notAuthorized, 'debitNotAuthorized'),
  becs('666666660', { kind: 'dispute' }, 'dispute'),
  becs('343434343', { kind: 'limit', code: 'charge_exceeds_source_limit' }, 'exceedsSourceLimit'),
  becs('121212121', { kind: 'limit', code: 'charge_exceeds_transaction_limit' }, 'exceedsTransactionLimit'),
]

const keyOf = (type: string, bank: string, number: string) => `${type}:${bank}:${number}`
const byNumber = new Map(
  testAccounts.map((account) => [keyOf(account.type, account.bank, account.number), account]),
)
const byName = new Map(testAccounts.flatMap((account) => account.names.map((name) => [name, account])))

export const findTestAccount = (id: string): TestAccount | undefined => byName.get(id)

/** Any other account works. */
export function describeAccount(type: TestAccount['type'], bank: string, number: string): TestAccount {
  return byNumber.get(keyOf(type, bank, number)) ?? { type, bank, number, outcome: ok, names: [] }
}
