import { sql, type Statement } from '../../database/sql.ts'

/** What `familyName` in the domain needs to name the family of an account. */
export type LastNames = { students: string[]; members: string[] }

export function lastNames(accountId: Statement): Statement {
  return sql`json_build_object(
    'students', array(select student.last_name from student
      where student.account_id = ${accountId} order by student.first_name, student.id),
    'members', array(select customer.last_name
      from account_member join customer on customer.id = account_member.customer_id
      where account_member.account_id = ${accountId} order by customer.created_at, customer.id))`
}

/** The first of those names, to sort by. */
export function firstLastName(accountId: Statement): Statement {
  return sql`coalesce(
    (select student.last_name from student
      where student.account_id = ${accountId} order by student.first_name, student.id limit 1),
    (select customer.last_name from account_member join customer on customer.id = account_member.customer_id
      where account_member.account_id = ${accountId} order by customer.created_at, customer.id limit 1), '')`
}
