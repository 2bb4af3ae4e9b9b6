import { cents, type Cents } from '#domain/money.ts'
import type { Account } from '../account.ts'
import type { Family } from '../family.ts'

/** A family that is there to show something. */
export type DemoFamily = Family & {
  /** What it shows, in one sentence: the sandbox's page lists it, and so does `npm start`. */
  shows: string
}

/** `demoFamily('olivia', 'Olivia Nguyen', 'A plan …', { … })`: one account, or several in a list. */
export function demoFamily(
  login: string,
  name: string,
  shows: string,
  accounts: Account | Account[] = {},
  customer: Partial<Family> = {},
): DemoFamily {
  const [firstName = '', ...rest] = name.split(' ')
  return {
    email: `${login}@demo.example`,
    firstName,
    lastName: rest.join(' '),
    shows,
    accounts: Array.isArray(accounts) ? accounts : [accounts],
    ...customer,
  }
}

export function dollars(amount: number): Cents {
  return cents(Math.round(amount * 100))
}
