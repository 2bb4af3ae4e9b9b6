import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { StaffFamily, WhyBalance } from '#contract/staff-family.ts'
import { productName } from '#domain/accounts.ts'
import { calendarDate, dateIn, formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import { yearLevelIn } from '#domain/calendar/year-levels.ts'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import { formatCurrency, sumOf, sumOfDecimals, toDecimal } from '#domain/money.ts'
import { expiryText, payingSourceOn } from '#domain/payment-methods/payment-methods.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AccountPayments, listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { readExplanation } from '../../portal-api/explanations/explanations.ts'
import { partsOfBalance } from '../../books/free-credit/balance-parts.ts'
import { findFreeCreditFacts } from '../../books/free-credit/free-credit.reads.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { readAccount } from '../accounts/accounts.ts'
import { accountFacts } from './account-facts.ts'
import { findFamilyFacts, listFamilyPlans, type FamilyFacts, type FamilyPlan } from './family.store.ts'
import { glanceOf } from './glance.ts'

/** The first screen of a family for staff. */
export async function showFamily(deps: BasicDeps, viewer: Viewer, accountId: string): Promise<StaffFamily> {
  const family = await readFamily(deps, accountId)
  await recordView(deps, viewer, { subjectIds: [accountId], action: 'FamilyShown' })
  return family
}

async function readFamily(deps: BasicDeps, accountId: string): Promise<StaffFamily> {
  const { db, clock } = deps
  const account = await readAccount(deps, accountId)
  const now = clock()
  const [payments] = await listPaymentFacts(db, [accountId])
  const [facts, plans] = await Promise.all([
    findFamilyFacts(db, accountId, now),
    listFamilyPlans(db, accountId, now),
  ])
  if (!facts || !payments) throw new Refusal('not_found')
  const today = dateIn(account.region, now)
  const balance = sumOf(facts.moved)
  return {
    ...headOf(account),
    name: nameOf(facts.members[0], account),
    today,
    isOnHold: facts.isOnHold,
    glance: glanceOf({ region: account.region, today, balance, payments, plans, ...facts }),
    counts: { versions: plans[0]?.versionCount ?? 0, ...facts.counts },
    requests: requestsOf(account, facts, plans, today),
    members: membersOf(account, facts),
    students: studentsOf(account, today),
    methods: methodsOf(account, facts, payments, today),
    facts: accountFacts(account, facts.absorbCardSurcharge, plans),
  }
}

function headOf(account: StaffAccount) {
  const { id, region, shortId, status, productType, institutionId, institutionName } = account
  return {
    accountId: id,
    shortId,
    region,
    status,
    productType,
    productName: productName(productType),
    schoolId: institutionId,
    schoolName: institutionName,
    since: dateIn(region, new Date(account.setupCompletedAt ?? account.createdAt)),
    isSetUp: !account.isSetupIncomplete,
  }
}

/** Named after the longest-standing member, as in remittances and fee changes. */
const nameOf = (first: FamilyFacts['members'][number] | undefined, { shortId }: StaffAccount) =>
  first ? `${first.lastName} family` : `Family ${shortId}`

function membersOf({ members }: StaffAccount, facts: FamilyFacts): StaffFamily['members'] {
  return members.map((member) => {
    const match = facts.members.find(({ id }) => id === member.id)
    const { lastLogIn = null, mobile = null } = match ?? {}
    return { ...member, mobile, lastLogIn: lastLogIn === null ? null : new Date(lastLogIn).toISOString() }
  })
}

function studentsOf({ enrolments, region }: StaffAccount, today: CalendarDate): StaffFamily['students'] {
  const year = tuitionYearOf(today, region)
  return enrolments.map(({ id, studentId, firstName, lastName, institutionName, percent, ...start }) => ({
    enrolmentId: id,
    studentId,
    name: `${firstName} ${lastName}`,
    yearLevel: yearLevelIn(start, Math.max(year, start.startYear), region) ?? null,
    schoolName: institutionName,
    percent,
  }))
}

function requestsOf(
  account: StaffAccount,
  { requests }: FamilyFacts,
  plans: readonly FamilyPlan[],
  today: CalendarDate,
): StaffFamily['requests'] {
  const overdue = plans.flatMap(({ instalments }) => instalments).filter(({ status }) => status === 'Overdue')
  return requests.flatMap(({ id, isArrears, periodName, left, reminders }) => {
    const listed = account.requests.find((request) => request.id === id)
    if (!listed) return []
    const subject = isArrears
      ? overdue.length === 1
        ? 'The overdue payment'
        : 'All that is overdue'
      : (periodName ?? listed.institutionName)
    const times =
      reminders === 0 ? '' : reminders === 1 ? ' · reminded once' : ` · reminded ${reminders} times`
    const isPart = listed.amountPaid > 0
    const paid = isPart ? ` · ${formatCurrency(listed.amountPaid, account.region)} of it paid` : ' · not paid'
    return [
      {
        id,
        amount: toDecimal(left),
        about: `${subject}${paid}${times}`,
        dueOn: listed.dueOn,
        isLate: listed.dueOn < today,
      },
    ]
  })
}

function methodsOf(
  { sources, region }: StaffAccount,
  facts: FamilyFacts,
  payments: AccountPayments,
  today: CalendarDate,
): StaffFamily['methods'] {
  const active = payingSourceOn(payments.sources, today)
  return sources.map(({ id, type, displayName, expiry, status }) => {
    const match = facts.sources.find((source) => source.id === id)
    const day = (at: string) => formatDateCompact(dateIn(region, new Date(at)))
    const uses = match?.uses ?? 0
    const about = [
      match?.holderName ?? '',
      match?.authorisedAt ? `authorised ${day(match.authorisedAt)}` : '',
      expiry ? expiryText(expiry, `${expiry}-31` < today) : '',
      uses === 0 ? 'not used yet' : uses === 1 ? 'used once' : `used ${uses} times`,
    ]
    return {
      id,
      type,
      cardBrand: match?.cardBrand ?? null,
      name: displayName,
      about: about.filter(Boolean).join(' · '),
      isActive: active?.id === id,
      isUsable: status === 'Usable',
    }
  })
}

/** Explains a figure in the portal's words, with the questions that families ask next. */
export async function explainFigure(
  deps: BasicDeps,
  viewer: Viewer,
  { accountId, figure }: { accountId: string; figure: ExplainedFigure },
): Promise<WhyBalance> {
  const explanation = await readExplanation(deps, { accountId, figure })
  await recordView(deps, viewer, { subjectIds: [accountId], action: 'FamilyShown', details: { figure } })
  if (figure !== 'balance') return { ...explanation, parts: [], notInIt: [] }
  const credit = await findFreeCreditFacts(deps.db, accountId)
  const family = await readFamily(deps, accountId)
  return {
    ...explanation,
    parts: credit ? partsOfBalance(credit, calendarDate(family.today)) : [],
    notInIt: notInBalance(family),
  }
}

function notInBalance({ glance, region, requests }: StaffFamily): string[] {
  const money = (amount: number) => formatCurrency(amount, region)
  const requested = sumOfDecimals(requests)
  return [
    ...(glance.overdue.amount > 0 ? [`${money(glance.overdue.amount)} overdue`] : []),
    ...(glance.next.amount === null ? [] : [`the next debit of ${money(glance.next.amount)}`]),
    ...(requested > 0 ? [`${money(requested)} that is asked for by link`] : []),
  ]
}
