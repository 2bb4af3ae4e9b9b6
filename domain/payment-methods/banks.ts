/**
 * Australian banks by the first digits of their branches' numbers (BSB). Only a hint beside a field: numbers change
 * hands when banks merge, so one that is unknown here is as good as any other.
 */
const banks: readonly [prefixes: readonly string[], name: string][] = [
  [['01'], 'ANZ'],
  [['03', '73'], 'Westpac'],
  [['06', '76'], 'Commonwealth Bank'],
  [['08', '78'], 'NAB'],
  [['10'], 'BankSA'],
  [['11'], 'St.George Bank'],
  [['12'], 'Bank of Queensland'],
  [['18'], 'Macquarie Bank'],
  [['24'], 'Citibank'],
  [['30'], 'Bankwest'],
  [['34'], 'HSBC'],
  [['48'], 'Suncorp Bank'],
  [['61'], 'Adelaide Bank'],
  [['633'], 'Bendigo Bank'],
  [['923'], 'ING'],
]

/** The bank of a complete BSB, with or without its dash; undefined for an unknown or incomplete number. */
export function bankOfBsb(bsb: string): string | undefined {
  const digits = bsb.replace('-', '')
  if (!/^\d{6}$/.test(digits)) return undefined
  return banks.find(([prefixes]) => prefixes.some((prefix) => digits.startsWith(prefix)))?.[1]
}
