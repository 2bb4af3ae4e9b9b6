import { roleForApproval } from '#domain/approvals.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { givenUpJobs } from '../../platform/jobs/given-up.reads.ts'

const approvalRoles = JSON.stringify(roleForApproval)

/** Messages to support, approvals that wait for a second person, and parked work. */
export function waitingCompany(): Statement {
  return sql`
    -- Under the first account of the customer, who may have several or none.
    select 'ContactChange', change.id::text, (
        select account_id from account_member where account_member.customer_id = change.customer_id
        order by account_id limit 1), null::uuid, change.stopped_at, null::date, null::timestamptz, null::uuid, null, null,
      null::bigint, customer.first_name || ' ' || customer.last_name || ' did not ask for a new ' ||
        concat_ws(' and ', case when change.old_email <> change.new_email then 'e-mail' end,
          case when change.old_mobile is distinct from change.new_mobile then 'mobile' end), null, null::int, null::int
    from contact_change change join customer on customer.id = change.customer_id
    where change.stopped_at is not null and change.resolved_at is null
    union all
    select 'Chat', conversation.id::text, (
        select account_id from account_member where account_member.customer_id = conversation.customer_id
        order by account_id limit 1), null, (
        select min(unanswered.created_at) from conversation_message unanswered
        where unanswered.conversation_id = conversation.id and unanswered.created_at > coalesce((
          select max(answer.created_at) from conversation_message answer
          where answer.conversation_id = conversation.id and answer.author = 'Staff'), '-infinity')), null, null, null,
      null, conversation.id::text, null, coalesce(customer.first_name || ' ' || customer.last_name,
        'Visitor ' || conversation.email) || ' waits for an answer', left(newest.body, 120), null, null
    from conversation
      cross join lateral (
        select author, body from conversation_message message where message.conversation_id = conversation.id
        order by message.created_at desc, message.id limit 1) newest
      left join customer on customer.id = conversation.customer_id
    where newest.author = 'Customer' and conversation.closed_at is null
    union all
    -- A bank account that somebody has seen a proof of is looked at by a second person, like everything here.
    select case approval.kind when 'PayoutAccount' then 'BankAccount' else 'Approval' end, approval.id::text,
      approval.account_id, null, approval.requested_at, null, null, approval.requested_by,
      ${approvalRoles}::jsonb ->> approval.kind, approval.id::text, approval.amount_minor,
      approval.summary || ', asked for by ' || requester.name, approval.summary, null, null
    from approval join staff requester on requester.id = approval.requested_by
    where approval.status = 'Open'
    union all
    select 'Job', job.name, null, null, job.since, null, null, null, null, null, null, job.error, job.name, job.tries, null
    from ${givenUpJobs} job
    union all
    select 'Parked', work || '/' || item, account_id, null, first_failed_at, null, null, null, null, null, null,
      work || ' cannot process it: ' || reason, work, null, null
    from parked_item where try_after is null`
}
