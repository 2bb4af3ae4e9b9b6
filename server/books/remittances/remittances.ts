import { calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { creditUsedBy } from '#domain/free-credit.ts'
import { cents } from '#domain/money.ts'
import { orNotFound } from '#domain/refusal.ts'
import { regions, type Region } from '#domain/region.ts'
import { destinationOf, productsPaidAhead, remittanceCutOff } from '#domain/remittances.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSteps, workThrough, type WorkDeps } from '../../platform/jobs/work-through.ts'
import {
  insertPassedOn,
  listUndecided,
  lockPlansWithCredit,
  lockUndecided,
  markCreditSettled,
  markDecided,
  type PassedOn,
  type Place,
  type PlanToSettle,
  type Undecided,
} from './remittances.store.ts'
import {
  findRemittance,
  listRemittanceLines,
  type Remittance,
  type RemittanceLine,
} from './remittances.reads.ts'

const atOnce = 1000
const nowhere = '00000000-0000-0000-0000-000000000000'
const start: Place = { paidOn: calendarDate('0001-01-01'), accountId: nowhere, id: nowhere }

/**
 * Passes on the families' payments, each exactly once: the ledger accepts one such entry for a payment. Returns the
 * number passed on. Running it twice a day, or in two processes, changes nothing; payments that arrived too late for
 * today's first run join the same remittance. Money that is returned to a payer after the school has received it is not
 * reclaimed from the school automatically: the family's balance shows that it owes. After a dispute, the family's next
 * payment makes up for it; otherwise staff settle it with family and school.
 */
export async function remitToSchools(deps: WorkDeps): Promise<number> {
  let count = 0
  await inSteps(
    regions.flatMap((region) => [
      async () => void (count += await remitPayments(deps, region)),
      async () => void (count += await remitCredit(deps, region)),
    ]),
  )
  return count
}

const itemOf = ({ id, accountId }: { id: string; accountId: string }) => ({ item: id, accountId })

async function remitPayments(deps: WorkDeps, region: Region): Promise<number> {
  const now = deps.clock()
  const today = dateIn(region, now)
  const arrivedBy = remittanceCutOff(today, bankCalendarOf(region))
  if (arrivedBy === undefined) return 0
  return workThrough<Place>(deps, {
    name: 'remit-payments',
    itemOf,
    atOnce,
    // What may still go back to its payer stays undecided, so each batch begins after the one before.
    claim: (tx, { after = start, ...turn }) => lockUndecided(tx, { region, arrivedBy, after }, turn),
    process: async (tx, keys) => {
      const { going, kept } = decide(await listUndecided(tx, keys))
      await insertPassedOn(tx, going.filter(({ isPassedOn }) => !isPassedOn).map(passedOn), { today, now })
      await markDecided(tx, going, 'PassedOn')
      await markDecided(tx, kept, 'Kept')
      return going.length
    },
  })
}

async function remitCredit(deps: WorkDeps, region: Region): Promise<number> {
  const now = deps.clock()
  const today = dateIn(region, now)
  if (remittanceCutOff(today, bankCalendarOf(region)) === undefined) return 0
  return workThrough<PlanToSettle>(deps, {
    name: 'remit-credit',
    itemOf,
    atOnce,
    claim: (tx, { after, ...turn }) =>
      lockPlansWithCredit(tx, { region, after: after?.accountId ?? nowhere }, turn),
    process: async (tx, plans) => {
      // Where the balance no longer holds the credit, somebody has to look first.
      const going = plans.filter((plan) => creditUsedBy(plan) <= plan.balance)
      await insertPassedOn(tx, going.map(creditPassedOn), { today, now })
      await markCreditSettled(tx, going)
      return going.length
    },
  })
}

/**
 * Decides which payments leave the family's balance now. A payment waits while it may still be returned to its payer,
 * and while the family has requested a withdrawal and its credit does not cover both.
 */
function decide(payments: readonly Undecided[]): { going: Undecided[]; kept: Undecided[] } {
  const going: Undecided[] = []
  const kept: Undecided[] = []
  const leaving = new Map<string, number>()
  for (const payment of payments) {
    if (payment.isInQuestion) continue
    const { toSchool, toLarkwell } = destinationOf(payment, payment.productType)
    const amount = toSchool + toLarkwell
    if (payment.isPassedOn) going.push(payment)
    else if (amount === 0) kept.push(payment)
    else {
      const upToIt = (leaving.get(payment.accountId) ?? 0) + amount
      leaving.set(payment.accountId, upToIt)
      if (!payment.isAskedFor || upToIt <= payment.balance) going.push(payment)
    }
  }
  return { going, kept }
}

function passedOn({ accountId, id, institutionId, currency, productType, ...payment }: Undecided): PassedOn {
  const { toSchool, toLarkwell } = destinationOf(payment, productType)
  return { accountId, cause: { paymentId: id }, institutionId, currency, toSchool, toLarkwell }
}

/** Passes on the credit that reduced a plan, once the plan has begun: the school gets it like every other payment. */
function creditPassedOn({
  accountId,
  id,
  institutionId,
  currency,
  productType,
  ...plan
}: PlanToSettle): PassedOn {
  const amount = creditUsedBy(plan)
  const isPaidAhead = productsPaidAhead.includes(productType)
  return {
    accountId,
    cause: { planId: id },
    institutionId,
    currency,
    toSchool: isPaidAhead ? cents(0) : amount,
    toLarkwell: isPaidAhead ? amount : cents(0),
  }
}

export async function readRemittance(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Remittance & { lines: RemittanceLine[] }> {
  const remittance = orNotFound(await findRemittance(db, id))
  return { ...remittance, lines: await listRemittanceLines(db, id) }
}
