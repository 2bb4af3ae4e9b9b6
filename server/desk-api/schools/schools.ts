import { randomUUID } from 'node:crypto'
import type { StaffSchool, StaffSurchargeRate } from '#contract/staff-schools.ts'
import { calendarDate, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { cents, parseAmount } from '#domain/money.ts'
import type { PortalPaymentMethod, RegionalPaymentMethod } from '#domain/payment-methods/payment-methods.ts'
import { basisPointsOf } from '#domain/plan/fee-variances.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { cardGroupNames, whyNotSurchargeRate, type CardGroup } from '#domain/payment-methods/surcharges.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { storedSettings, withStored } from '../../platform/settings/company-settings.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { unsetFlexibility, withInput, type FlexibilityInput } from './flexibility.ts'
import {
  addRate,
  deleteRate,
  listRates,
  listSchools,
  lockRates,
  lockSchool,
  saveSchool,
  type School,
} from './schools.store.ts'
import { changedFields, companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

export async function readSchools({ db }: Pick<Deps, 'db'>): Promise<StaffSchool[]> {
  return (await listSchools(db)).map(schoolReply)
}

type Policies = Omit<
  School,
  | 'id'
  | 'larkwellId'
  | 'region'
  | 'dishonourFee'
  | 'discountLimitBasisPoints'
  | 'outstandingFeesLimit'
  | 'flexibility'
>

/** The limits of what families may enter themselves, as sent by staff: null for the default. */
type LimitsInput = {
  discountLimitPercent?: number | null | undefined
  outstandingFeesLimit?: number | string | null | undefined
  flexibility?: FlexibilityInput | undefined
}

const limitsOf = ({ discountLimitPercent, outstandingFeesLimit }: LimitsInput) => ({
  ...(discountLimitPercent !== undefined && {
    discountLimitBasisPoints: basisPointsOf(discountLimitPercent) ?? null,
  }),
  ...(outstandingFeesLimit !== undefined && {
    outstandingFeesLimit: outstandingFeesLimit === null ? null : (parseAmount(outstandingFeesLimit) ?? null),
  }),
})

export async function addSchool(
  deps: BasicDeps,
  actor: StaffActor,
  input: Policies & LimitsInput & Pick<School, 'larkwellId' | 'region'> & { dishonourFee: number | string },
): Promise<StaffSchool> {
  const { discountLimitPercent, outstandingFeesLimit, flexibility, ...policies } = input
  const school: School = {
    ...policies,
    id: randomUUID(),
    dishonourFee: parseAmount(input.dishonourFee) ?? cents(0),
    discountLimitBasisPoints: null,
    outstandingFeesLimit: null,
    flexibility: withInput({}, flexibility),
    ...limitsOf({ discountLimitPercent, outstandingFeesLimit }),
  }
  refuseForeign(school)
  await deps.db.transaction(async (tx) => {
    if (!(await saveSchool(tx, school))) throw new Refusal('already_exists')
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'SchoolAdded',
      at: deps.clock(),
      details: { schoolId: school.id, name: school.name },
    })
  })
  return schoolReply(school)
}

type PolicyChange = { [Name in keyof Policies]?: Policies[Name] | undefined } & {
  dishonourFee?: number | string | undefined
} & LimitsInput

export async function changeSchool(
  deps: BasicDeps,
  actor: StaffActor,
  schoolId: string,
  { dishonourFee, discountLimitPercent, outstandingFeesLimit, flexibility, ...change }: PolicyChange,
): Promise<StaffSchool> {
  return deps.db.transaction(async (tx) => {
    const before = orNotFound(await lockSchool(tx, schoolId))
    const named = Object.fromEntries(
      Object.entries(change).filter(([name, value]) => value !== undefined && name in before),
    ) as Partial<Policies>
    const after: School = {
      ...before,
      ...named,
      ...(dishonourFee !== undefined && { dishonourFee: parseAmount(dishonourFee) ?? cents(0) }),
      ...limitsOf({ discountLimitPercent, outstandingFeesLimit }),
      flexibility: withInput(before.flexibility, flexibility),
    }
    refuseForeign(after)
    await saveSchool(tx, after)
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'SchoolChanged',
      at: deps.clock(),
      details: {
        schoolId,
        ...changedFields(before, after, Object.keys(before) as (keyof School)[]),
      },
    })
    return schoolReply(after)
  })
}

const methodsOf: Record<Region, Partial<Record<RegionalPaymentMethod, PortalPaymentMethod>>> = {
  AU: { AuBankAccount: 'BankAccount', AuCustomerDeposit: 'CustomerDeposit', PaymentCard: 'PaymentCard' },
  UK: { UkBankAccount: 'BankAccount', PaymentCard: 'PaymentCard' },
}

/** Refuses methods that the school's country does not have, and portal methods that the school does not offer. */
function refuseForeign(school: School): void {
  const methodNames = methodsOf[school.region]
  const foreign = school.allowedRegionalMethods.filter((method) => methodNames[method] === undefined)
  const shown = school.allowedRegionalMethods.map((method) => methodNames[method])
  const notOffered = school.allowedPortalMethods.filter((method) => !shown.includes(method))
  const fields = {
    ...(foreign.length > 0 && {
      allowedRegionalMethods: `Not available in this region: ${foreign.join(', ')}`,
    }),
    ...(notOffered.length > 0 && {
      allowedPortalMethods: `The school does not offer: ${notOffered.join(', ')}`,
    }),
    ...(school.bpayBillerCode !== null &&
      school.region !== 'AU' && { bpayBillerCode: 'BPAY is only available in Australia' }),
  }
  if (Object.keys(fields).length > 0) throw fieldRefusal(fields)
}

function schoolReply({ discountLimitBasisPoints, flexibility, ...school }: School): StaffSchool {
  return {
    ...onTheWire(school, 'dishonourFee', 'outstandingFeesLimit'),
    discountLimitPercent: discountLimitBasisPoints === null ? null : discountLimitBasisPoints / 100,
    flexibility: { ...unsetFlexibility, ...flexibility },
  }
}

export async function readRates({ db }: Pick<Deps, 'db'>): Promise<StaffSurchargeRate[]> {
  return (await listRates(db)).map(({ basisPoints, ...rate }) => ({ ...rate, percent: basisPoints / 100 }))
}

export type NewRate = { region: Region; cardGroup: CardGroup; percent: number; validFrom: string }

/**
 * Sets a rate from a future day on, so that past charges are still explained by the rates of their day. Needs two
 * people: see `server/desk-api/approvals`.
 */
export async function setRate(
  tx: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  actor: StaffActor,
  { region, cardGroup, percent, ...rate }: NewRate,
): Promise<Effect> {
  const now = clock()
  const validFrom = calendarDate(rate.validFrom)
  const { surchargeCap } = withStored(config, await storedSettings(tx))
  const problem = whyNotSurchargeRate(region, percent, surchargeCap)
  if (problem) throw fieldRefusal({ percent: problem })
  if (validFrom <= dateIn(region, now)) {
    throw fieldRefusal({ validFrom: 'Must be a future day: today’s payments already have a rate' })
  }
  await lockRates(tx)
  const rates = (await listRates(tx)).filter((rate) => rate.region === region && rate.cardGroup === cardGroup)
  if (rates.some((rate) => rate.validFrom >= validFrom)) throw new Refusal('not_possible')
  await addRate(tx, { region, cardGroup, basisPoints: Math.round(percent * 100), validFrom })
  await recordAction(tx, actor, {
    subjectId: companyId,
    action: 'SurchargeRateSet',
    at: now,
    details: { region, cardGroup, percent: String(percent), validFrom },
  })
  const summary = `${cardGroupNames[cardGroup]} in ${regionFacts[region].name}: ${percent}% from ${formatDate(validFrom)}`
  return { accountId: null, summary, amount: null, currency: null }
}

/** A rate can be withdrawn only before its first day: from then on payments may have been charged with it. */
export async function withdrawRate(
  deps: BasicDeps,
  actor: StaffActor,
  { region, cardGroup, validFrom }: { region: Region; cardGroup: CardGroup; validFrom: string },
): Promise<StaffSurchargeRate[]> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    await lockRates(tx)
    const rate = (await listRates(tx)).find(
      (each) => each.region === region && each.cardGroup === cardGroup && each.validFrom === validFrom,
    )
    if (!rate) throw new Refusal('not_found')
    if (rate.validFrom <= dateIn(region, now)) {
      throw fieldRefusal({ validFrom: 'This rate has started. Set another rate from a future day instead.' })
    }
    await deleteRate(tx, rate)
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'SurchargeRateWithdrawn',
      at: now,
      details: { region, cardGroup, percent: String(rate.basisPoints / 100), validFrom },
    })
  })
  return readRates(deps)
}
