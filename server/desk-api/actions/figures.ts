import type { StaffCustomer } from '#contract/staff-customers.ts'
import { dateIn, formatDate, formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { shownDay } from '#domain/plan/plan-payments.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { findOpenHold } from '../../people/holds/holds.reads.ts'
import { findAccountInFull, type AccountRow } from '../accounts/accounts.reads.ts'
import { readCustomer } from '../accounts/customers.ts'

export type Coming = { on: CalendarDate; amount: Cents }

/** A family's figures before or after an action. */
export type Figures = {
  region: Region
  account: AccountRow
  overdue: number
  /** The unpaid amount of open requests. */
  requested: number
  /** The amounts still to be collected, day by day. */
  coming: Coming[]
  /** The last day of a hold, if there is one. */
  heldUntil: CalendarDate | null
  /** The person that the action is about. */
  customer: StaffCustomer | null
}

const isOpen = (status: string) => status === 'Open' || status === 'PartPaid'
const isToCome = (status: string) => status === 'Scheduled' || status === 'Retrying'

export async function readFamilyFigures(
  db: Db,
  { accountId, customerId, now }: { accountId: string; customerId: string | null; now: Date },
): Promise<Figures> {
  const account = await findAccountInFull(db, accountId)
  const [facts] = await listPaymentFacts(db, [accountId])
  if (!account || !facts) throw new Refusal('not_found')
  const dayOf = collectionDays({ ...facts, today: dateIn(facts.region, now) })
  const hold = await findOpenHold(db, accountId)
  const isClosed = account.status === 'Inactive'
  const left = account.instalments.map((instalment) => ({
    on: shownDay({ status: 'Current' }, instalment, dayOf),
    amount: instalment.open,
    status: instalment.status,
  }))
  return {
    region: account.region,
    account,
    overdue: sumOf(left.filter(({ status }) => status === 'Overdue')),
    requested: sumOf(
      account.requests
        .filter(({ status }) => isOpen(status))
        .map(({ amountLeft }) => ({ amount: amountLeft })),
    ),
    coming: isClosed ? [] : left.filter(({ status, amount }) => isToCome(status) && amount > 0),
    heldUntil: hold?.endsOn ?? null,
    customer: customerId === null ? null : await readCustomer({ db, clock: () => now }, customerId),
  }
}

export const moneyIn = (region: Region) => (amount: number) =>
  formatCurrency(toDecimal(cents(amount)), region)

export type Figure = { key: string; label: string; value: string }

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
const listOf = (values: readonly string[] | null) =>
  values === null ? 'School default' : values.length === 0 ? 'None' : values.join(', ')

/** Every figure that an action can change, in display order. */
export function familyFiguresOf(figures: Figures): Figure[] {
  const { account, customer, region, coming } = figures
  const money = moneyIn(region)
  const amounts = new Set(coming.map(({ amount }) => amount))
  const [only] = amounts
  const total = sumOf(coming)
  const lastOn = coming
    .map(({ on }) => on)
    .toSorted()
    .at(-1)
  const of = (key: string, label: string, value: string): Figure => ({ key, label, value })
  return [
    of('status', 'Account', account.status === 'Active' ? 'Open' : 'Closed'),
    of('overdue', 'Overdue', money(figures.overdue)),
    of('requested', 'Amount requested', money(figures.requested)),
    of('balance', 'Balance', money(account.balance)),
    ...debits(coming, money),
    of('each', 'Each payment', only === undefined ? 'None' : amounts.size === 1 ? money(only) : 'Different'),
    of('left', 'Payments left', String(coming.length)),
    of('total', 'Still to come', money(total)),
    of('last', 'Last payment', lastOn === undefined ? 'None' : formatDateCompact(lastOn)),
    of(
      'held',
      'On hold until',
      figures.heldUntil === null ? 'Not on hold' : formatDateCompact(figures.heldUntil),
    ),
    of('members', 'Members', String(account.members.length)),
    of('product', 'Product', account.productType),
    of('setup', 'Set-up', account.setupStatus),
    of('renewal', 'Renewal', account.renewalStatus),
    of('switch', 'Change to instalments', account.productChangeStatus ?? 'None'),
    of('setupIncomplete', 'Set-up incomplete', yesNo(account.isSetupIncomplete)),
    of('checksSetup', 'Portal checks the set-up status', yesNo(account.checksSetupStatus)),
    of('editPlan', 'May change or add a plan', yesNo(account.canEditOrAddPlan)),
    of('schedule', 'May update the schedule', yesNo(account.allowsScheduleUpdates)),
    of('sources', 'May update payment methods', yesNo(account.allowsSourceUpdates)),
    of('repayment', 'May change a repayment', yesNo(account.allowsRepaymentChange)),
    of('regional', 'Payment methods for the plan', listOf(account.allowedRegionalMethods)),
    of('portal', 'Payment methods in the portal', listOf(account.allowedPortalMethods)),
    of(
      'authorisation',
      'Shows the direct debit authorisation',
      account.showsDirectDebitAuthorisation === null
        ? 'School default'
        : yesNo(account.showsDirectDebitAuthorisation),
    ),
    ...account.enrolments.map(({ id, firstName, lastName, ...enrolment }) =>
      of(
        `enrolment:${id}`,
        `${firstName} ${lastName}`,
        `${enrolment.startYearLevel} in ${enrolment.startYear}, ${enrolment.institutionName}, ${enrolment.basisPoints / 100}%`,
      ),
    ),
    ...(customer ? figuresOfCustomer(customer) : []),
  ]
}

function debits(coming: readonly Coming[], money: (amount: number) => string): Figure[] {
  const days = new Map<string, number>()
  for (const { on, amount } of coming) days.set(on, (days.get(on) ?? 0) + amount)
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, amount]) => ({
      key: `debit:${on}`,
      label: `Debit on ${formatDateCompact(on)}`,
      value: money(amount),
    }))
}

function figuresOfCustomer(customer: StaffCustomer): Figure[] {
  const { contribution, address } = customer
  const of = (key: string, label: string, value: string | null): Figure => ({
    key: `customer:${key}`,
    label,
    value: value ?? 'None',
  })
  return [
    of('name', 'Name', `${customer.firstName} ${customer.lastName}`),
    of('email', 'E-mail', customer.email),
    of('mobile', 'Mobile', customer.mobile),
    of('born', 'Date of birth', customer.birthDate && formatDate(customer.birthDate)),
    of('address', 'Address', address?.fullAddress ?? null),
    of('status', 'May log in', yesNo(customer.status === 'Active')),
    of('sessions', 'Open sessions', String(customer.openSessions)),
    of('contribution', 'Contribution', contribution?.status ?? null),
  ]
}

/** The number of debit days shown as rows; the others are summed up in a sentence. */
const maxDebits = 4

export type EffectRow = { label: string; now: string; after: string }

/** The figures that differ, and those that the action always shows. */
export function effectRowsOf(
  before: Figures,
  after: Figures,
  shows: readonly string[],
): { rows: EffectRow[]; hiddenDebits: number } {
  const [now, then] = [familyFiguresOf(before), familyFiguresOf(after)]
  const find = (figures: readonly Figure[], key: string) => figures.find((figure) => figure.key === key)
  const all = keysOf(now, then).flatMap((key) => {
    const [a, b] = [find(now, key), find(then, key)]
    const row = { label: (a ?? b)?.label ?? '', now: a?.value ?? 'None', after: b?.value ?? 'None' }
    return row.now !== row.after || shows.includes(key) ? [{ key, row }] : []
  })
  const hidden = new Set(all.filter(({ key }) => isDebit(key)).slice(maxDebits))
  return {
    rows: all.filter((each) => !hidden.has(each)).map(({ row }) => row),
    hiddenDebits: hidden.size,
  }
}

const isDebit = (key: string) => key.startsWith('debit:')

/** The keys of both lists: sums first, then the days of debits in order. */
function keysOf(now: readonly Figure[], then: readonly Figure[]): string[] {
  const keys = [...new Set([...now, ...then].map(({ key }) => key))]
  const others = keys.filter((key) => !isDebit(key))
  return others.toSpliced(others.indexOf('balance') + 1, 0, ...keys.filter(isDebit).toSorted())
}
