import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { regions } from '#domain/region.ts'
import { sql } from '#server/platform/database/sql.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import type { MessageKind } from '#server/letters/messages/message.ts'
import { allCharges } from '#server/platform/providers/stripe/charges.ts'
import { feesOf } from '../../demo/fees.ts'
import type { RunningServer } from '../../testing/running-server.ts'
import { addStaff } from '../../testing/staff.ts'
import type { Family } from './cast.ts'
import type { Arrived } from './inbox.ts'
import type { Debit, FamilyLog, PlanYear, Told, YearsLog } from './log.ts'

/** What the rehearsal itself has noted while the months went by. */
export type Noted = {
  arrived: readonly Arrived[]
  acts: ReadonlyMap<string, FamilyLog['acts']>
  overdue: ReadonlyMap<string, FamilyLog['overdue']>
  days: number
}

/** The result, from the database, the provider's books and the families' mailboxes. */
export async function readLog(
  server: RunningServer,
  families: readonly Family[],
  noted: Noted,
): Promise<YearsLog> {
  const { deps } = server
  const money = await providerMoney(server)
  const { told, arrivedWrongly } = await matchMessages(server, noted.arrived)
  const queue = await queueOf(server)
  const logs: FamilyLog[] = []
  for (const family of families) {
    const { accountId, name, region } = family
    logs.push({
      name,
      region,
      told: told.get(accountId) ?? [],
      debits: await debitsOf(server, accountId),
      paid: await paymentsOf(server, accountId),
      acts: noted.acts.get(accountId) ?? [],
      overdue: noted.overdue.get(accountId) ?? [],
      plans: await plansOf(server, family),
      ...(await paidBy(server, accountId, money)),
      queuedAs: queue.filter((item) => item.accountId === accountId).map(({ kind }) => kind),
      until: deps.clock(),
    })
  }
  return {
    families: logs,
    violations: await checkLedger(deps.db, {
      now: deps.clock(),
      charges: await allCharges(deps.providers.stripe),
    }),
    // A notice that came too late is replaced by another; that the debit had one is a check of its own.
    unsent: await deps.db.many(sql`
      select kind, status, recipient from outbox_message
      where status <> 'Sent' and not (status = 'Expired' and kind in ('UpcomingDebit', 'LogInCode'))
      order by created_at`),
    arrivedWrongly,
    days: noted.days,
  }
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
  const told = new Map<string, Told[]>()
  const arrivedWrongly: string[] = []
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
    if (!first || came.length > 1) arrivedWrongly.push(`${kind} to ${recipient}: ${came.length} times`)
    if (first && accountId) told.set(accountId, [...(told.get(accountId) ?? []), toldBy(message, first)])
  }
  const beyond = [...texts.entries()].filter(([, left]) => left.length > 0)
  arrivedWrongly.push(...beyond.map(([to, left]) => `${left.length} texts to ${to} that nobody sent`))
  return { told, arrivedWrongly }
}

function toldBy({ kind, channel, facts }: Sent, { at, subject, text }: Arrived): Told {
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
      payment.amount_minor + payment.surcharge_minor as charged,
      payment.status in ('Processing', 'Succeeded', 'Refunded', 'Disputed') as "isTaken"
    from payment join plan on plan.account_id = payment.account_id and plan.id = payment.plan_id
    where payment.account_id = ${accountId} and payment.kind = 'Instalment' order by payment.created_at`)
}

async function paymentsOf({ deps }: RunningServer, accountId: string): Promise<FamilyLog['paid']> {
  return deps.db.many(sql`
    select created_at as at, amount_minor + surcharge_minor as amount from payment
    where account_id = ${accountId} and kind <> 'Instalment' and status <> 'Failed' order by created_at`)
}

async function queueOf(server: RunningServer): Promise<{ kind: string; accountId: string | null }[]> {
  const { token } = await addStaff(server, 'operations')
  const { body } = await server.call('GET /api/staff/queue?limit=500', { token })
  return body.items
}

/** The fees are added up from the schools' lists, and not by the product. */
async function plansOf({ deps }: RunningServer, family: Family): Promise<PlanYear[]> {
  const plans = await deps.db.many<Omit<PlanYear, 'fees'> & { feeYear: number }>(sql`
    select plan.tuition_year as year, plan.status, version.total_minor as planned,
      version.based_on_fee_schedule_year as "feeYear",
      coalesce(sum(instalment.amount_minor), 0)::bigint as instalments,
      coalesce(sum(instalment.amount_minor - instalment.covered_minor)
        filter (where instalment.status = 'Overdue'), 0)::bigint as owing,
      coalesce(sum(instalment.amount_minor - instalment.covered_minor)
        filter (where instalment.status in ('Scheduled', 'Retrying', 'Collecting')), 0)::bigint as "toCome"
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      left join instalment on instalment.account_id = plan.account_id and instalment.plan_id = plan.id
        and instalment.status <> 'Cancelled'
    where plan.account_id = ${family.accountId} and plan.status <> 'Draft'
    group by plan.account_id, plan.id, version.account_id, version.plan_id, version.version
    order by plan.tuition_year`)
  const enrolled = (family.students ?? []).map((student, index) => ({
    enrolmentId: String(index),
    name: student.firstName ?? '',
    school: student.school ?? family.school,
    startYear: family.plan.year,
    startLevel: student.level ?? '',
    discounts: [],
    addons: [],
  }))
  return plans.map(({ feeYear, ...plan }) => ({
    ...plan,
    fees: feesOf(enrolled, plan.year, feeYear).annualTotal,
  }))
}

/** What the provider holds of each payment: charges that succeeded, less what banks took back for good or for now. */
async function providerMoney({ deps }: RunningServer): Promise<ReadonlyMap<string, number>> {
  const money = new Map<string, number>()
  const add = (intent: string, amount: number) => money.set(intent, (money.get(intent) ?? 0) + amount)
  const charges = await allCharges(deps.providers.stripe)
  for (const { paymentIntent, amount, hasSucceeded } of charges) if (hasSucceeded) add(paymentIntent, amount)
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

async function paidBy(
  { deps }: RunningServer,
  accountId: string,
  money: ReadonlyMap<string, number>,
): Promise<Pick<FamilyLog, 'charged' | 'surcharges'>> {
  const payments = await deps.db.many<{ intent: string; surcharge: number; status: string }>(sql`
    select provider_payment_id as intent, surcharge_minor as surcharge, status from payment
    where account_id = ${accountId} and provider_payment_id is not null`)
  const held = payments.filter(({ intent }) => (money.get(intent) ?? 0) > 0)
  return {
    charged: cents(held.reduce((sum, { intent }) => sum + (money.get(intent) ?? 0), 0)),
    surcharges: cents(held.reduce((sum, { surcharge }) => sum + surcharge, 0)),
  }
}

export type Overdue = { accountId: string; owing: Cents }

/** What is overdue now, of every account, besides what banks are still deciding on. */
export async function overdueNow({ deps }: Pick<RunningServer, 'deps'>): Promise<Overdue[]> {
  return deps.db.many<Overdue>(sql`
    select instalment.account_id as "accountId", sum(amount_minor - covered_minor)::bigint as owing
    from instalment
    where status = 'Overdue' and not exists (
      select from dispute join payment on payment.account_id = dispute.account_id and payment.id = dispute.payment_id
      where dispute.account_id = instalment.account_id and dispute.status = 'Open'
        and payment.plan_id = instalment.plan_id and payment.instalment_seq = instalment.seq)
    group by instalment.account_id`)
}
