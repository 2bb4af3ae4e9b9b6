import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { sql } from '#server/platform/database/sql.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { isInstalmentDisputed } from '#server/books/payments/disputes.reads.ts'
import { readBalance } from '#server/books/ledger/ledger.reads.ts'
import type { MessageKind } from '#server/letters/messages/message.ts'
import { allCharges, type ListedCharge } from '#server/platform/providers/stripe/charges.ts'
import { feesOf } from '../demo/fees.ts'
import type { RunningServer } from '../testing/running-server.ts'
import type { Family, Program } from './cast.ts'
import type { Arrived } from './inbox.ts'
import {
  sumOf,
  type Debit,
  type FamilyLog,
  type Instalment,
  type Log,
  type Message,
  type PlanYear,
} from './log.ts'
import { isAsleep } from './outages.ts'
import { deskOf } from './portal.ts'

/** What the rehearsal itself has noted while the days went by. */
export type Noted = {
  arrived: readonly Arrived[]
  acts: ReadonlyMap<string, FamilyLog['acts']>
  overdue: ReadonlyMap<string, FamilyLog['overdue']>
  epilogue: string | undefined
}

/** The result, from the database, the provider's books and the families' mailboxes. */
export async function readLog(
  server: RunningServer,
  program: Program,
  families: readonly Family[],
  noted: Noted,
): Promise<Log> {
  const { deps } = server
  const charges = await allCharges(deps.providers.stripe)
  const succeeded = charges.filter(({ hasSucceeded }) => hasSucceeded)
  const money = await providerMoney(server, succeeded)
  const { messages, misdelivered } = await matchMessages(server, noted.arrived)
  const queue = await queueOf(server)
  const logs: FamilyLog[] = []
  for (const family of families) {
    const { accountId, name, region } = family
    logs.push({
      name,
      region,
      messages: messages.get(accountId) ?? [],
      debits: await debitsOf(server, accountId),
      payments: await paymentsOf(server, accountId),
      acts: noted.acts.get(accountId) ?? [],
      overdue: noted.overdue.get(accountId) ?? [],
      plans: await plansOf(server, program, family),
      ...(await chargedTo(server, accountId, money)),
      passedOn: await passedOnFor(server, accountId),
      balance: await readBalance(deps.db, accountId),
      queuedAs: queue.filter((item) => item.accountId === accountId).map(({ kind }) => kind),
      leavesDebts: family.leavesDebts ?? false,
      away: daysAway(program),
      until: deps.clock(),
    })
  }
  return {
    families: logs,
    violations: await checkLedger(deps.db, {
      now: deps.clock(),
      provider: { accounts: deps.providers.stripe, since: new Date(0) },
    }),
    charges: succeeded.length,
    // A notice that came too late is replaced by another; that the debit had one is a check of its own.
    unsent: await deps.db.many(sql`
      select kind, status, recipient from outbox_message
      where status <> 'Sent' and not (status = 'Expired' and kind in ('UpcomingDebit', 'LogInCode'))
      order by created_at`),
    misdelivered,
    epilogue: noted.epilogue,
  }
}

function daysAway(program: Program): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = program.firstDay; day <= program.lastDay; day = addDays(day, 1)) {
    if (isAsleep(program, day)) days.push(day)
  }
  return days
}

type Sent = {
  id: string
  channel: 'email' | 'sms'
  recipient: string
  kind: MessageKind
  accountId: string | null
  facts: Facts | null
}
type Facts = {
  tuitionYear?: number
  amount?: Cents
  surcharge?: Cents
  collectOn?: CalendarDate
  retryOn?: CalendarDate | null
  onThatDay?: { total: Cents }
}

/** What arrived has the words and the time; what was sent has the kind. Mails carry our id, texts keep their order. */
async function matchMessages({ deps }: RunningServer, arrived: readonly Arrived[]) {
  const sent = await deps.db.many<Sent>(sql`
    select id, channel, recipient, kind, account_id as "accountId", facts from outbox_message
    where status = 'Sent' and kind is not null order by sent_at, created_at`)
  const messages = new Map<string, Message[]>()
  const misdelivered: string[] = []
  const texts = Map.groupBy(
    arrived.filter(({ channel }) => channel === 'sms'),
    ({ to }) => to,
  )
  const mails = Map.groupBy(
    arrived.filter(({ channel }) => channel === 'email'),
    ({ messageId }) => messageId,
  )
  for (const message of sent) {
    const { id, channel, recipient, kind, accountId } = message
    const came = channel === 'sms' ? [texts.get(recipient)?.shift()] : (mails.get(id) ?? [])
    const [first] = came
    if (!first || came.length > 1) misdelivered.push(`${kind} to ${recipient}: ${came.length} times`)
    if (first && accountId)
      messages.set(accountId, [...(messages.get(accountId) ?? []), messageOf(message, first)])
  }
  const beyond = [...texts.entries()].filter(([, left]) => left.length > 0)
  misdelivered.push(...beyond.map(([to, left]) => `${left.length} texts to ${to} that nobody sent`))
  return { messages, misdelivered }
}

function messageOf({ kind, channel, facts }: Sent, { at, subject, text }: Arrived): Message {
  const firstWords = text.split('\n')[0]?.slice(0, 70) ?? ''
  const { amount, surcharge = 0, collectOn, retryOn, onThatDay, tuitionYear } = facts ?? {}
  const on = collectOn ?? retryOn
  const total = onThatDay?.total ?? cents((amount ?? 0) + surcharge)
  return {
    at,
    channel,
    kind,
    subject: channel === 'sms' ? firstWords : subject,
    year: tuitionYear ?? null,
    announces: on ? { on, amount: total } : null,
    asksFor: amount ?? null,
  }
}

async function debitsOf({ deps }: RunningServer, accountId: string): Promise<Debit[]> {
  return deps.db.many<Debit>(sql`
    select payment.created_at as at, plan.tuition_year as year, payment.instalment_seq as seq,
      payment.amount_minor + payment.surcharge_minor as charged, coalesce(payment.failure_code, payment.status) as outcome,
      payment.status in ('Processing', 'Succeeded', 'Refunded', 'Disputed') as "isTaken"
    from payment join plan on plan.account_id = payment.account_id and plan.id = payment.plan_id
    where payment.account_id = ${accountId} and payment.kind = 'Instalment' order by payment.created_at`)
}

async function paymentsOf({ deps }: RunningServer, accountId: string): Promise<FamilyLog['payments']> {
  return deps.db.many(sql`
    select created_at as at, amount_minor + surcharge_minor as amount from payment
    where account_id = ${accountId} and kind <> 'Instalment' and status <> 'Failed' order by created_at`)
}

async function queueOf(server: RunningServer): Promise<{ kind: string; accountId: string | null }[]> {
  const desk = await deskOf(server)
  return (await desk('GET', 'queue?limit=500')).items
}

/** The fees are added up from the schools' lists, and not by the product. */
async function plansOf({ deps }: RunningServer, program: Program, family: Family): Promise<PlanYear[]> {
  const { accountId } = family
  const plans = await deps.db.many<
    Omit<PlanYear, 'fees' | 'instalments'> & { id: string; feeYear: number }
  >(sql`
    select plan.id, plan.tuition_year as year, plan.status, version.total_minor as planned,
      version.based_on_fee_schedule_year as "feeYear"
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = ${accountId} and plan.status <> 'Draft' order by plan.tuition_year`)
  const instalments = await deps.db.many<Instalment & { planId: string }>(sql`
    select instalment.plan_id as "planId", instalment.seq, instalment.due_on as "dueOn", instalment.amount_minor as amount,
      instalment.settled_minor as settled, instalment.status, paid.paid_on as "paidOn",
      case when paid.extra_plan_id is not null then 'Extra' when paid.kind <> 'Instalment' then 'Link' else 'Plan' end
        as "paidBy"
    from instalment left join payment paid on paid.account_id = instalment.account_id and paid.id = instalment.payment_id
    where instalment.account_id = ${accountId} and instalment.status <> 'Cancelled'
    order by instalment.due_on, instalment.seq`)
  return plans.map(({ id, feeYear, ...plan }) => ({
    ...plan,
    fees: feesFor(program, family, plan.year, feeYear),
    instalments: instalments.filter(({ planId }) => planId === id),
  }))
}

function feesFor({ feeRise }: Program, family: Family, year: number, feeYear: number): Cents {
  const startYear = tuitionYearOf(family.signsUpOn, family.region)
  const enrolled = family.students.map((student, index) => ({
    enrolmentId: String(index),
    name: student.firstName ?? '',
    school: student.school ?? family.school,
    startYear,
    startLevel: student.level,
    discounts: [],
    addons: [],
  }))
  const risen = enrolled.filter(({ school }) => school === feeRise?.school && feeYear === feeRise.year)
  const rise = Math.round((feeRise?.amount ?? 0) * 100)
  return cents(feesOf(enrolled, year, feeYear).annualTotal + risen.length * rise)
}

/** What the provider holds of each payment: charges that succeeded, less what banks took back for good or for now. */
async function providerMoney(
  { deps }: RunningServer,
  succeeded: readonly ListedCharge[],
): Promise<ReadonlyMap<string, number>> {
  const money = new Map<string, number>()
  const add = (intent: string, amount: number) => money.set(intent, (money.get(intent) ?? 0) + amount)
  for (const { paymentIntent, amount } of succeeded) add(paymentIntent, amount)
  for (const region of regions) {
    for await (const each of deps.providers.stripe[region].client.disputes.list({ limit: 100 })) {
      const { status, amount, payment_intent: intent } = each
      // An inquiry takes nothing yet.
      if (status === 'won' || status.startsWith('warning')) continue
      add(typeof intent === 'string' ? intent : (intent?.id ?? ''), -amount)
    }
  }
  return money
}

async function chargedTo(
  { deps }: RunningServer,
  accountId: string,
  money: ReadonlyMap<string, number>,
): Promise<Pick<FamilyLog, 'charged' | 'surcharges'>> {
  const payments = await deps.db.many<{ intent: string; surcharge: number }>(sql`
    select provider_payment_id as intent, surcharge_minor as surcharge from payment
    where account_id = ${accountId} and provider_payment_id is not null`)
  const held = payments.filter(({ intent }) => (money.get(intent) ?? 0) > 0)
  return {
    charged: cents(sumOf(held, ({ intent }) => money.get(intent) ?? 0)),
    surcharges: cents(sumOf(held, ({ surcharge }) => surcharge)),
  }
}

async function passedOnFor({ deps }: RunningServer, accountId: string): Promise<Cents> {
  const row = await deps.db.first<{ sum: Cents }>(sql`
    select coalesce(-sum(posting.amount_minor), 0)::bigint as sum
    from ledger_entry entry join ledger_posting posting on posting.account_id = entry.account_id
      and posting.entry_id = entry.id and posting.book = 'Family'
    where entry.account_id = ${accountId} and entry.kind = 'PaymentToSchool'`)
  return row?.sum ?? cents(0)
}

export type Overdue = { accountId: string; owing: Cents }

/** What is overdue now, of every account, besides what banks are still deciding on. */
export async function overdueNow({ deps }: Pick<RunningServer, 'deps'>): Promise<Overdue[]> {
  return deps.db.many<Overdue>(sql`
    select instalment.account_id as "accountId", sum(amount_minor - settled_minor - waived_minor)::bigint as owing
    from instalment where status = 'Overdue' and not ${isInstalmentDisputed}
    group by instalment.account_id`)
}
