import { sql, type Statement } from './sql.ts'

/** The last name of the first member of the account, which is what staff call the family; null where there is nobody. */
export function familyNameOf(accountId: Statement): Statement {
  return sql`(select customer.last_name from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = ${accountId} order by customer.created_at, customer.id limit 1)`
}
