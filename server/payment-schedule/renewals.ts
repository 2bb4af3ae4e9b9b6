import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { declaredDiscounts, isGranted, needsReview } from '#domain/plan/declared-discounts.ts'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { parseAmount } from '#domain/money.ts'
import { durationsOffered, planEditCutOff, type OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import { calculatePlan, type Plan, type PlanChoices } from '#domain/plan/plan.ts'
import { Refusal } from '#domain/refusal.ts'
import { renewalStatusOf, renewalYear, renewedFrequency, renewedStart } from '#domain/plan/renewals.ts'
import { appliesTo, attendingIn, isOfAnySize, scheduleOf } from '#domain/plan/school-charges.ts'
import { yearLevelIn } from '#domain/calendar/year-levels.ts'
import { writeToMembers } from '../accounts/account-letters.ts'
import { planYearsOf } from '../accounts/plan-years.ts'
import { recordAudit } from '../audit/audit.ts'
import { isDatabaseAway, type Transaction } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import type { StoredPlan } from './plan-facts.store.ts'
import { planMaterial, readStoredPlan, type PlanMaterial } from './plan-material.ts'
import { planUrl, writeOfReview } from './plan-letters.ts'
import { lockPlans } from './plan.store.ts'
import { putPlan } from './put-plan.ts'
import {
  changeStatuses,
  listFeeDigests,
  listRenewalAccounts,
  listSchools,
  listUntouchedRenewals,
  noteBasis,
  withdrawRenewals,
  type RenewalAccount,
  type RenewalEnrolment,
  type SchoolFacts,
} from './renewals.store.ts'
import { changesOf } from './save-plan.ts'

const atOnce = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Decides for every account what becomes of its plan next year, makes the plans that go on, and makes those anew that
 * nobody has touched since their fees changed. Says how many statuses and plans changed. However often it runs, and
 * in however many processes, each thing happens once.
 */
export async function renewPlans(deps: Deps): Promise<number> {
  const basis = await basisReader(deps)
  const decided = await decideAll(deps, basis)
  const withdrawn = await withdrawRenewals(deps.db, deps.clock())
  return decided + withdrawn + (await bringUpToDate(deps, basis))
}

async function decideAll(deps: Deps, basis: BasisOf): Promise<number> {
  const schools = new Map((await listSchools(deps.db)).map((school) => [school.id, school]))
  const now = deps.clock()
  let changed = 0
  await inChunks(
    (after) => listRenewalAccounts(deps.db, { after, most: atOnce }),
    async (accounts) => {
      const decided = accounts.map((account) => decide(account, schools, now))
      const changes = decided.filter(({ before, after }) => before !== after)
      if (changes.length > 0) changed += await changeStatuses(deps.db, changes, now)
      for (const { accountId, yearToMake } of decided) {
        if (yearToMake === undefined) continue
        if (await survive(deps, accountId, () => renew(deps, accountId, yearToMake, basis))) changed += 1
      }
    },
  )
  return changed
}

function decide(account: RenewalAccount, schools: ReadonlyMap<string, SchoolFacts>, now: Date) {
  const school = schools.get(account.institutionId)
  if (!school) throw new Error('An account has a school')
  const facts = { ...account, school, today: dateIn(account.region, now) }
  const after = renewalStatusOf(facts)
  const year = renewalYear(facts)
  const isThere = account.plans.some(({ tuitionYear }) => tuitionYear === year)
  const isToMake = after === 'Renewing' && !isThere && account.canAddPlan
  return {
    accountId: account.accountId,
    before: account.renewalStatus,
    after,
    auditId: randomUUID(),
    yearToMake: isToMake ? year : undefined,
  }
}

async function inChunks<Row extends { accountId: string }>(
  list: (after: string) => Promise<Row[]>,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let after = beforeAll
  for (let isMore = true; isMore;) {
    const rows = await list(after)
    await work(rows)
    after = rows.at(-1)?.accountId ?? after
    isMore = rows.length === atOnce
  }
}

/** One family whose plan cannot be made must not keep the others from theirs. */
async function survive(deps: Deps, accountId: string, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    deps.log.error({ err: error, accountId }, 'a plan could not be renewed')
    return false
  }
}

/** The plan of the year before, once more: in the same rhythm, for as long as possible, with what still applies. */
async function renew(deps: Deps, accountId: string, year: number, basis: BasisOf): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const material = await planMaterial(tx, { accountId, tuitionYear: year, now: deps.clock() })
    const { account } = material
    // Another process was quicker, or the family was, or staff have stepped in.
    if (material.plan || account.renewalStatus !== 'Renewing' || !account.canEditOrAddPlan) return false
    const old = await readStoredPlan(tx, accountId, year - 1)
    if (!old) return false
    const now = deps.clock()
    const today = dateIn(account.region, now)
    const option = planYearsOf(account, today).find(({ tuitionYear }) => tuitionYear === year)
    if (!option) return false
    const { frequency } = renewedFrequency(old.frequency)
    const start = renewedStart(old.startDate, frequency, option.minStartDate)
    const startDate = start > option.maxStartDate ? option.minStartDate : start
    const plan = renewedPlan(material, old, { year, startDate, frequency }, today)
    if (!plan) {
      deps.log.warn({ accountId, year }, 'no plan can be made for the year to come')
      return false
    }
    const status = await putRenewed(tx, deps, { material, old, plan, basis })
    await notify(tx, deps, accountId, year, status)
    return true
  })
}

type Schedule = { year: number; startDate: CalendarDate; frequency: OfferedFrequency }

/** The longest plan whose payments are not too small; undefined where there is none. */
function renewedPlan(
  material: PlanMaterial,
  old: StoredPlan,
  { year, startDate, frequency }: Schedule,
  today: CalendarDate,
): Plan | undefined {
  const lengths = durationsOffered(startDate, year, material.account).find(
    ({ period }) => period === frequency,
  )
  const variances = stillApplying(material, normalised(old.variances), year)
  for (const count of lengths?.allowedDurations.toReversed() ?? []) {
    const choices: PlanChoices = { tuitionYear: year, frequency, startDate, count, variances }
    try {
      return calculatePlan(material, choices, today)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return undefined
}

type Renewed = { material: PlanMaterial; old: StoredPlan; plan: Plan; basis: BasisOf }

async function putRenewed(tx: Transaction, deps: Deps, renewed: Renewed): Promise<'Saved' | 'ManualReview'> {
  const { material, plan, basis } = renewed
  const { accountId } = material.account
  const { tuitionYear } = plan.choices
  const status = statusOfRenewed(renewed)
  const at = deps.clock()
  const { planId, version } = await putPlan(tx, material, plan, {
    status,
    savedBy: 'Renewal',
    savedById: null,
    at,
    declared: declaredIn(renewed),
  })
  await noteBasis(tx, { accountId, planId, basis: basis(material.enrolments, tuitionYear) })
  await recordAudit(tx, {
    subjectId: accountId,
    action: 'PlanRenewed',
    at,
    details: { planId, version: String(version), status, ...changesOf(material.plan, plan) },
  })
  return status
}

const attendingOf = ({ material, plan }: Renewed) => attendingIn(material, plan.choices.tuitionYear) ?? []

/** What was agreed on for the old plan is not looked at again; what waited there waits again. */
const agreedIn = ({ old }: Renewed) =>
  ({ status: 'Current', variances: old.variances, discounts: old.discounts }) as const

/** Made anew, a plan keeps what staff have confirmed about it since. */
const declaredIn = (renewed: Renewed) =>
  declaredDiscounts(renewed.plan.choices.variances, attendingOf(renewed), agreedIn(renewed)).filter(
    (wish) => !isGranted(wish, renewed.material.plan),
  )

function statusOfRenewed(renewed: Renewed): 'Saved' | 'ManualReview' {
  const { material, old, plan } = renewed
  // Staff look at an arrangement, not at its figures: what they have approved stays so with other fees.
  if (material.plan) return material.plan.status === 'Saved' ? 'Saved' : 'ManualReview'
  // Another rhythm than the family had is looked at.
  const isToReview =
    !renewedFrequency(old.frequency).isKept ||
    needsReview(
      plan.choices.variances,
      { attending: attendingOf(renewed), students: plan.students },
      {
        plan: agreedIn(renewed),
        schoolRequiresManualReview: material.account.requiresManualReview,
      },
    )
  return isToReview ? 'ManualReview' : 'Saved'
}

async function notify(
  tx: Transaction,
  deps: Deps,
  accountId: string,
  tuitionYear: number,
  status: 'Saved' | 'ManualReview',
): Promise<void> {
  // There is nothing yet that the family could review; it hears again when staff have decided.
  if (status === 'ManualReview') return writeOfReview(tx, deps, accountId, tuitionYear)
  const portalUrl = planUrl(deps, tuitionYear)
  await writeToMembers(tx, deps, accountId, ({ customerId, firstName, shortId, schoolName }) => ({
    kind: 'PlanToReview',
    facts: { firstName, shortId, schoolName, tuitionYear, portalUrl },
    once: `plan-to-review:${accountId}:${tuitionYear}:${customerId}`,
  }))
}

/**
 * Of what a family had chosen or been granted: what the students who are still there can still have. What was owed to
 * the school, and what was asked for in words, was settled with the old plan.
 */
function stillApplying(material: PlanMaterial, variances: StoredVariances, year: number): StoredVariances {
  const { enrolments, schedules, account } = material
  const itemsFor = (enrolmentId: string) => {
    const enrolment = enrolments.find(({ id }) => id === enrolmentId)
    const level = enrolment && yearLevelIn(enrolment, year, account.region)
    const schedule = enrolment && scheduleOf(schedules, enrolment.institutionId)
    if (level === undefined || !schedule) return undefined
    return schedule.items.filter((item) => appliesTo(item, level))
  }
  return {
    standardFeeVariances: variances.standardFeeVariances.filter(
      ({ enrolmentId, type }) =>
        type !== 'OutstandingFees' && type !== 'OtherArrangement' && itemsFor(enrolmentId) !== undefined,
    ),
    addons: variances.addons.filter(({ enrolmentId, name, value }) => {
      const offered = itemsFor(enrolmentId)?.filter(
        ({ kind }) => kind === 'Selectable' || kind === 'Optional',
      )
      const item = offered?.find((each) => each.name === name)
      if (!item) return false
      if (item.options.length > 0) return item.options.includes(String(value))
      return !isOfAnySize(item) || Boolean(parseAmount(value))
    }),
    outstandingFees: null,
    otherArrangementsRequest: null,
    staffDiscount: variances.staffDiscount,
  }
}

/** What the figures of a plan come from, as a few characters: other ones mean other figures. */
type BasisOf = (enrolments: readonly RenewalEnrolment[], year: number) => string

/** Read before the figures are made. A change in between is then found by the next run, and never missed. */
async function basisReader({ db }: Pick<Deps, 'db'>): Promise<BasisOf> {
  const digests = new Map(
    (await listFeeDigests(db)).map(({ institutionId, tuitionYear, digest }) => [
      `${institutionId} ${tuitionYear}`,
      digest,
    ]),
  )
  return (enrolments, year) => {
    const lines = enrolments.map((each) => {
      const digest =
        digests.get(`${each.institutionId} ${year}`) ?? digests.get(`${each.institutionId} ${year - 1}`)
      const { id, startYear, startYearLevel, portionBasisPoints, holdsRemainder } = each
      return JSON.stringify([id, startYear, startYearLevel, portionBasisPoints, holdsRemainder, digest])
    })
    return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
  }
}

async function bringUpToDate(deps: Deps, basis: BasisOf): Promise<number> {
  let changed = 0
  await inChunks(
    (after) => listUntouchedRenewals(deps.db, { after, most: atOnce }),
    async (plans) => {
      const now = deps.clock()
      for (const plan of plans) {
        const isOpen = dateIn(plan.region, now) <= planEditCutOff(plan.startDate, plan.region)
        if (!isOpen || basis(plan.enrolments, plan.tuitionYear) === plan.basis) continue
        const { accountId, tuitionYear } = plan
        if (await survive(deps, accountId, () => renewAgain(deps, accountId, tuitionYear, basis)))
          changed += 1
      }
    },
  )
  return changed
}

/** The same plan with today's fees, as another version; only where that makes a difference. */
async function renewAgain(deps: Deps, accountId: string, year: number, basis: BasisOf): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const material = await planMaterial(tx, { accountId, tuitionYear: year, now: deps.clock() })
    const { plan: before, account } = material
    const old = await readStoredPlan(tx, accountId, year - 1)
    // Meanwhile the family has saved it, or staff have sent it back.
    const isUntouched =
      before?.savedBy === 'Renewal' && (before.status === 'Saved' || before.status === 'ManualReview')
    if (!old || !isUntouched) return false
    const today = dateIn(account.region, deps.clock())
    if (today > planEditCutOff(before.startDate, account.region)) return false
    const { frequency } = renewedFrequency(before.frequency)
    const plan = renewedPlan(material, old, { year, startDate: before.startDate, frequency }, today)
    if (!plan) return false
    if (isSameAs(before, plan)) {
      await noteBasis(tx, { accountId, planId: before.id, basis: basis(material.enrolments, year) })
      return false
    }
    await putRenewed(tx, deps, { material, old, plan, basis })
    return true
  })
}

function isSameAs(before: StoredPlan, plan: Plan): boolean {
  return (
    Object.keys(changesOf(before, plan)).length === 0 &&
    before.periodicAmountMinor === plan.periodic &&
    before.basedOnFeeScheduleYear === plan.basedOnFeeScheduleYear &&
    isDeepStrictEqual(before.studentFees, plan.students) &&
    isDeepStrictEqual(before.familyFees, plan.familyFees)
  )
}
