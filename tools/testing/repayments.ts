import { expect } from 'vitest'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays, nextBusinessDay } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import { noticeDay, type InstalmentStatus } from '#domain/repayments.ts'
import { sql, type Statement } from '#server/platform/database/sql.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { lookAtDuePayments } from '#server/books/payments/look.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'
import type { Account } from '../demo/account.ts'
import { noonOf } from '../demo/moment.ts'
import { addPayer } from './payments.ts'
import type { TestServer } from './server.ts'
import { calendars } from './holiday-rules.ts'

export type InstalmentRow = {
  planId: string
  seq: number
  dueOn: CalendarDate
  collectOn: CalendarDate
  amount: number
  settled: number
  open: number
  status: InstalmentStatus
  noticedOn: CalendarDate | null
  collectedOn: CalendarDate | null
  retryOn: CalendarDate | null
  tries: number
  reason: string | null
  requestId: string | null
}

/** Cancels instalments and waives what is left of them, as if their account had been closed. */
export async function cancelInstalments({ deps }: Pick<TestServer, 'deps'>, condition: Statement) {
  await deps.db.run(sql`
    with cancelled as (
      update instalment set status = 'Cancelled', waived_minor = amount_minor - settled_minor where ${condition}
      returning account_id, charge_id, waived_minor
    )
    insert into waiver (account_id, charge_id, amount_minor, reason, waived_at)
    select account_id, charge_id, waived_minor, 'AccountClosed', ${deps.clock()} from cancelled`)
}

/** Makes an instalment, and with it its plan, dearer or cheaper. */
export async function setInstalmentAmount(
  { deps }: Pick<TestServer, 'deps'>,
  condition: Statement,
  amount: number,
): Promise<void> {
  await deps.db.run(sql`
    with old as (select account_id, plan_id, seq, amount_minor from instalment where ${condition}), version as (
      update plan_version set total_minor = total_minor + ${amount}::bigint - old.amount_minor
      from old join plan on plan.account_id = old.account_id and plan.id = old.plan_id
      where plan_version.account_id = plan.account_id and plan_version.plan_id = plan.id
        and plan_version.version = plan.version
    )
    update instalment set amount_minor = ${amount} where ${condition}`)
}

/** A world in which days go by: the clock, the banks and our own runs move on together. */
export function daysOf(server: TestServer) {
  const { deps } = server
  const today = (region: Region) => dateIn(region, deps.clock())

  /** Whatever the outside world tells us is taken in. */
  async function hearNews(): Promise<void> {
    await server.sandboxApi('webhooks/flush')
    const waiting = () =>
      deps.db.many(sql`select kind, last_error from provider_event where processed_at is null`)
    await expect.poll(waiting).toEqual([])
  }

  /** Noon of a day, with the news of the days between. */
  async function goTo(day: CalendarDate, region: Region): Promise<void> {
    const ms = Date.parse(noonOf(day, region)) - deps.clock().getTime()
    if (ms < 0) throw new RangeError(`${day} lies behind us`)
    await server.travel(ms)
    await hearNews()
  }

  async function run() {
    const counts = await runRepayments(deps)
    await lookAtDuePayments(deps)
    await hearNews()
    // What a run tells many of leaves with the next sweep.
    await server.travel(11_000)
    await deliverWaiting(deps)
    return counts
  }

  const instalments = (accountId: string) =>
    deps.db.many<InstalmentRow>(sql`
      select plan_id as "planId", seq, due_on as "dueOn", collect_on as "collectOn", amount_minor as amount,
        settled_minor as settled, open_minor as open, status, noticed_on as "noticedOn",
        collected_on as "collectedOn", retry_on as "retryOn", tries,
        failure_code as reason, payment_request_id as "requestId"
      from instalment where account_id = ${accountId} order by due_on, seq`)

  /** A family with a running plan, and the instalment that is to be collected next. */
  async function addPlanFamily(account: Account = {}) {
    const payer = await addPayer(server, account)
    const region: Region = account.school === 'Oakfield School' ? 'UK' : 'AU'
    const rows = () => instalments(payer.accountId)
    const next = (await rows()).find(({ status }) => status === 'Scheduled')
    if (!next) throw new Error('The plan has nothing left to collect')
    const now = async () => (await rows()).find(({ seq }) => seq === next.seq) ?? next
    /** To the day of the collection, by way of the day on which it is announced. */
    const comeToCollection = async () => {
      const notice = noticeDay(next.collectOn, calendars[region])
      if (notice > today(region)) await goTo(notice, region)
      await run()
      await goTo(next.collectOn, region)
    }
    return { ...payer, region, rows, next, now, comeToCollection }
  }
  /** Day by day, as the runs come. */
  async function runUntil(day: CalendarDate): Promise<void> {
    for (
      let on = nextBusinessDay(addDays(today('AU'), 1), calendars.AU);
      on <= day;
      on = addBusinessDays(on, 1, calendars.AU)
    ) {
      await goTo(on, 'AU')
      await run()
    }
  }

  /** Every family so far goes on hold, so that the runs of the next test have only its own families to charge. */
  async function restFamilies(): Promise<void> {
    await deps.db.run(sql`
      insert into account_hold (account_id, id, started_at, ends_on)
      select id, gen_random_uuid(), ${deps.clock()}, '2999-12-31' from account
      on conflict (account_id) where ended_at is null do update set ends_on = excluded.ends_on`)
  }

  return { today, hearNews, goTo, run, runUntil, instalments, addPlanFamily, restFamilies }
}
