import { testAccounts, type DebitOutcome } from '#sandbox/stripe/test-accounts.ts'
import { testCards, type CardOutcome } from '#sandbox/stripe/test-cards.ts'
import { code, table } from './table.ts'

const refusedAfter = ({ afterwards }: { afterwards?: string }) =>
  afterwards ? `, then declines the charge: ${code(afterwards)}` : ''

function ofCard(outcome: CardOutcome): string {
  switch (outcome.kind) {
    case 'ok':
      return 'works'
    case 'decline':
      return `is declined: ${code(outcome.code)}`
    case 'decline-charge':
      return `can be saved; its charges are declined: ${code(outcome.code)}`
    case 'authenticate-once':
      return `asks the payer to confirm once, when it is saved or paid with${refusedAfter(outcome)}`
    case 'authenticate-always':
      return `asks the payer to confirm each payment${refusedAfter(outcome)}`
    case 'authenticate-present':
      return 'asks the payer to confirm if they are there, otherwise not'
    case 'authentication-fails':
      return `asks the payer to confirm, which fails: ${code(outcome.code)}`
    case 'dispute':
      return `works, then is disputed: ${code(outcome.reason)}`
    case 'refund-later':
      return 'works; a refund takes a while'
    case 'refund-fails':
      return 'works; a refund fails'
  }
}

function ofDebit(outcome: DebitOutcome): string {
  switch (outcome.kind) {
    case 'ok':
      return 'is paid'
    case 'fail':
      return `fails: ${code(outcome.code)}${outcome.endsMandate ? ', and the mandate ends' : ''}`
    case 'dispute':
      return 'is paid, then disputed'
    case 'limit':
      return `is refused at once: ${code(outcome.code)}`
    case 'mandate-refused':
      return 'its mandate is refused by the bank'
    case 'account-invalid':
      return 'is refused as no valid account'
  }
}

/** As they are printed on the card. */
const spaced = (number: string) =>
  number.length === 15 ? number.replace(/(.{4})(.{6})/, '$1 $2 ') : number.replace(/(\d{4})(?=\d)/g, '$1 ')

export function cards(): string {
  const rows = testCards.map(({ number, brand, funding, country, outcome }) => [
    code(spaced(number)),
    `${brand}, ${funding}`,
    country,
    ofCard(outcome),
  ])
  return table(['Number', 'Card', 'Country', 'What it does'], rows)
}

const kinds = {
  au_becs_debit: { region: 'AU', bank: 'BSB' },
  bacs_debit: { region: 'UK', bank: 'sort code' },
} as const

export function bankAccounts(): string {
  const rows = testAccounts
    .toSorted((a, b) => a.type.localeCompare(b.type))
    .map(({ type, bank, number, outcome, isQuick }) => [
      kinds[type].region,
      `${kinds[type].bank} ${code(bank)}`,
      code(number),
      `${ofDebit(outcome)}${isQuick ? ', after three minutes' : ''}`,
    ])
  return table(['Region', 'Bank', 'Account', 'A debit'], rows)
}
