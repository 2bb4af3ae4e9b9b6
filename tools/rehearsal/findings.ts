import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import { sql } from '#server/platform/database/sql.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { readBalance } from '#server/books/ledger/ledger.store.ts'
import { allCharges } from '#server/platform/providers/stripe/charges.ts'
import type { RunningServer } from '../testing/running-server.ts'
import type { Player } from './cast.ts'
import type { MoneyBack } from './money-back.ts'

export type Try = { on: CalendarDate; outcome: string }

export type Collected = {
  seq: number
  dueOn: CalendarDate
  amount: Cents
  surcharge: Cents
  status: InstalmentStatus
  tries: Try[]
  paidOn: CalendarDate | null
  /** Paid through the link in the mail instead of by its debit. */
  /** What brought the money: a debit of the plan, an extra payment, or the link of a request. */
  paidBy: 'Plan' | 'Extra' | 'Link'
}

export type FamilyYear = {
  name: string
  region: Region
  schoolName: string
  frequency: Frequency
  planStatus: string
  planned: Cents
  collected: Cents
  surcharges: Cents
  passedOn: Cents
  balance: Cents
  instalments: Collected[]
  messages: Record<string, number>
  /** What the family was told would be charged on a day, and was not charged. */
  mistold: { on: CalendarDate; told: Cents; charged: Cents }[]
}

export type Rehearsed = {
  families: FamilyYear[]
  charges: number
  /** What one more family got back. */
  moneyBack: MoneyBack
  violations: { invariant: string; subject: string }[]
  unsent: number
}

/** Reads the year's result from the database only, not from the rehearsal's own memory. */
export async function findings(
  server: RunningServer,
  players: readonly Player[],
): Promise<Omit<Rehearsed, 'moneyBack'>> {
  const { deps } = server
  const charges = await allCharges(deps.providers.stripe)
  const families: FamilyYear[] = []
  for (const player of players) families.push(await yearOf(server, player))
  const waiting = await deps.db.many(sql`select from outbox_message where status <> 'Sent'`)
  return {
    families,
    charges: charges.filter(({ hasSucceeded }) => hasSucceeded).length,
    violations: await checkLedger(deps.db, { now: deps.clock(), charges }),
    unsent: waiting.length,
  }
}

async function yearOf({ deps }: RunningServer, player: Player): Promise<FamilyYear> {
  const { accountId, name, region } = player
  const { db } = deps
  const plan = await db.first<{
    status: string
    frequency: Frequency
    planned: Cents
    schoolName: string
  }>(sql`
    select plan.status, version.frequency, version.total_minor as planned, institution.name as "schoolName"
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      join account on account.id = plan.account_id join institution on institution.id = account.institution_id
    where plan.account_id = ${accountId} order by plan.tuition_year limit 1`)
  if (!plan) throw new Error(`${name} has no plan`)
  const books = await db.first<{ collected: Cents; surcharges: Cents; passedOn: Cents }>(sql`
    select coalesce(sum(posting.amount_minor) filter (where entry.kind = 'Repayment'), 0)::bigint as collected,
      coalesce(sum(-posting.amount_minor) filter (where entry.kind = 'PaymentToSchool'), 0)::bigint as "passedOn",
      (select coalesce(sum(amount_minor), 0)::bigint from ledger_posting income
        where income.account_id = ${accountId} and book = 'SurchargeIncome') as surcharges
    from ledger_entry entry join ledger_posting posting on posting.account_id = entry.account_id
      and posting.entry_id = entry.id and posting.book = 'Family'
    where entry.account_id = ${accountId}`)
  const messages = await db.many<{ kind: string; count: number }>(sql`
    select kind, count(*) as count from outbox_message
    where account_id = ${accountId} and kind is not null group by kind order by kind`)
  return {
    name,
    region,
    schoolName: plan.schoolName,
    frequency: plan.frequency,
    planStatus: plan.status,
    planned: plan.planned,
    collected: books?.collected ?? (0 as Cents),
    surcharges: books?.surcharges ?? (0 as Cents),
    passedOn: books?.passedOn ?? (0 as Cents),
    balance: await readBalance(db, accountId),
    instalments: await instalmentsOf({ deps }, player),
    mistold: await mistoldOf({ deps }, player),
    messages: Object.fromEntries(messages.map(({ kind, count }) => [kind, count])),
  }
}

async function instalmentsOf(
  { deps }: Pick<RunningServer, 'deps'>,
  { accountId, region }: Player,
): Promise<Collected[]> {
  const rows = await deps.db.many<
    Omit<Collected, 'tries'> & { tries: { at: string; status: string; reason: string | null }[] }
  >(sql`
    select instalment.seq, instalment.due_on as "dueOn", instalment.amount_minor as amount, instalment.status,
      coalesce(paid.surcharge_minor, 0) as surcharge, paid.paid_on as "paidOn",
      case when paid.extra_plan_id is not null then 'Extra' when paid.kind <> 'Instalment' then 'Link' else 'Plan' end
        as "paidBy",
      (select coalesce(json_agg(json_build_object('at', created_at, 'status', status, 'reason', failure_code)
          order by attempt), '[]')
        from payment where payment.account_id = instalment.account_id and payment.plan_id = instalment.plan_id
          and payment.instalment_seq = instalment.seq and payment.kind = 'Instalment') as tries
    from instalment left join payment paid
      on paid.account_id = instalment.account_id and paid.id = instalment.payment_id
    where instalment.account_id = ${accountId} order by instalment.due_on, instalment.seq`)
  return rows.map((row) => ({
    ...row,
    tries: row.tries.map(({ at, status, reason }) => ({
      on: dateIn(region, new Date(at)),
      outcome: reason ?? status,
    })),
  }))
}

/**
 * The last mail that names a day, an announcement or a failure with its next try, says what is tried on that day: all
 * of it, with surcharges.
 */
async function mistoldOf(
  { deps }: Pick<RunningServer, 'deps'>,
  { accountId, region }: Player,
): Promise<FamilyYear['mistold']> {
  const told = await deps.db.many<{ on: CalendarDate; told: Cents }>(sql`
    select distinct on (on_day) on_day as on, told from (
      select coalesce(facts->>'collectOn', facts->>'retryOn')::date as on_day, created_at,
        coalesce((facts->'onThatDay'->>'total')::bigint,
          (facts->>'amount')::bigint + coalesce((facts->>'surcharge')::bigint, 0)) as told
      from outbox_message where account_id = ${accountId} and kind in ('UpcomingDebit', 'PaymentFailed')) mail
    order by on_day, created_at desc`)
  const tried = await deps.db.many<{ at: Date; charged: Cents }>(sql`
    select created_at as at, amount_minor + surcharge_minor as charged from payment
    where account_id = ${accountId} and kind = 'Instalment'`)
  return told.flatMap(({ on, told: sum }) => {
    const ofDay = tried.filter(({ at }) => dateIn(region, at) === on)
    const charged = cents(ofDay.reduce((all, each) => all + each.charged, 0))
    return charged === sum ? [] : [{ on, told: sum, charged }]
  })
}
