import { dateIn } from '#domain/calendar/calendar.ts'
import { creditUsedBy } from '#domain/free-credit.ts'
import { cents } from '#domain/money.ts'
import { orNotFound } from '#domain/refusal.ts'
import { regions, type Region } from '#domain/region.ts'
import { productsPaidAhead, remittanceCutOff } from '#domain/remittances.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSteps, workOnAccounts, type WorkDeps } from '../../platform/jobs/work-through.ts'
import {
  insertPassedOn,
  accountsToRemit,
  markCreditSettled,
  passOn,
  plansWithCredit,
  type PassedOn,
  type PlanToSettle,
} from './remittances.store.ts'
import {
  findRemittance,
  listRemittanceLines,
  type Remittance,
  type RemittanceLine,
} from './remittances.reads.ts'

const atOnce = 200

/**
 * Passes on the families' payments, each exactly once: the ledger accepts one such entry for a payment. Returns the
 * number passed on. Running it twice a day, or in two processes, changes nothing; payments that arrived too late for
 * today's first run join the same remittance. Money that is returned to a payer after the school has received it is not
 * reclaimed from the school automatically: the family's balance shows that it owes. What it pays again for the same
 * charge makes up for it, because a payee gets no more than was charged.
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

async function remitPayments(deps: WorkDeps, region: Region): Promise<number> {
  const now = deps.clock()
  const today = dateIn(region, now)
  const arrivedBy = remittanceCutOff(today, bankCalendarOf(region))
  if (arrivedBy === undefined) return 0
  return workOnAccounts<{ accountId: string }, PassedOn>(deps, {
    name: 'remit-payments',
    atOnce,
    due: accountsToRemit({ region, arrivedBy }),
    act: async (tx, found) => {
      const paid = await passOn(
        tx,
        found.map(({ accountId }) => accountId),
        { region, arrivedBy },
      )
      const going = paid.map(({ paymentId, ...payee }) => ({ ...payee, cause: { paymentId } }))
      await insertPassedOn(tx, going, { today, now })
      return going
    },
  })
}

async function remitCredit(deps: WorkDeps, region: Region): Promise<number> {
  const now = deps.clock()
  const today = dateIn(region, now)
  if (remittanceCutOff(today, bankCalendarOf(region)) === undefined) return 0
  return workOnAccounts<PlanToSettle>(deps, {
    name: 'remit-credit',
    atOnce,
    due: plansWithCredit(region),
    act: async (tx, plans) => {
      // Where the balance no longer holds the credit, it waits: staff find the plan in their queue.
      const going = plans.filter((plan) => creditUsedBy(plan) <= plan.balance)
      await insertPassedOn(tx, going.map(creditPassedOn), { today, now })
      await markCreditSettled(tx, going)
      return going
    },
  })
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
