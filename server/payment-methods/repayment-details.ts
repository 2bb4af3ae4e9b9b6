import type { Repayment, RepaymentDetails, RepaymentSource } from '#contract/payment-methods.ts'
import { dateIn, type CalendarDate } from '#domain/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { surchargeBasisPoints, surchargePercentage } from '#domain/surcharges.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { isUsable } from './paying-source.ts'
import {
  findMethodFacts,
  type MethodFacts,
  type StoredRepayment,
  type StoredSource,
} from './payment-methods.store.ts'
import { activeSource, mayChangeRepayments } from './source-rules.ts'

type ReadingDeps = { db: Db; clock: Clock }

export async function readRepaymentDetails(
  { db, clock }: ReadingDeps,
  accountId: string,
): Promise<RepaymentDetails> {
  return toDetails(await methodFacts(db, accountId), clock())
}

/** The saved payment methods as every page shows them. */
export async function readSources({ db, clock }: ReadingDeps, accountId: string): Promise<RepaymentSource[]> {
  return toSources(await methodFacts(db, accountId), clock())
}

export async function methodFacts(db: Db, accountId: string): Promise<MethodFacts> {
  const facts = await findMethodFacts(db, accountId)
  if (!facts) throw new Refusal('not_found')
  return facts
}

export function toDetails(facts: MethodFacts, now: Date): RepaymentDetails {
  const today = dateIn(facts.account.region, now)
  return {
    repayments: facts.repayments.map((repayment) => toRepayment(facts, repayment, today)),
    repaymentSources: toSources(facts, now),
  }
}

function toRepayment(facts: MethodFacts, repayment: StoredRepayment, today: CalendarDate): Repayment {
  const { pendingChange } = facts
  const sourceId = pendingChange?.sourceId ?? activeSource(facts)?.id
  return {
    source: sourceId === undefined ? null : { id: sourceId },
    amount: toDecimal(repayment.amountMinor),
    frequency: repayment.frequency,
    nextRepaymentDate: repayment.nextOn,
    // One payment method serves all plans of an account; the plan is what a customer sees change.
    repaymentChangeId: repayment.planId,
    changeEffectiveDate: pendingChange?.effectiveOn ?? null,
    allowChange: mayChangeRepayments(facts),
    hasMissedCutoff: repayment.isCollecting || repayment.scheduledOn.some((date) => date <= today),
    isPending: pendingChange !== null,
  }
}

function toSources(facts: MethodFacts, now: Date): RepaymentSource[] {
  const today = dateIn(facts.account.region, now)
  return facts.sources.map((source) => toSource(facts, source, today))
}

function toSource(facts: MethodFacts, source: StoredSource, today: CalendarDate): RepaymentSource {
  const basisPoints = surchargeBasisPoints(
    {
      region: facts.account.region,
      brand: source.cardBrand ?? '',
      funding: source.cardFunding ?? 'unknown',
      absorb: facts.account.absorbCardSurcharge,
      on: today,
    },
    facts.surchargeRates,
  )
  return {
    id: source.id,
    type: source.type,
    displayName: source.displayName,
    holderName: source.holderName || null,
    expiryDate: source.cardExpiry,
    cardType: source.cardBrand,
    surchargePercentage: surchargePercentage(basisPoints),
    isDefault: source.isDefault,
    preferred: source.isPreferred,
    isUsable: isUsable(source, today),
  }
}
