import type { Merchant } from '#sandbox/stripe/merchant.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'

/**
 * The rules by which money may be taken from families and given to schools, in arithmetic of their own. It knows what
 * was agreed (charges, letters, holds, withdrawals), what each payment was recorded for, and what the provider really
 * took and gave back; none of our rules, sums or statuses of payments.
 */
export function outsideModel(db: Db, merchant: Merchant, clock: () => Date) {
  /** Payments that were judged when they appeared. */
  const judged = new Set<string>()
  /** The payments of which a bank has said that they failed, and paid them later. */
  const paidAfterAll = new Set<string>()
  /** The most that was ever paid of a charge of a school, and by a payment, at one time: schools may have got so much. */
  const mostPaid = new Map<string, { accountId: string; amount: number }>()
  const mostPaidBy = new Map<string, number>()
  /** The times in which an account was closed. */
  const closures: { accountId: string; from: Date; to: Date | null }[] = []
  let before = new Map<string, Charge>()

  return {
    paidAfterAll: (paymentId: string) => void paidAfterAll.add(paymentId),
    closed: (accountId: string, from: Date) => void closures.push({ accountId, from, to: null }),
    reopened(accountId: string, to: Date) {
      for (const closure of closures) if (closure.accountId === accountId) closure.to ??= to
    },
    isClosed: (accountId: string) =>
      closures.some((closure) => closure.accountId === accountId && closure.to === null),

    /** What is wrong after a step, in words. `isQuiet` means that we know all that the provider knows. */
    async faults({ isQuiet }: { isQuiet: boolean }): Promise<string[]> {
      const facts = await readFacts(db, clock())
      const money = moneyAtProvider(merchant)
      const faults: string[] = []
      const check = (isRight: boolean, what: string) => {
        if (!isRight) faults.push(what)
      }
      const payments = new Map(facts.payments.map((payment) => [payment.id, payment]))
      const charges = new Map(facts.charges.map((charge) => [charge.id, charge]))
      const coversOf = Map.groupBy(facts.covers, ({ paymentId }) => paymentId)
      const coversOfCharge = Map.groupBy(facts.covers, ({ chargeId }) => chargeId)

      for (const id of money.keys())
        check(payments.has(id), `the provider was asked for ${id}, which nobody recorded`)
      for (const payment of facts.payments) {
        const { taken, alive, back } = money.get(payment.id) ?? nothing
        const total = payment.amount + payment.surcharge
        const came = payment.isByProvider ? taken : total
        check(alive <= total, `payment ${payment.id} of ${total} was charged for ${alive}`)
        const covers = coversOf.get(payment.id) ?? []
        const settled = sum(covers.map((cover) => cover.settled))
        check(
          settled === 0 || came === total,
          `payment ${payment.id} pays ${settled}, but its money did not come`,
        )
        // What a bank takes beyond the payment is our loss.
        const gone = payment.isByProvider ? Math.min(back, total) : payment.reversed
        if (isQuiet && came > 0) {
          const left = payment.amount - (gone * payment.amount) / total
          check(settled <= left + 1, `payment ${payment.id} pays ${settled}, but only ${left} of it is left`)
        }
        const unasked = covers.find((cover) => isUnasked(payment, charges.get(cover.chargeId)))
        check(
          !unasked || maySendUnasked(payment),
          `payment ${payment.id}: credit of a ${payment.kind} goes to a school`,
        )
        const ofSchools = covers.filter((cover) => charges.get(cover.chargeId)?.kind !== 'Fee')
        const most = Math.max(mostPaidBy.get(payment.id) ?? 0, sum(ofSchools.map((cover) => cover.settled)))
        mostPaidBy.set(payment.id, most)
        const passedOn = sum(
          facts.lines.filter(({ paymentId }) => paymentId === payment.id).map((line) => line.amount),
        )
        check(passedOn <= most, `payment ${payment.id} has paid schools ${most}, and they got ${passedOn}`)
        if (judged.has(payment.id)) continue
        judged.add(payment.id)
        for (const why of judge(payment, covers, charges, facts))
          check(false, `payment ${payment.id}: ${why}`)
      }

      for (const charge of facts.charges) {
        const covers = coversOfCharge.get(charge.id) ?? []
        const claimed = sum(covers.map((cover) => cover.settled + cover.reserved)) + charge.waived
        check(claimed <= charge.amount, `charge ${charge.id} of ${charge.amount} is paid with ${claimed}`)
        const paid = sum(covers.map((cover) => cover.settled))
        const known = mostPaid.get(charge.id)?.amount ?? 0
        if (charge.kind !== 'Fee')
          mostPaid.set(charge.id, { accountId: charge.accountId, amount: Math.max(known, paid) })
      }

      for (const account of facts.accounts) {
        const own = <Row extends { accountId: string }>(rows: readonly Row[]) =>
          rows.filter(({ accountId }) => accountId === account.id)
        const toSchools = sum(own(facts.lines).map(({ amount }) => amount))
        const mostToSchools = sum(own([...mostPaid.values()]).map(({ amount }) => amount))
        check(
          toSchools <= mostToSchools,
          `schools got ${toSchools} of ${account.shortId}, which paid ${mostToSchools}`,
        )
        check(
          toSchools === account.school,
          `the books say that schools got ${account.school}, not ${toSchools}`,
        )
        if (!isQuiet) continue
        // Money of the family: what came, less what went, is what it has with us and what schools or we have got of it.
        let expected = account.adjusted - sum(own(facts.withdrawals).map(({ amount }) => amount))
        let tolerance = 0
        for (const payment of own(facts.payments)) {
          const { taken, back, returns } = money.get(payment.id) ?? nothing
          const total = payment.amount + payment.surcharge
          if (payment.isByProvider && taken === 0) continue
          const gone = payment.isByProvider ? Math.min(back, total) : payment.reversed
          expected += payment.amount - Math.round((gone * payment.amount) / total)
          if (payment.surcharge > 0) tolerance += returns
        }
        for (const charge of own(facts.charges)) if (charge.kind === 'Fee') expected -= charge.amount
        const held = account.family + account.school + account.paidAhead
        check(
          Math.abs(held - expected) <= tolerance,
          `${account.shortId} has ${held}, and should have ${expected}`,
        )
      }
      before = charges
      return faults
    },

    /** What must not be left once faults have stopped and time has passed. */
    async leftovers(): Promise<string[]> {
      const facts = await readFacts(db, clock())
      // Longer than any bank takes.
      const longAgo = new Date(clock().getTime() - 16 * 24 * 60 * 60_000)
      // Three debits that a slow bank sends back each time.
      const allTries = new Date(clock().getTime() - 50 * 24 * 60 * 60_000)
      const alive = await db.values<string>(sql`
        select 'payment ' || id || ' is ' || status from payment where is_under_way and created_at < ${longAgo}
        union all select 'refund ' || id || ' is ' || status from refund_order
          where status in ('Ordered', 'Unknown', 'Accepted')
        union all select 'event ' || id || ' waits: ' || coalesce(last_error, '') from provider_event where processed_at is null
        union all select work || ' failed for ' || item || ': ' || reason from parked_item
        union all select 'plan ' || plan.id || ' has nothing left and is ' || plan.status from plan
          where plan.status = 'Current' and not exists (select from instalment where instalment.account_id = plan.account_id
            and instalment.plan_id = plan.id and instalment.open_minor > 0)
        union all select 'withdrawal ' || id || ' is not confirmed' from withdrawal_request where status = 'Unconfirmed'`)
      const charges = facts.charges.flatMap((charge) => {
        const covers = facts.covers.filter(({ chargeId }) => chargeId === charge.id)
        const reserved = sum(covers.filter(({ since }) => since < longAgo).map((cover) => cover.reserved))
        const open =
          charge.amount - charge.waived - sum(covers.map((cover) => cover.settled + cover.reserved))
        const name = `${charge.kind} ${charge.id} of ${charge.dueOn}`
        return [
          ...(reserved > 0 ? [`${name} is reserved for ${reserved}`] : []),
          ...(open > 0 &&
          charge.dueOn < dayOf(charge.status === 'Retrying' ? allTries : longAgo) &&
          !charge.isAskedFor &&
          !this.isClosed(charge.accountId)
            ? [`${open} of ${name} (${charge.status}) are owing, and nobody asks for them`]
            : []),
        ]
      })
      return [...alive, ...charges]
    },
  }

  /** Whether a payment may have been recorded as it was, the moment before. */
  function judge(
    payment: Payment,
    covers: readonly Cover[],
    charges: Map<string, Charge>,
    facts: Facts,
  ): string[] {
    const { accountId, kind, createdAt, amount } = payment
    const faults: string[] = []
    if (kind === 'Instalment') {
      const charge = facts.charges.find(({ planId, seq }) => planId === payment.planId && seq === payment.seq)
      if (!charge) return ['it collects nothing that is owed']
      const others = facts.payments.filter(
        ({ id, planId, seq }) => id !== payment.id && planId === payment.planId && seq === payment.seq,
      )
      const money = moneyAtProvider(merchant)
      const already = sum(
        others.map(({ id, amount: part, surcharge }) => {
          const { alive, back } = money.get(id) ?? nothing
          return paidAfterAll.has(id)
            ? 0
            : Math.round(((alive - Math.min(back, alive)) * part) / (part + surcharge))
        }),
      )
      if (amount + already > charge.amount - charge.waived + others.length)
        faults.push(`${amount} was taken for a charge of ${charge.amount} after ${already}`)
      if (
        facts.holds.some(
          (hold) => hold.accountId === accountId && hold.from < createdAt && createdAt < (hold.to ?? never),
        )
      )
        faults.push('it was taken while payments were on hold')
      if (
        closures.some(
          (one) => one.accountId === accountId && one.from < createdAt && createdAt < (one.to ?? never),
        )
      )
        faults.push('it was taken from a closed account')
      faults.push(...quoteFaults(payment, charge, facts))
      return faults
    }
    // What a family pays by itself is first for what it is behind with: what exceeds that is credit, or goes unasked.
    const forCharges = sum(
      covers
        .filter((cover) => !isUnasked(payment, charges.get(cover.chargeId)))
        .map((cover) => cover.settled + cover.reserved),
    )
    // What failed or went back at once pays nothing.
    if (forCharges >= amount || payment.hasFailed || payment.reversed > 0) return []
    // At that moment another payment was on its way for it, which was refused.
    const isBesideFailed = facts.payments.some(
      (other) =>
        other.accountId === accountId && other.hasFailed && Number(other.createdAt) === Number(createdAt),
    )
    if (isBesideFailed) return []
    for (const charge of facts.charges) {
      const known = before.get(charge.id)
      const isPayable =
        charge.accountId === accountId && payableBy(payment, charge) && known && payableBy(payment, known)
      if (isPayable && openOf(known) > 0 && openOf(charge) > 0)
        faults.push(
          `${amount - forCharges} of ${kind} is unasked or credit, but ${openOf(charge)} of ${charge.kind} ${charge.id} is owing`,
        )
    }
    return faults
  }

  /** A debit takes no more than its letter said, and not before the day in it nor within two working days. */
  function quoteFaults(
    { accountId, amount, surcharge, createdAt }: Payment,
    charge: Charge,
    { letters }: Facts,
  ) {
    const about = letters.filter(
      (letter) =>
        letter.accountId === accountId &&
        letter.sentAt <= createdAt &&
        letter.parts.some(({ dueOn }) => dueOn === charge.dueOn),
    )
    const letter = about.at(-1)
    if (!letter) return ['nobody was told of it']
    const announced = sum(
      letter.parts.filter(({ dueOn }) => dueOn === charge.dueOn).map((part) => part.amount),
    )
    return [
      ...(amount > announced ? [`${amount} was taken, and ${announced} announced`] : []),
      ...(surcharge > letter.surcharge
        ? [`a surcharge of ${surcharge} was taken, and ${letter.surcharge} announced`]
        : []),
      ...(dayOf(createdAt) < letter.collectOn
        ? [`it was taken on ${dayOf(createdAt)}, before ${letter.collectOn}`]
        : []),
      ...(workingDays(letter.sentAt, createdAt) < 2
        ? [`it was announced on ${dayOf(letter.sentAt)} only`]
        : []),
    ]
  }
}

const never = new Date(8_640_000_000_000_000)
const nothing = { taken: 0, alive: 0, back: 0, returns: 0 }
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const openOf = ({ amount, waived, claimed }: Charge) => amount - waived - claimed
const dayOf = (instant: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(instant)

function workingDays(from: Date, to: Date): number {
  let count = 0
  const last = dayOf(to)
  for (let at = from; dayOf(at) < last;) {
    at = new Date(at.getTime() + 24 * 60 * 60_000)
    const weekday = new Date(dayOf(at)).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count += 1
  }
  return count
}

/** Whether a payment itself has made the charge that it pays. */
const isUnasked = (payment: Payment, charge: Charge | undefined) =>
  charge?.kind === 'OneOff' && charge.createdAt >= payment.createdAt

/** Only who pays a school early, or by its own link, may send it more than it asks for. */
const maySendUnasked = ({ kind, isExtra, isForArrears }: Payment) =>
  kind === 'Early' ? !isExtra : kind === 'Guest' && !isForArrears

/** What a payment must pay before anything of it is credit or is sent to the school unasked. */
function payableBy(payment: Payment, charge: Charge): boolean {
  if (payment.requestId !== null && !payment.isForArrears) return charge.requestId === payment.requestId
  if (charge.kind === 'Fee') return true
  const isOfSchool = payment.kind !== 'Early' || charge.payeeId === payment.schoolId
  if (charge.kind === 'Request')
    return payment.kind === 'Early' && !payment.isExtra && isOfSchool && charge.isRequestOpen
  return (
    charge.kind === 'Instalment' &&
    isOfSchool &&
    (charge.status === 'Overdue' || charge.status === 'Retrying')
  )
}

/** What the provider took for each of our payments, may still take, and has given back. */
function moneyAtProvider(merchant: Merchant) {
  const money = new Map<string, typeof nothing>()
  for (const charge of merchant.charges.all()) {
    const id = charge.metadata['paymentId'] ?? 'an unknown payment'
    const known = money.get(id) ?? nothing
    const taken = charge.status === 'succeeded' ? charge.amount : 0
    const refunds = [...merchant.refunds.newest({ charge: charge.id })].filter(
      ({ status }) => status === 'succeeded',
    )
    const disputes = [...merchant.disputes.newest({ charge: charge.id })].filter(
      ({ status }) => status !== 'won' && !status.startsWith('warning'),
    )
    money.set(id, {
      taken: known.taken + taken,
      alive: known.alive + (charge.status === 'failed' ? 0 : charge.amount),
      back: known.back + sum([...refunds, ...disputes].map(({ amount }) => amount)),
      returns: known.returns + refunds.length + disputes.length,
    })
  }
  return money
}

type Facts = Awaited<ReturnType<typeof readFacts>>
type Payment = Facts['payments'][number]
type Cover = Facts['covers'][number]
type Charge = Facts['charges'][number]

/** The facts as they were recorded, without any sum of ours. */
async function readFacts(db: Db, now: Date) {
  const charges = db.many<{
    id: string
    accountId: string
    kind: string
    payeeId: string | null
    amount: number
    waived: number
    claimed: number
    dueOn: string
    planId: string | null
    seq: number | null
    status: string | null
    requestId: string | null
    isRequestOpen: boolean
    createdAt: Date
    isAskedFor: boolean
  }>(sql`
    select charge.id, charge.account_id as "accountId", kind, payee_id as "payeeId", amount_minor as amount,
      coalesce((select sum(amount_minor) from waiver where waiver.account_id = charge.account_id
        and waiver.charge_id = charge.id), 0)::int as waived,
      coalesce((select sum(settled_minor + reserved_minor) from cover where cover.account_id = charge.account_id
        and cover.charge_id = charge.id), 0)::int as claimed,
      charge.due_on as "dueOn", charge.created_at as "createdAt", plan_id as "planId", seq, charge.status, payment_request_id as "requestId",
      request.is_open and request.expires_at > ${now} as "isRequestOpen",
      coalesce(request.status <> 'Paid', false) as "isAskedFor"
    from charge left join payment_request request on request.account_id = charge.account_id
      and request.id = charge.payment_request_id`)
  const payments = db.many<{
    id: string
    accountId: string
    kind: string
    amount: number
    surcharge: number
    planId: string | null
    seq: number | null
    requestId: string | null
    isForArrears: boolean
    isExtra: boolean
    schoolId: string
    createdAt: Date
    isByProvider: boolean
    reversed: number
    hasFailed: boolean
  }>(sql`
    select payment.id, payment.account_id as "accountId", kind, amount_minor as amount, surcharge_minor as surcharge,
      plan_id as "planId", instalment_seq as seq, payment_request_id as "requestId",
      coalesce(request.is_arrears, false) as "isForArrears", extra_plan_id is not null as "isExtra",
      payment.institution_id as "schoolId", payment.created_at as "createdAt",
      kind not in ('Deposit', 'Offline') as "isByProvider", refunded_minor as reversed,
      payment.status = 'Failed' as "hasFailed"
    from payment left join payment_request request on request.account_id = payment.account_id
      and request.id = payment.payment_request_id
    order by payment.created_at, payment.id`)
  const covers = db.many<{
    paymentId: string
    chargeId: string
    settled: number
    reserved: number
    since: Date
  }>(sql`
    select cover.payment_id as "paymentId", charge_id as "chargeId", settled_minor as settled, reserved_minor as reserved,
      payment.created_at as since
    from cover join payment on payment.account_id = cover.account_id and payment.id = cover.payment_id`)
  const letters = db.many<{
    accountId: string
    sentAt: Date
    collectOn: string
    surcharge: number
    parts: { dueOn: string; amount: number }[]
  }>(sql`
    select account_id as "accountId", sent_at as "sentAt", facts->>'collectOn' as "collectOn",
      (facts->>'surcharge')::int as surcharge, facts->'parts' as parts
    from outbox_message where kind = 'UpcomingDebit' and status = 'Sent' and sent_at > ${now}::timestamptz - interval '60 days'
    order by sent_at, created_at`)
  const holds = db.many<{ accountId: string; from: Date; to: Date | null }>(sql`
    select account_id as "accountId", started_at as from, ended_at as to from account_hold`)
  const lines = db.many<{ accountId: string; paymentId: string; amount: number }>(sql`
    select account_id as "accountId", payment_id as "paymentId", amount_minor as amount from remittance_line`)
  const withdrawals = db.many<{ accountId: string; amount: number }>(sql`
    select account_id as "accountId", amount_minor as amount from withdrawal_request
    where status not in ('Declined', 'Cancelled')`)
  const accounts = db.many<{
    id: string
    shortId: string
    family: number
    school: number
    paidAhead: number
    adjusted: number
  }>(sql`
    select account.id, short_id as "shortId",
      coalesce(sum(amount_minor) filter (where book = 'Family'), 0)::int as family,
      coalesce(sum(amount_minor) filter (where book = 'School'), 0)::int as school,
      coalesce(sum(amount_minor) filter (where book = 'PaidAhead'), 0)::int as "paidAhead",
      coalesce(sum(amount_minor) filter (where book = 'Family' and entry.kind = 'Adjustment'), 0)::int as adjusted
    from account left join ledger_entry entry on entry.account_id = account.id
      left join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
    group by account.id, short_id`)
  return {
    charges: await charges,
    payments: await payments,
    covers: await covers,
    letters: await letters,
    holds: await holds,
    lines: await lines,
    withdrawals: await withdrawals,
    accounts: await accounts,
  }
}
