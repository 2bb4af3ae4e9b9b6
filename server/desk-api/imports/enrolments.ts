import { randomInt, randomUUID } from 'node:crypto'
import { dateIn } from '#domain/calendar/calendar.ts'
import { productTypes } from '#domain/accounts.ts'
import { referenceForAccount } from '#domain/payment-methods/bpay.ts'
import { regionFacts } from '#domain/region.ts'
import { yearLevels } from '#domain/calendar/year-levels.ts'
import {
  basisPoints,
  date,
  email,
  mobile,
  oneOf,
  optional,
  shortId,
  text,
  year,
  yesOrNo,
  type RowOf,
} from './columns.ts'
import { importKind, inBatches, rowsAtOnce, type ImportedFamily, type ImportWork } from './import-kind.ts'
import {
  insertAccounts,
  insertCustomers,
  insertStudents,
  listAccountsOfCustomers,
  listKnownAccounts,
  listKnownCustomers,
  listKnownSchools,
  listKnownStudents,
  listTakenShortIds,
  insertImportEvents,
  type KnownAccount,
  type KnownCustomer,
  type KnownSchool,
  type NewAccount,
  type NewCustomer,
  type NewStudent,
} from './imports.store.ts'

const wholeShare = 10_000

const columns = {
  school: text(61),
  /** The e-mail of the payer. */
  email,
  first_name: text(60),
  last_name: text(60),
  mobile: optional(mobile, null),
  /** The short id of an existing account; if empty, the family gets a new one with this school. */
  account: optional(shortId, null),
  product: optional(oneOf(productTypes), 'PayPlus' as const),
  student_first_name: text(60),
  student_last_name: text(60),
  year_level: text(40),
  start_year: year,
  /** The day from which the family pays for the student through us; by default today. */
  joined_on: optional(date, null),
  /** Any text that is the same for one student in the accounts of several payers. */
  student: optional(text(60), null),
  share_percent: optional(basisPoints, wholeShare),
  holds_remainder: optional(yesOrNo, true),
}
type Row = RowOf<typeof columns>

/** One row for each student of each payer. It creates people, accounts and students. */
export const enrolmentImport = importKind({
  role: 'admin',
  action: 'EnrolmentsImported',
  columns,
  async write(work, rows): Promise<Record<string, number>> {
    const existing = await readExisting(work, rows)
    checkShares(work, rows)
    const additions = collectAdditions(work, rows, existing)
    if (work.problems.count() > 0) return {}
    await numberAccounts(work, additions.accounts)
    const { tx } = work
    let done = 0
    for (const batch of inBatches([...additions.customers.values()])) await insertCustomers(tx, batch)
    for (const batch of inBatches([...additions.accounts.values()])) await insertAccounts(tx, batch)
    for (const batch of inBatches(additions.students)) {
      await insertStudents(tx, batch)
      done += batch.length
      work.onProgress(done)
    }
    await recordImport(work, additions)
    work.families.push(...firstFamilies(additions))
    return {
      customers: additions.customers.size,
      accounts: additions.accounts.size,
      students: additions.students.length,
    }
  },
})

/** The number of families shown before they are written. */
const maxShown = 50

function firstFamilies({ customers, accounts, students }: Additions): ImportedFamily[] {
  const people = new Map([...customers.values()].map((customer) => [customer.id, customer]))
  const ofAccount = Map.groupBy(students, ({ accountId }) => accountId)
  return [...accounts.values()].slice(0, maxShown).map(({ id, customerId, shortId }) => ({
    name: people.get(customerId)?.lastName ?? shortId,
    email: people.get(customerId)?.email ?? '',
    students: (ofAccount.get(id) ?? []).map((student) => ({
      firstName: student.firstName,
      yearLevel: student.startYearLevel,
      sharePercent: student.basisPoints / 100,
      holdsRemainder: student.holdsRemainder,
    })),
  }))
}

type Existing = {
  schools: Map<string, KnownSchool>
  customers: Map<string, KnownCustomer>
  accounts: Map<string, KnownAccount>
  /** "customer school" → the short id of the account that joins them. */
  accountsOf: Map<string, string>
  /** "account school first last" of each enrolled student. */
  enrolled: Set<string>
}

async function readExisting({ tx }: ImportWork, rows: readonly Row[]): Promise<Existing> {
  const existing: Existing = {
    schools: new Map((await listKnownSchools(tx)).map((school) => [school.larkwellId, school])),
    customers: new Map(),
    accounts: new Map(),
    accountsOf: new Map(),
    enrolled: new Set(),
  }
  for (const batch of inBatches(rows)) {
    const emails = batch.map((row) => row.email)
    const customers = await listKnownCustomers(tx, emails)
    for (const customer of customers) existing.customers.set(customer.email, customer)
    const joins = await listAccountsOfCustomers(
      tx,
      customers.map(({ id }) => id),
    )
    for (const { customerId, institutionId, shortId } of joins) {
      existing.accountsOf.set(`${customerId} ${institutionId}`, shortId)
    }
    const accounts = await listKnownAccounts(
      tx,
      batch.flatMap(({ account }) => account ?? []),
    )
    for (const account of accounts) existing.accounts.set(account.shortId, account)
    const students = await listKnownStudents(
      tx,
      accounts.map(({ id }) => id),
    )
    for (const { accountId, institutionId, firstName, lastName } of students) {
      existing.enrolled.add(studentKey(accountId, institutionId, firstName, lastName))
    }
  }
  return existing
}

function studentKey(accountId: string, institutionId: string, firstName: string, lastName: string): string {
  return `${accountId} ${institutionId} ${firstName} ${lastName}`.toLowerCase()
}

/** Shares of a student's fees must add up to all of them, and one payer takes the odd cents. */
function checkShares({ problems }: ImportWork, rows: readonly Row[]): void {
  for (const row of rows) {
    if (row.student === null && row.share_percent !== wholeShare) {
      problems.add(
        row.line,
        'share_percent',
        'A share needs a word in the column student that the others name too',
      )
    }
  }
  const shared = Map.groupBy(
    rows.filter(({ student }) => student !== null),
    ({ school, student }) => `${school} ${student}`,
  )
  for (const payers of shared.values()) {
    const [first] = payers
    if (!first) continue
    const sum = payers.reduce((total, row) => total + row.share_percent, 0)
    const holders = payers.filter((row) => row.holds_remainder).length
    const shares = `The shares come to ${sum / 100}%, not to 100%`
    if (sum > wholeShare) problems.add(first.line, 'share_percent', shares)
    if (sum < wholeShare) problems.addMissing(first.line, 'share_percent', shares)
    const remainder = `${holders} payers hold the remainder, not one`
    if (holders > 1) problems.add(first.line, 'holds_remainder', remainder)
    if (holders < 1) problems.addMissing(first.line, 'holds_remainder', remainder)
    for (const row of payers) {
      const isSame =
        row.student_first_name === first.student_first_name &&
        row.student_last_name === first.student_last_name
      if (!isSame) problems.add(row.line, 'student', `Is somebody else in line ${first.line}`)
    }
  }
}

type Additions = {
  customers: Map<string, NewCustomer>
  accounts: Map<string, NewAccount>
  students: NewStudent[]
}

function collectAdditions(work: ImportWork, rows: readonly Row[], existing: Existing): Additions {
  const additions: Additions = { customers: new Map(), accounts: new Map(), students: [] }
  const sharedStudents = new Map<string, string>()
  const enrolled = new Set(existing.enrolled)
  for (const row of rows) {
    const school = existing.schools.get(row.school)
    if (!school) {
      work.problems.add(row.line, 'school', 'School not found')
      continue
    }
    if (!yearLevels[school.region].includes(row.year_level)) {
      work.problems.add(row.line, 'year_level', `Is none of ${yearLevels[school.region].join(', ')}`)
    }
    const accountId =
      row.account === null
        ? newAccountOf(work, row, school, existing, additions)
        : existingAccountOf(work, row, school, existing)
    if (accountId === undefined) continue
    const key = studentKey(accountId, school.id, row.student_first_name, row.student_last_name)
    if (enrolled.has(key)) work.problems.add(row.line, 'student_first_name', 'Is enrolled there already')
    enrolled.add(key)
    const shared = row.student === null ? undefined : `${row.school} ${row.student}`
    const studentId = (shared !== undefined && sharedStudents.get(shared)) || randomUUID()
    if (shared !== undefined) sharedStudents.set(shared, studentId)
    additions.students.push({
      accountId,
      studentId,
      enrolmentId: randomUUID(),
      firstName: row.student_first_name,
      lastName: row.student_last_name,
      institutionId: school.id,
      startYear: row.start_year,
      startYearLevel: row.year_level,
      joinedOn: row.joined_on ?? dateIn(school.region, work.deps.clock()),
      basisPoints: row.share_percent,
      holdsRemainder: row.holds_remainder,
    })
  }
  return additions
}

function existingAccountOf(
  { problems }: ImportWork,
  row: Row,
  school: KnownSchool,
  existing: Existing,
): string | undefined {
  const account = existing.accounts.get(row.account ?? '')
  if (!account) {
    problems.add(row.line, 'account', 'Account not found')
    return undefined
  }
  if (!account.emails.includes(row.email)) problems.add(row.line, 'email', 'Does not have this account')
  if (account.region !== school.region)
    problems.add(row.line, 'school', 'Is in another country than the account')
  return account.id
}

function newAccountOf(
  work: ImportWork,
  row: Row,
  school: KnownSchool,
  existing: Existing,
  additions: Additions,
): string | undefined {
  const customerId = customerOf(work, row, school, existing, additions)
  if (customerId === undefined) return undefined
  const before = existing.accountsOf.get(`${customerId} ${school.id}`)
  if (before !== undefined) {
    work.problems.add(row.line, 'account', `The family has ${before} with this school: name it here`)
    return undefined
  }
  const key = `${customerId} ${school.id}`
  const account = additions.accounts.get(key) ?? {
    id: randomUUID(),
    shortId: '',
    region: school.region,
    currency: regionFacts[school.region].currency,
    productType: row.product,
    institutionId: school.id,
    bpayReference: null,
    hasBpay: school.hasBpay,
    customerId,
    createdAt: work.deps.clock(),
  }
  if (account.productType !== row.product) {
    work.problems.add(row.line, 'product', 'Is another one in an earlier line of this account')
  }
  additions.accounts.set(key, account)
  return account.id
}

function customerOf(
  { problems, deps }: ImportWork,
  row: Row,
  school: KnownSchool,
  existing: Existing,
  additions: Additions,
): string | undefined {
  const there = existing.customers.get(row.email)
  if (there) {
    if (there.status === 'Disabled') problems.add(row.line, 'email', 'This customer is disabled')
    if (there.region !== school.region)
      problems.add(row.line, 'school', 'Is in another country than the customer')
    return there.id
  }
  const customer = additions.customers.get(row.email) ?? {
    id: randomUUID(),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    mobile: row.mobile,
    region: school.region,
    createdAt: deps.clock(),
  }
  const isSame = customer.firstName === row.first_name && customer.lastName === row.last_name
  if (!isSame) problems.add(row.line, 'email', 'Belongs to somebody else in an earlier line')
  if (customer.mobile !== row.mobile) problems.add(row.line, 'mobile', 'Is another one in an earlier line')
  if (customer.region !== school.region)
    problems.add(row.line, 'school', 'Is in another country than the customer')
  additions.customers.set(row.email, customer)
  return customer.id
}

/** The id is short enough to be read out on the phone, and random so that it does not reveal the number of accounts. */
async function numberAccounts({ tx }: ImportWork, accounts: Additions['accounts']): Promise<void> {
  const used = new Set<string>()
  let remaining = [...accounts.values()]
  while (remaining.length > 0) {
    const batch = remaining.slice(0, rowsAtOnce)
    for (const account of batch) {
      do account.shortId = `LW${randomInt(10_000_000, 100_000_000)}`
      while (used.has(account.shortId))
      used.add(account.shortId)
    }
    const taken = new Set(
      await listTakenShortIds(
        tx,
        batch.map(({ shortId }) => shortId),
      ),
    )
    remaining = [...batch.filter(({ shortId }) => taken.has(shortId)), ...remaining.slice(rowsAtOnce)]
  }
  for (const account of accounts.values()) {
    if (account.hasBpay) account.bpayReference = referenceForAccount(account.shortId)
  }
}

async function recordImport({ tx, deps, actor }: ImportWork, additions: Additions): Promise<void> {
  const perAccount = Map.groupBy(additions.students, ({ accountId }) => accountId)
  const events = [...perAccount].map(([subjectId, students]) => ({
    subjectId,
    id: randomUUID(),
    details: { students: String(students.length), reason: actor.reason },
  }))
  for (const batch of inBatches(events)) {
    await insertImportEvents(tx, batch, { actor, action: 'StudentsImported', now: deps.clock() })
  }
}
