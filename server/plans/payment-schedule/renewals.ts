import { lockPlans } from './put-plan.ts'
import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { dateIn } from '#domain/calendar/calendar.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { renewalStatusOf, renewalYear, renewedFrequency, renewedStart } from '#domain/plan/renewals.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { planYearsOf } from '../../people/accounts/plan-years.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSteps, workOn, workThrough } from '../../platform/jobs/work-through.ts'
import { resumeHeldRenewals } from './held-renewals.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import { planMaterial, readStoredPlan } from './plan-material.ts'
import { writeOfReview } from './plan-letters.ts'
import { writeOfRenewal } from './renewal-letters.ts'
import { remindOfRenewals } from './renewal-reminders.ts'
import { longestPlan, putRenewed, applicableVariances, type BasisOf } from './renewed-plan.ts'
import {
  changeStatuses,
  claimRenewalsToWithdraw,
  listFeeDigests,
  listRenewalAccounts,
  listSchools,
  listUntouchedRenewals,
  noteBasis,
  withdrawRenewals,
  type RenewalAccount,
  type SchoolFacts,
} from './renewals.store.ts'
import { changesOf } from './save-plan.ts'

const atOnce = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Decides for every account what becomes of its plan next year, renews the plans that continue, and renews those again
 * that nobody has changed since their fees changed. Returns how many statuses and plans changed. However often and in
 * however many processes it runs, each change is made once.
 */
export async function renewPlans(deps: Deps): Promise<number> {
  const basis = await basisReader(deps)
  let count = 0
  await inSteps([
    async () => void (count += await decideAll(deps, basis)),
    async () => void (count += await withdrawAll(deps)),
    async () => void (count += await bringUpToDate(deps, basis)),
    async () => void (count += await resumeHeldRenewals(deps, basis)),
    () => remindOfRenewals(deps),
  ])
  return count
}

const itemOf = ({ accountId }: { accountId: string }) => ({ item: accountId, accountId })
const turnOf = ({ clock }: Deps, work: string) => ({ work, now: clock(), limit: atOnce })

async function withdrawAll(deps: Deps): Promise<number> {
  return workThrough(deps, {
    name: 'withdraw-renewals',
    itemOf: ({ planId, accountId }) => ({ item: planId, accountId }),
    atOnce,
    claim: claimRenewalsToWithdraw,
    process: (tx, plans) => withdrawRenewals(tx, plans, deps.clock()),
  })
}

async function decideAll(deps: Deps, basis: BasisOf): Promise<number> {
  const schools = new Map((await listSchools(deps.db)).map((school) => [school.id, school]))
  const now = deps.clock()
  const name = 'decide-renewals'
  let changed = 0
  await inChunks(
    (after) => listRenewalAccounts(deps.db, after, turnOf(deps, name)),
    async (accounts) => {
      const toMake: { accountId: string; year: number }[] = []
      changed += await workOn(deps, { name, itemOf, atOnce }, accounts, async (some) => {
        const decided = some.map((account) => decide(account, schools, now))
        const changes = decided.filter(({ before, after }) => before !== after)
        const count = changes.length > 0 ? await changeStatuses(deps.db, changes, now) : 0
        for (const { accountId, yearToMake: year } of decided)
          if (year !== undefined) toMake.push({ accountId, year })
        return count
      })
      changed += await workOn(deps, { name: 'renew-plans', itemOf }, toMake, async (some) => {
        let made = 0
        for (const { accountId, year } of some) if (await renew(deps, accountId, year, basis)) made += 1
        return made
      })
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

/**
 * Renews the plan of the year before: in the same rhythm, for as long as possible, with the discounts that still apply.
 */
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
    const option = planYearsOf(account, account, today).find(({ tuitionYear }) => tuitionYear === year)
    if (!option) return false
    const { frequency } = renewedFrequency(old.frequency)
    const start = renewedStart(old.startDate, frequency, option.minStartDate)
    const startDate = start > option.maxStartDate ? option.minStartDate : start
    const variances = applicableVariances(material, old, year)
    const plan = longestPlan(material, { year, startDate, frequency, variances })
    if (!plan) {
      deps.log.warn({ accountId, year }, 'no plan can be made for the year to come')
      return false
    }
    const status = await putRenewed(tx, deps, { material, old, plan, basis })
    // Of a plan in review there is nothing yet to look at; the family hears again when staff have decided.
    if (status === 'ManualReview') await writeOfReview(tx, deps, accountId, year)
    else await writeOfRenewal(tx, deps, 'PlanToReview', { accountId, tuitionYear: year })
    return true
  })
}

/** The digest is read before the figures are calculated, so that the next run notices a change in between. */
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
  const name = 'update-renewals'
  let changed = 0
  await inChunks(
    (after) => listUntouchedRenewals(deps.db, after, turnOf(deps, name)),
    async (plans) => {
      const now = deps.clock()
      const toMake = plans.filter(
        (plan) =>
          dateIn(plan.region, now) <= planEditCutOff(plan.startDate, bankCalendarOf(plan.region)) &&
          basis(plan.enrolments, plan.tuitionYear) !== plan.basis,
      )
      changed += await workOn(deps, { name, itemOf }, toMake, async (some) => {
        let made = 0
        for (const { accountId, tuitionYear } of some)
          if (await renewAgain(deps, accountId, tuitionYear, basis)) made += 1
        return made
      })
    },
  )
  return changed
}

/** Renews a plan again with today's fees, as another version, if that makes a difference. */
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
    if (today > planEditCutOff(before.startDate, material.calendar)) return false
    const { frequency } = renewedFrequency(before.frequency)
    const variances = applicableVariances(material, old, year)
    const plan = longestPlan(material, { year, startDate: before.startDate, frequency, variances })
    if (!plan) return false
    if (isSameAs(before, plan)) {
      await noteBasis(tx, { accountId, planId: before.id, basis: basis(material.enrolments, year) })
      return false
    }
    const status = await putRenewed(tx, deps, { material, old, plan, basis })
    // The letter that the family has holds other figures.
    if (status === 'Saved' && Object.keys(changesOf(before, plan)).length > 0)
      await writeOfRenewal(tx, deps, 'PlanToReview', { accountId, tuitionYear: year })
    return true
  })
}

function isSameAs(before: StoredPlan, plan: Plan): boolean {
  return (
    Object.keys(changesOf(before, plan)).length === 0 &&
    before.periodicAmountMinor === plan.periodic &&
    before.basedOnFeeScheduleYear === plan.basedOnFeeScheduleYear &&
    isDeepStrictEqual(withoutNotes(before.studentFees), withoutNotes(plan.students)) &&
    isDeepStrictEqual(withoutNotes(before.familyFees), withoutNotes(plan.familyFees))
  )
}

const notes = ['isCapped', 'school']

/**
 * Removes notes on fees from the comparison: plans saved before these notes existed are not different for lack of them.
 */
function withoutNotes(fees: readonly object[]): unknown {
  return JSON.parse(
    JSON.stringify(fees, (name, value: unknown) => (notes.includes(name) ? undefined : value)),
  )
}
