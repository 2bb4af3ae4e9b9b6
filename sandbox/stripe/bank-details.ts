import { invalid } from './failures.ts'
import { describeAccount } from './test-accounts.ts'
import type { TestAccount } from './test-accounts.ts'

type Given = {
  bacs_debit?: { sort_code?: string; account_number?: string }
  au_becs_debit?: { bsb_number?: string; account_number?: string }
}

/** The bank account in a form; refused if its numbers are invalid. */
export function readTestAccount(type: TestAccount['type'], given: Given): TestAccount {
  if (type === 'bacs_debit') {
    const { sort_code, account_number } = given.bacs_debit ?? {}
    const bank = digits(type, 'sort_code', sort_code, /^\d{6}$/, 'routing_number_invalid')
    const number = digits(type, 'account_number', account_number, /^\d{8}$/, 'account_number_invalid')
    return describeAccount(type, bank, number)
  }
  const { bsb_number, account_number } = given.au_becs_debit ?? {}
  const bank = digits(type, 'bsb_number', bsb_number, /^\d{6}$/, 'routing_number_invalid')
  const number = digits(type, 'account_number', account_number, /^\d{4,9}$/, 'account_number_invalid')
  return describeAccount(type, bank, number)
}

const nameOf: Record<string, string> = {
  sort_code: 'sort code',
  bsb_number: 'BSB number',
  account_number: 'account number',
}

function digits(type: string, field: string, value: string | undefined, form: RegExp, code: string): string {
  const param = `${type}[${field}]`
  if (value === undefined) {
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const plain = value.replaceAll(/[\s-]/g, '')
  if (!form.test(plain)) throw invalid(`The ${nameOf[field]} provided is invalid.`, { code, param })
  return plain
}
