import { randomUUID } from 'node:crypto'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { sql, type Statement } from '#server/platform/database/sql.ts'
import { endExpiredHolds } from '#server/people/holds/holds.ts'
import { sendHoldEndLetter } from '#server/plans/care/care-letters.ts'
import {
  holdRenewalsWithoutMethod,
  resumeHeldRenewals,
} from '#server/plans/payment-schedule/held-renewals.ts'
import { remindOfRenewals } from '#server/plans/payment-schedule/renewal-reminders.ts'
import { renewPlans } from '#server/plans/payment-schedule/renewals.ts'
import { endTemporaryPlans } from '#server/plans/payment-schedule/temporary-plans.ts'
import { remindOfUnfinished } from '#server/plans/payment-schedule/unfinished-plans.ts'
import { completePaidPlans, startDuePlans } from '#server/plans/repayments/move-plans.ts'
import { carryOutFeeChanges } from '#server/desk-api/fee-changes/carry-out-fees.ts'
import { findFeeSchedule } from '#server/desk-api/schools/schools.reads.ts'
import type { Account } from '../../demo/account.ts'
import { schoolId } from '../../demo/schools.ts'
import type { Loop, LoopSetting } from './loop.ts'

/** Plans that begin, end, go on into another year or follow new fees. */
export function loopsOfPlans({ deps, db, staffId, ago, today, yes, hasRow }: LoopSetting): Loop[] {
  /** Where renewals are open. No other loop has families there. */
  const renewing = () => ({ school: 'Ironbark College' }) as const
  const openRenewals = () =>
    db.run(sql`
      update institution set renewal_opens_days = 366 where id = ${schoolId('Ironbark College')}`)
  const isRenewed = (id: string, status: string) =>
    yes(sql`
      select exists (select from plan where account_id = ${id} and status = ${status}
        and tuition_year > ${tuitionYearOf(today(), 'AU')}::int) as yes`)
  /** With a plan for the year to come that was made by renewal. */
  const prepared = (): Account => ({
    plans: [
      { status: 'Current', starts: -90 },
      { status: 'Saved', year: 'Next', savedBy: 'Renewal' },
    ],
  })
  const movePrepared = (id: string, changes: Statement) =>
    db.run(sql`
      update plan_version set ${changes} from plan
      where plan.account_id = ${id} and plan.status = 'Saved' and plan_version.account_id = ${id}
        and plan_version.plan_id = plan.id`)
  const outdated: string[] = []
  const leaving: string[] = []

  /** Fees that a process was killed at while it replaced them. */
  const insertFeeChange = (id: string, fees: { schoolId: string; year: number }) =>
    db.run(sql`
      insert into fee_change (id, institution_id, tuition_year, status, fees_before, fees_after, preview, digest,
        previewed_by, previewed_at, applied_by, reason, request_id, applied_at)
      values (${id}, ${fees.schoolId}, ${fees.year}, 'Applying', ${JSON.stringify(fees)}::jsonb,
        ${JSON.stringify(fees)}::jsonb, '[]', 'any', ${staffId}, ${deps.clock()}, ${staffId}, 'As told', 'any',
        ${deps.clock()})
      on conflict do nothing`)
  const following = () => ({ school: 'Redgum Academy' }) as const
  const followed = randomUUID()
  /** Years that nobody has a plan for, one for each change: two of one year cannot be under way at once. */
  let distantYear = 2100

  return [
    {
      work: 'start-plans',
      refuses: sql`plan`,
      arrange: (id) => db.run(sql`update plan set status = 'Saved' where account_id = ${id}`),
      run: () => startDuePlans(deps, 'AU'),
      isDone: (id) => hasRow(id, sql`plan`, sql`status = 'Current'`),
    },
    {
      work: 'complete-plans',
      refuses: sql`plan`,
      arrange: (id) =>
        db.run(sql`
          update instalment set status = 'Paid', settled_minor = amount_minor, reserved_minor = 0
          where account_id = ${id}`),
      run: () => completePaidPlans(deps, 'AU'),
      isDone: (id) => hasRow(id, sql`plan`, sql`status = 'Completed'`),
    },
    {
      work: 'end-temporary-plans',
      refuses: sql`plan`,
      arrange: (id) =>
        db.run(sql`
          update plan set tailored_type = 'Reduced', tailored_until = ${today()}::date - 1 where account_id = ${id}`),
      run: () => endTemporaryPlans(deps),
      isDone: (id) => hasRow(id, sql`plan`, sql`tailored_until is null`),
    },
    {
      work: 'end-holds',
      refuses: sql`account_hold`,
      arrange: (id) =>
        db.run(sql`
          insert into account_hold (account_id, id, started_at, ends_on)
          values (${id}, gen_random_uuid(), ${ago(20)}, ${today()}::date - 1)`),
      run: () => endExpiredHolds(deps, (tx, accountId) => sendHoldEndLetter(tx, deps, accountId, 'Over')),
      isDone: (id) => hasRow(id, sql`account_hold`, sql`ended_at is not null`),
    },
    {
      work: 'decide-renewals',
      refuses: sql`account`,
      arrange: (id) => db.run(sql`update account set renewal_status = 'Closed' where id = ${id}`),
      run: () => renewPlans(deps),
      isDone: (id) => yes(sql`select renewal_status <> 'Closed' as yes from account where id = ${id}`),
    },
    {
      work: 'renew-plans',
      account: renewing,
      refuses: sql`plan`,
      arrange: openRenewals,
      run: () => renewPlans(deps),
      isDone: (id) => isRenewed(id, 'Saved'),
    },
    {
      work: 'remind-unfinished',
      refuses: sql`outbox_message`,
      arrange: async (id) => {
        await db.run(sql`update plan set status = 'Draft' where account_id = ${id}`)
        await db.run(sql`
          update plan_version set start_date = ${today()}::date - 1, saved_at = ${ago(200)} where account_id = ${id}`)
      },
      run: () => remindOfUnfinished(deps),
      isDone: (id) => hasRow(id, sql`outbox_message`, sql`kind = 'PlanUnfinished'`),
    },
    {
      work: 'update-renewals',
      account: renewing,
      refuses: sql`renewal`,
      arrange: async (id) => {
        await openRenewals()
        await renewPlans(deps)
        outdated.push(id)
        await db.run(sql`update renewal set basis = 'other fees' where account_id = any(${outdated}::uuid[])`)
      },
      run: () => renewPlans(deps),
      isDone: (id) => hasRow(id, sql`renewal`, sql`basis <> 'other fees'`),
    },
    {
      work: 'withdraw-renewals',
      account: renewing,
      refuses: sql`plan`,
      arrange: async (id) => {
        await openRenewals()
        await renewPlans(deps)
        leaving.push(id)
      },
      run: async () => {
        await db.run(sql`
          update account set renewal_status = 'Offboarding' where id = any(${leaving}::uuid[])`)
        await renewPlans(deps)
      },
      isDone: (id) => isRenewed(id, 'Draft'),
    },
    {
      work: 'remind-renewals',
      account: prepared,
      refuses: sql`outbox_message`,
      arrange: (id) => movePrepared(id, sql`start_date = ${today()}::date + 9, saved_at = ${ago(20 * 24)}`),
      run: () => remindOfRenewals(deps),
      isDone: (id) => hasRow(id, sql`outbox_message`, sql`kind = 'RenewalReminder'`),
    },
    {
      work: 'hold-renewals',
      account: () => ({ ...prepared(), sources: [] }),
      refuses: sql`plan`,
      arrange: async (id) => {
        await movePrepared(id, sql`start_date = ${today()}`)
        await db.run(sql`
          update instalment set due_on = ${today()}, collect_on = ${today()} from plan
          where plan.account_id = ${id} and plan.status = 'Saved' and instalment.account_id = ${id}
            and instalment.plan_id = plan.id and instalment.seq = 1`)
      },
      run: () => holdRenewalsWithoutMethod(deps),
      isDone: (id) => hasRow(id, sql`plan`, sql`status = 'Draft'`),
    },
    {
      work: 'resume-renewals',
      account: prepared,
      refuses: sql`renewal`,
      arrange: (id) =>
        db.run(sql`
          with held as (
            update plan set status = 'Draft', held_on = ${today()} where account_id = ${id} and status = 'Saved'
            returning id)
          delete from instalment using held where instalment.account_id = ${id} and instalment.plan_id = held.id`),
      run: () => resumeHeldRenewals(deps, () => 'any'),
      isDone: (id) => hasRow(id, sql`plan`, sql`status = 'Saved'`),
    },
    {
      work: 'carry-out-fee-changes',
      nameOf: (id) => id,
      arrange: async (id) => {
        distantYear += 1
        const fees = { schoolId: schoolId('Redgum Academy'), year: distantYear, terms: [], items: [] }
        await insertFeeChange(id, fees)
      },
      spoil: (id) => db.run(sql`update fee_change set fees_after = fees_after - 'items' where id = ${id}`),
      mend: (id) => db.run(sql`update fee_change set fees_after = fees_before where id = ${id}`),
      run: () => carryOutFeeChanges(deps),
      isDone: (id) => yes(sql`select status = 'Applied' as yes from fee_change where id = ${id}`),
    },
    {
      work: 'follow-new-fees',
      account: following,
      refuses: sql`fee_change_plan`,
      arrange: async (id) => {
        const year = tuitionYearOf(today(), 'AU')
        const fees = await findFeeSchedule(db, { schoolId: schoolId('Redgum Academy'), year })
        if (!fees) throw new Error('A school has fees of this year')
        await insertFeeChange(followed, fees)
        await db.run(sql`
          insert into fee_change_plan (account_id, fee_change_id, plan_id)
          select account_id, ${followed}, id from plan where account_id = ${id}`)
      },
      run: () => carryOutFeeChanges(deps),
      isDone: (id) => hasRow(id, sql`fee_change_plan`, sql`status <> 'Pending'`),
    },
  ]
}
