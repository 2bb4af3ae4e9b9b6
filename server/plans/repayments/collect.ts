import { randomUUID } from 'node:crypto'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { depositsDueBy, isCollectionTime, noticedBy } from '#domain/repayments.ts'
import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import { debitOf } from '#domain/plan/debits.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOnAccounts } from '../../platform/jobs/work-through.ts'
import { isCardExpired, isUsable } from '../../books/payment-methods/paying-source.ts'
import {
  announceAgain,
  dueInstalments,
  insertDebits,
  listSurchargeRates,
  markOverdue,
  type ActiveSource,
  type DueInstalment,
  type NewDebit,
} from './repayments.store.ts'

/** The number of families in one transaction, who may have to wait for it. */
const atOnce = 200
/** While one lane prepares its next chunk, the database works on another's. */
const lanes = 2

/**
 * Records a debit for every instalment that is due. No provider is called here, so that a whole day's work is recorded
 * within seconds, and each chunk in full or not at all. Returns the number of instalments processed.
 */
export async function collectDue(deps: Pick<Deps, 'db' | 'clock' | 'log'>, region: Region): Promise<number> {
  const now = deps.clock()
  const calendar = bankCalendarOf(region)
  if (!isCollectionTime(now, calendar)) return 0
  const today = dateIn(region, now)
  const rates = await listSurchargeRates(deps.db, region)
  const on = {
    region,
    today,
    noticedBy: noticedBy(today, calendar),
    depositsDueBy: depositsDueBy(today, calendar),
  }
  return workOnAccounts<DueInstalment>(deps, {
    name: 'collect-instalments',
    atOnce,
    lanes,
    due: dueInstalments(on),
    act: (tx, due) => collect(tx, due, { region, today, rates, now }),
  })
}

type On = { region: Region; today: CalendarDate; rates: readonly SurchargeRate[]; now: Date }

async function collect(tx: Transaction, due: readonly DueInstalment[], on: On): Promise<void> {
  const { region, today, now } = on
  const debits: NewDebit[] = []
  const dearer: DueInstalment[] = []
  const missed: Parameters<typeof markOverdue>[1][number][] = []
  for (const instalment of due) {
    const debit = newDebit(instalment, on)
    if (debit?.isDearer) dearer.push(instalment)
    else if (debit) debits.push(debit)
    else missed.push({ ...keyOf(instalment), reason: reasonOf(instalment.source, today) })
  }
  await insertDebits(tx, debits, { currency: regionFacts[region].currency, today, now })
  await announceAgain(tx, dearer)
  await markOverdue(tx, missed)
}

function newDebit(instalment: DueInstalment, { region, today, rates }: On): NewDebit | undefined {
  const { source, providerCustomerId } = instalment
  if (!source || !isUsable(source, today) || !providerCustomerId || !source.providerPaymentMethodId)
    return undefined
  return {
    ...keyOf(instalment),
    id: randomUUID(),
    chargeId: instalment.chargeId,
    attempt: instalment.tries + 1,
    sourceId: source.id,
    institutionId: instalment.institutionId,
    ...debitOf(source, instalment, { region, absorb: instalment.absorb, on: today, rates }),
    providerCustomerId,
    providerPaymentMethodId: source.providerPaymentMethodId,
    providerMandateId: source.providerMandateId,
  }
}

/** The reason why nothing can be debited; unknown for a deposit that did not arrive. */
function reasonOf(source: ActiveSource | null, today: CalendarDate) {
  if (source?.type === 'CustomerDeposit') return null
  const hasExpired = source?.cardExpiry && isCardExpired(source.cardExpiry, today)
  return hasExpired ? 'expired_card' : 'method_gone'
}

function keyOf({ accountId, planId, seq }: DueInstalment) {
  return { accountId, planId, seq }
}
