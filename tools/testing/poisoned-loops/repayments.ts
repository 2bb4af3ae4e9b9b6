import { countExtras } from '#server/plans/plan-changes/count-extras.ts'
import { sql } from '#server/platform/database/sql.ts'
import { lookAtDuePayments } from '#server/books/payments/look.ts'
import { remitToSchools } from '#server/books/remittances/remittances.ts'
import { announceDebits } from '#server/plans/repayments/announce.ts'
import { chaseOverdue } from '#server/plans/repayments/chase-overdue.ts'
import { collectDue } from '#server/plans/repayments/collect.ts'
import { followNotices } from '#server/plans/repayments/notices.ts'
import { sendDebits } from '#server/plans/repayments/send.ts'
import { checkAnswers } from '#server/desk-api/disputes/answers.ts'
import { lookAtRefunds } from '#server/books/refunds/refunds.ts'
import { cents } from '#domain/money.ts'
import type { Loop, LoopSetting } from './loop.ts'

/** Money that is collected, goes back, or goes on to the schools. */
export function loopsOfRepayments(setting: LoopSetting): Loop[] {
  const { server, deps, db, staffId, ago, today, yes, hasRow, bringDue, makeOverdue, insertPayment } = setting
  const collectToday = async (id: string) => {
    await bringDue(id)
    await collectDue(deps, 'AU')
  }
  return [
    {
      work: 'announce-debits',
      refuses: sql`outbox_message`,
      arrange: async (id) => {
        await bringDue(id)
        await db.run(sql`update instalment set noticed_on = null where account_id = ${id}`)
      },
      run: () => announceDebits(deps, 'AU'),
      isDone: (id) => hasRow(id, sql`outbox_message`, sql`kind like 'Upcoming%'`),
    },
    {
      work: 'follow-notices',
      refuses: sql`charge`,
      arrange: async (id) => {
        await bringDue(id)
        await db.run(sql`
          with sent as (
            insert into outbox_message (id, channel, recipient, text_body, status, sent_at, account_id, created_at)
            values (gen_random_uuid(), 'email', 'notice@demo.example', '', 'Sent', ${ago(10)}, ${id}, ${ago(10)})
            returning id
          )
          update instalment set notice_id = sent.id from sent where account_id = ${id} and collect_on = ${today()}`)
      },
      run: () => followNotices(deps),
      isDone: (id) =>
        yes(
          sql`select not exists (select from instalment where account_id = ${id} and notice_id is not null) as yes`,
        ),
    },
    {
      work: 'count-extras',
      refuses: sql`payment`,
      arrange: async (id) => {
        await insertPayment(id)
        await db.run(sql`
          update payment set extra_plan_id = plan.id, extra_outcome = 'Lower' from plan
          where payment.account_id = ${id} and kind = 'Early' and plan.account_id = ${id}`)
      },
      run: () => countExtras(deps),
      isDone: (id) => hasRow(id, sql`payment`, sql`is_extra_counted`),
    },
    {
      work: 'collect-instalments',
      refuses: sql`payment`,
      arrange: bringDue,
      run: () => collectDue(deps, 'AU'),
      isDone: (id) =>
        hasRow(
          id,
          sql`instalment`,
          sql`status in ('Collecting', 'Paid') and collect_on >= ${today()}::date - 1`,
        ),
    },
    {
      work: 'look-at-payments',
      refuses: sql`ledger_entry`,
      arrange: collectToday,
      run: () => sendDebits(deps),
      runAgain: async () => {
        await db.run(sql`update payment set next_look_at = ${ago(1)} where status in ('Sent', 'Unknown')`)
        await lookAtDuePayments(deps)
      },
      isDone: (id) => hasRow(id, sql`payment`, sql`paid_on = ${today()} and status = 'Succeeded'`),
    },
    {
      work: 'look-at-refunds',
      refuses: sql`refund`,
      arrange: async (id) => {
        await collectToday(id)
        await sendDebits(deps)
        await db.run(sql`
          insert into refund_order (account_id, id, payment_id, amount_minor, status, client_request_id, provider_key,
            ordered_by, next_look_at, created_at)
          select account_id, gen_random_uuid(), id, 100, 'Ordered', 'a refund', 'refund:' || id, ${staffId},
            ${ago(0)}, ${ago(0)}
          from payment where account_id = ${id} and paid_on = ${today()}`)
      },
      run: () => lookAtRefunds(deps),
      isDone: (id) => hasRow(id, sql`refund_order`, sql`status = 'Done'`),
    },
    {
      work: 'look-at-disputes',
      refuses: sql`dispute`,
      arrange: async (id) => {
        await collectToday(id)
        await sendDebits(deps)
        const made = await db.first<{ intent: string }>(sql`
          select provider_payment_id as intent from payment where account_id = ${id} and paid_on = ${today()}`)
        const charges = await deps.providers.stripe.AU.client.charges.list({
          payment_intent: made?.intent ?? '',
        })
        await server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id })
        const disputes = await deps.providers.stripe.AU.client.disputes.list({
          payment_intent: made?.intent ?? '',
        })
        await db.run(sql`
          insert into dispute (account_id, id, payment_id, provider_dispute_id, amount_minor, status, created_at)
          select account_id, gen_random_uuid(), id, ${disputes.data[0]?.id}, amount_minor, 'Open', ${ago(0)}
          from payment where account_id = ${id} and paid_on = ${today()}`)
        await db.run(sql`
          update payment set disputed_minor = amount_minor where account_id = ${id} and paid_on = ${today()}`)
        await db.run(sql`
          insert into dispute_answer (account_id, dispute_id, kind, status, sent, digest, provider_key, ordered_by,
            reason, ordered_at, next_look_at)
          select account_id, id, 'Evidence', 'Ordered', '{"texts":[],"files":[]}', 'digest', 'dispute:' || id, ${staffId},
            'They knew', ${ago(0)}, ${ago(0)}
          from dispute where account_id = ${id}`)
      },
      run: () => checkAnswers(deps),
      isDone: (id) => hasRow(id, sql`dispute_answer`, sql`status = 'Done'`),
    },
    {
      work: 'chase-overdue',
      refuses: sql`payment_request`,
      arrange: makeOverdue,
      run: () => chaseOverdue(deps),
      isDone: (id) => hasRow(id, sql`payment_request`, sql`is_arrears`),
    },
    {
      work: 'remind-overdue',
      refuses: sql`outbox_message`,
      arrange: async (id) => {
        await makeOverdue(id)
        await chaseOverdue(deps)
      },
      run: async () => {
        await db.run(sql`
          update payment_request set created_at = ${ago(200)}, reminded_at = ${ago(190)}
          where id in (select payment_request_id from instalment where status = 'Overdue')`)
        await chaseOverdue(deps)
      },
      isDone: (id) => hasRow(id, sql`outbox_message`, sql`once like 'overdue:%:2'`),
    },
    {
      work: 'remit-payments',
      refuses: sql`cover`,
      arrange: async (id) => {
        await db.run(sql`update cover set is_passed_on = true where account_id = ${id}`)
        await insertPayment(id)
      },
      run: () => remitToSchools(deps),
      isDone: (id) =>
        yes(sql`select not exists (select from cover where account_id = ${id} and not is_passed_on) as yes`),
    },
    {
      work: 'remit-credit',
      account: () => ({
        plans: [{ status: 'Current', carriedOver: cents(-500_00) }],
        balance: cents(500_00),
      }),
      refuses: sql`plan`,
      // Its payments are not what this is about.
      arrange: (id) => db.run(sql`update cover set is_passed_on = true where account_id = ${id}`),
      run: () => remitToSchools(deps),
      isDone: (id) => hasRow(id, sql`plan`, sql`is_credit_settled`),
    },
  ]
}
