import { sql, type Statement } from '../database/sql.ts'

/** What we call the family of an account: the last name of who joined first. Null where nobody has the account. */
export function familyName(accountId: Statement): Statement {
  return sql`(
    select customer.last_name from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = ${accountId} order by customer.created_at, customer.id limit 1)`
}
