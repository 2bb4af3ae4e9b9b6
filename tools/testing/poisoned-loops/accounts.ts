import { randomUUID } from 'node:crypto'
import { cents } from '#domain/money.ts'
import { finishSetups } from '#server/people/accounts/setup-steps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { purgeIdentityDocuments } from '#server/platform/files/identity-documents.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { applyDueChanges, dropUnusableMethods } from '#server/books/payment-methods/change-source.ts'
import { warnOfExpiringCards } from '#server/books/payment-methods/expiring-cards.ts'
import { makeStatements } from '#server/portal-api/statements/make-statements.ts'
import { closeForgottenChecks } from '#server/plans/switch-account/credit-check.ts'
import { clearSwitches } from '#server/plans/switch-account/product-change.ts'
import { cancelUnconfirmed } from '#server/books/withdrawals/withdrawals.ts'
import { visaCredit, visaDebit } from '../../demo/sources.ts'
import type { Loop, LoopSetting } from './loop.ts'

/** What is done for an account and its people: letters, statements, methods, checks. */
export function loopsOfAccounts({ deps, db, ago, today, yes, hasRow }: LoopSetting): Loop[] {
  return [
    {
      work: 'make-statements',
      refuses: sql`statement`,
      run: () => makeStatements(deps),
      isDone: (id) => hasRow(id, sql`statement`),
    },
    {
      work: 'deliver-messages',
      arrange: (id) =>
        db.run(sql`
          insert into outbox_message (id, channel, recipient, kind, facts, account_id, created_at)
          select gen_random_uuid(), 'email', short_id || '@demo.example', 'PlanCompleted',
            '{"firstName":"Olivia","shortId":"LW1","schoolName":"Wattle Ridge","tuitionYear":2026}', id, ${ago(1)}
          from account where id = ${id}`),
      spoil: (id) => db.run(sql`update outbox_message set kind = 'FromTomorrow' where account_id = ${id}`),
      mend: (id) => db.run(sql`update outbox_message set kind = 'PlanCompleted' where account_id = ${id}`),
      run: () => deliverWaiting(deps),
      isDone: (id) => hasRow(id, sql`outbox_message`, sql`kind = 'PlanCompleted' and status = 'Sent'`),
    },
    {
      work: 'finish-setups',
      refuses: sql`account`,
      arrange: (id) =>
        db.run(sql`
          update account set setup_status = 'StepsCompleted', setup_completed_at = ${ago(1000)} where id = ${id}`),
      run: () => finishSetups(deps),
      isDone: (id) => yes(sql`select setup_status = 'NoFurtherSteps' as yes from account where id = ${id}`),
    },
    {
      work: 'drop-unusable-methods',
      refuses: sql`charge`,
      arrange: (id) =>
        db.run(sql`
          with lost as (
            update repayment_source set status = 'Unusable'
            where account_id = ${id} and is_preferred returning account_id, id
          )
          update instalment set source_id = lost.id from lost
          where instalment.account_id = lost.account_id and instalment.status = 'Scheduled'`),
      run: () => dropUnusableMethods(deps),
      isDone: async (id) => !(await hasRow(id, sql`instalment`, sql`source_id is not null`)),
    },
    {
      work: 'apply-source-changes',
      account: () => ({ sources: [visaDebit(), visaCredit()] }),
      refuses: sql`repayment_change`,
      arrange: (id) =>
        db.run(sql`
          insert into repayment_change (account_id, id, source_id, status, effective_on, created_at)
          select account_id, gen_random_uuid(), id, 'Pending', ${today()}, ${ago(48)} from repayment_source
          where account_id = ${id} and not is_preferred`),
      run: () => applyDueChanges(deps),
      isDone: (id) => hasRow(id, sql`repayment_change`, sql`status = 'Applied'`),
    },
    {
      work: 'end-expired-cards',
      refuses: sql`repayment_source`,
      arrange: (id) =>
        db.run(sql`update repayment_source set card_expiry = '2020-01' where account_id = ${id}`),
      run: () => warnOfExpiringCards(deps),
      isDone: (id) => hasRow(id, sql`repayment_source`, sql`status = 'Unusable'`),
    },
    {
      work: 'warn-of-expiring-cards',
      refuses: sql`outbox_message`,
      arrange: (id) =>
        db.run(
          sql`update repayment_source set card_expiry = ${today().slice(0, 7)} where account_id = ${id}`,
        ),
      run: () => warnOfExpiringCards(deps),
      isDone: (id) => hasRow(id, sql`outbox_message`, sql`kind = 'CardExpiring'`),
    },
    {
      work: 'cancel-unconfirmed-withdrawals',
      account: () => ({
        balance: cents(5000),
        withdrawals: {
          bankAccounts: ['4321'],
          requests: [{ status: 'Pending', amount: cents(700), daysAgo: 1 }],
        },
      }),
      refuses: sql`ledger_entry`,
      arrange: (id) =>
        db.run(sql`
          update withdrawal_request set status = 'Unconfirmed', confirm_by = ${ago(1)}, confirmed_at = null
          where account_id = ${id}`),
      run: () => cancelUnconfirmed(deps),
      isDone: (id) => hasRow(id, sql`withdrawal_request`, sql`status = 'Cancelled'`),
    },
    {
      work: 'clear-switches',
      refuses: sql`product_change`,
      arrange: (id) =>
        db.run(sql`
          insert into product_change (account_id, from_product_type, to_product_type, status, created_at, completed_at)
          values (${id}, 'Pay', 'PayPlus', 'Completed', ${ago(2000)}, ${ago(1900)})`),
      run: () => clearSwitches(deps),
      isDone: (id) =>
        yes(sql`select not exists (select from product_change where account_id = ${id}) as yes`),
    },
    {
      work: 'close-forgotten-checks',
      refuses: sql`identity_check`,
      arrange: (id) =>
        db.run(sql`
          insert into identity_check (account_id, id, manner, created_at)
          values (${id}, ${randomUUID()}, 'CreditBody', ${ago(3)})`),
      run: () => closeForgottenChecks(deps),
      isDone: (id) => hasRow(id, sql`identity_check`, sql`outcome = 'Fail'`),
    },
    {
      work: 'purge-identity-documents',
      refuses: sql`identity_check`,
      arrange: (id) =>
        db.run(sql`
          insert into identity_check
            (account_id, id, document_type, document, encryption_key_id, manner, outcome, created_at, decided_at)
          values (${id}, ${randomUUID()}, 'Passport', '\\x00', 'any', 'Automatic', 'Pass', ${ago(2000)}, ${ago(2000)})`),
      run: () => purgeIdentityDocuments(deps),
      isDone: (id) => hasRow(id, sql`identity_check`, sql`document is null`),
    },
  ]
}
