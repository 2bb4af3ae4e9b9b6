import type { FoundCustomer } from '#contract/staff-customers.ts'
import type { IdKind } from '#contract/staff-ids.ts'
import type { StaffSchool } from '#contract/staff-schools.ts'
import type { Api } from './api.ts'
import { OpsFailure } from './failure.ts'
import { program } from './program.ts'
import { isId, mayBeId, theOne } from './short-ids.ts'
import { table } from './table.ts'

/** The id of the one customer meant by an e-mail, a name, a mobile, the short id of an account, or an id. */
export async function customerBy(api: Api, text: string): Promise<string> {
  const id = await customerIn(api, text)
  if (id === undefined) throw new OpsFailure('refused', `No customer found for "${text}".`, advice)
  return id
}

async function customerIn(api: Api, text: string): Promise<string | undefined> {
  if (isId(text)) return text
  const found = await api('GET /api/staff/customers', { query: { find: text } })
  const exact = found.find(({ email }) => email === text.trim().toLowerCase())
  if (exact) return exact.id
  if (found.length > 1)
    throw new OpsFailure(
      'refused',
      `"${text}" may be any of these:\n${customerTable(found)}`,
      'Use the email address.',
    )
  return found[0]?.id ?? idIn(api, 'Customer', text)
}

/** The id of the account meant by a short id or an id. */
export async function accountBy(api: Api, text: string): Promise<string> {
  if (isId(text)) return text
  const [account] = await api('GET /api/staff/accounts', { query: { shortId: text.trim() } })
  const id = account?.id ?? (await idIn(api, 'Account', text))
  if (id === undefined) throw new OpsFailure('refused', `There is no account ${text}.`, advice)
  return id
}

/** The id of the one school meant by the beginning of its name, by what it is known as, or by an id. */
export async function schoolBy(api: Api, text: string): Promise<string> {
  if (isId(text)) return text
  const schools = await api('GET /api/staff/schools')
  const meant = schoolsLike(schools, text)
  const [first, ...others] = meant
  if (first && others.length === 0) return first.id
  const id = first ? undefined : await idIn(api, 'School', text)
  if (id !== undefined) return id
  const names = (first ? meant : schools).map(({ name }) => name).join(', ')
  throw new OpsFailure('refused', `"${text}" does not name one school.`, `There are: ${names}`)
}

function schoolsLike(schools: readonly StaffSchool[], text: string): readonly StaffSchool[] {
  const typed = text.trim().toLowerCase()
  const exact = schools.find(({ name, larkwellId }) => [name.toLowerCase(), larkwellId].includes(typed))
  return exact ? [exact] : schools.filter(({ name }) => name.toLowerCase().startsWith(typed))
}

/** Whom or what the audit trail is asked about: an account, a customer, a school, one of us, or the company. */
export async function subjectBy(api: Api, text: string): Promise<string> {
  const typed = text.trim()
  if (isId(typed)) return typed
  if (typed.toLowerCase() === 'company') return companyId
  if (/^LW\d+$/i.test(typed)) return accountBy(api, typed)
  const { id, email } = await api('GET /api/staff/me')
  if (typed.toLowerCase() === email) return id
  const [school, ...more] = schoolsLike(await api('GET /api/staff/schools'), typed)
  if (school && more.length === 0) return school.id
  const found =
    (await customerIn(api, typed)) ??
    (await idIn(api, 'Account', typed)) ??
    (await idIn(api, 'School', typed)) ??
    (await memberIn(api, typed))
  if (found === undefined)
    throw new OpsFailure(
      'refused',
      `Nothing found for "${text}".`,
      'Name an account by its short id, a customer or one of us by e-mail, a school by name, or say company.',
    )
  return found
}

/** The id of the payment request whose id begins so. */
export async function requestBy(api: Api, text: string): Promise<string> {
  return (await idIn(api, 'PaymentRequest', text)) ?? text
}

/** Only admins may list our own people. */
async function memberIn(api: Api, email: string): Promise<string | undefined> {
  try {
    const members = await api('GET /api/staff/members')
    return members.find((each) => each.email === email.toLowerCase())?.id
  } catch (error) {
    if (error instanceof OpsFailure && error.code === 'forbidden') return undefined
    throw error
  }
}

async function idIn(api: Api, kind: IdKind, text: string): Promise<string | undefined> {
  if (!mayBeId(text)) return undefined
  const found = await api('GET /api/staff/ids', { query: { kind, beginning: text } })
  return found.length === 0
    ? undefined
    : theOne(found, { typed: text, noun: kind.toLowerCase(), listed: 'customers find' })
}

/** Audit events about the company as a whole have this subject. */
const companyId = '00000000-0000-0000-0000-000000000000'
const advice = `Look around with ${program} customers find <text>`

export function customerTable(customers: readonly FoundCustomer[]): string {
  return table(
    customers,
    [
      { title: 'Name', value: ({ firstName, lastName }) => `${firstName} ${lastName}` },
      { title: 'E-mail', value: ({ email }) => email },
      { title: 'Mobile', value: ({ mobile }) => mobile },
      { title: 'Region', value: ({ region }) => region },
      { title: 'Status', value: ({ status }) => status },
      {
        title: 'Accounts',
        value: ({ accounts }) =>
          accounts.map(({ shortId, institutionName }) => `${shortId} (${institutionName})`).join(', '),
      },
    ],
    'No customer found for that.',
  )
}
