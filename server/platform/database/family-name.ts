import { sql, type Statement } from './sql.ts'

/**
 * The last name of the account's first member, which staff call the family by; null for an account without members.
 */
export function familyNameOf(accountId: Statement): Statement {
  return sql`(select customer.last_name from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = ${accountId} order by customer.created_at, customer.id limit 1)`
}
