import { rows } from './rows.ts'

export type Customer = {
  customerId: string
  accountId: string
  email: string
  mobile: string
  firstName: string
  name: string
}

/** Demo families by their short names, as the database has them. */
export async function customers<const Names extends string[]>(
  ...names: Names
): Promise<{ [Place in keyof Names]: Customer }> {
  const found = await rows<Customer>(
    `select customer.id as "customerId", email, mobile_e164 as mobile, first_name as "firstName",
       first_name || ' ' || last_name as name,
       (select min(account_id::text) from account_member where customer_id = customer.id) as "accountId"
     from customer where email = any($1)`,
    [names.map((name) => `${name}@demo.example`)],
  )
  return names.map((name) => {
    const customer = found.find((row) => row.email === `${name}@demo.example`)
    if (!customer) throw new Error(`There is no demo family ${name}`)
    return customer
  }) as { [Place in keyof Names]: Customer }
}
