import { cents, type Cents } from '#domain/money.ts'
import type { Account } from '../account.ts'
import type { Family } from '../family.ts'

/** `demoFamily('olivia', 'Olivia Nguyen', { … })`: one account, or several in a list. */
export function demoFamily(
  login: string,
  name: string,
  accounts: Account | Account[] = {},
  customer: Partial<Family> = {},
): Family {
  const [firstName = '', ...rest] = name.split(' ')
  return {
    email: `${login}@demo.example`,
    firstName,
    lastName: rest.join(' '),
    accounts: Array.isArray(accounts) ? accounts : [accounts],
    ...customer,
  }
}

export function dollars(amount: number): Cents {
  return cents(Math.round(amount * 100))
}
