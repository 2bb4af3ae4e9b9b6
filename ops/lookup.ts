import type { FoundCustomer } from '#contract/staff-customers.ts'
import { idKindsOfAccount, type IdKind } from '#contract/staff-ids.ts'
import type { StaffSchool } from '#contract/staff-schools.ts'
import type { Api } from './api.ts'
import { parseCareReference } from '#domain/care.ts'
import type { Argument } from './command.ts'
import { OpsFailure } from './failure.ts'
import { program } from './program.ts'
import { identified, isId, mayBeId, theOne } from './short-ids.ts'
import { table } from './table.ts'

const account = { name: 'account', about: 'its short id, like LW12345, or its id' }
const school = { name: 'school', about: 'its id or the beginning of its name' }

/** Values that people type as a name, by the name under which the id is sent. */
const named: Record<string, { argument: Argument; idOf: (api: Api, text: string) => Promise<string> }> = {
  accountId: { argument: account, idOf: accountBy },
  remainderAccountId: { argument: account, idOf: accountBy },
  customerId: {
    argument: { name: 'customer', about: 'e-mail, name, mobile, id, or the short id of an account' },
    idOf: customerBy,
  },
  schoolId: { argument: school, idOf: schoolBy },
  school: { argument: school, idOf: schoolBy },
  institutionId: { argument: school, idOf: schoolBy },
  careId: { argument: { name: 'request', about: 'its reference, like H-4127, or its id' }, idOf: careBy },
  subject: { argument: { name: 'subject', about: '' }, idOf: subjectBy },
  staffId: { argument: { name: 'email', about: 'the e-mail of the member of staff' }, idOf: memberBy },
}

/** The argument for a parameter of a call's path. */
export function argumentFor(param: string): { name: string; field: string; about: string } {
  const { argument } = named[param] ?? {}
  if (argument) return { ...argument, field: param }
  const { listed } = identified[param] ?? {}
  const name = param.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return { name, field: param, about: listed ? `its id, from ${listed}` : '' }
}

type Values = Record<string, unknown>

/** The same calls, which also accept what people type for an id: a name, or the id's first characters. */
export function acceptingNames(api: Api): Api {
  const send = api as (key: string, request: Record<string, Values | undefined>) => Promise<unknown>
  const whole = async (values: Values | undefined, accountId?: unknown) => {
    const found: Values = { ...values }
    for (const [name, typed] of Object.entries(found))
      if (typeof typed === 'string') found[name] = await wholeId(api, { name, typed, accountId })
    return values && found
  }
  return (async (key: string, { params, query, body }: Record<string, Values | undefined> = {}) => {
    const { accountId } = (await whole({ accountId: params?.['accountId'] })) ?? {}
    return send(key, {
      params: await whole({ ...params, ...(accountId !== undefined && { accountId }) }, accountId),
      query: await whole(query),
      body: await whole(body, accountId),
    })
  }) as Api
}

async function wholeId(
  api: Api,
  { name, typed, accountId }: { name: string; typed: string; accountId: unknown },
) {
  const lookup = named[name]
  if (lookup) return lookup.idOf(api, typed)
  const thing = identified[name]
  if (!thing || !mayBeId(typed)) return typed
  const isOfAccount =
    typeof accountId === 'string' && (idKindsOfAccount as readonly IdKind[]).includes(thing.kind)
  const query = { kind: thing.kind, beginning: typed, ...(isOfAccount && { accountId }) }
  return theOne(await api('GET /api/staff/ids', { query }), { typed, ...thing })
}

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

/** The one school meant by its name or id. */
export async function schoolNamed(api: Api, text: string): Promise<StaffSchool> {
  const schoolId = await schoolBy(api, text)
  const school = (await api('GET /api/staff/schools')).find(({ id }) => id === schoolId)
  if (!school) throw new OpsFailure('refused', 'School not found.', 'See schools list.')
  return school
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

/** Families and colleagues quote the reference; the server knows a request by its id. */
async function careBy(api: Api, text: string): Promise<string> {
  const reference = parseCareReference(text)
  if (reference === undefined) return (await idIn(api, 'Care', text)) ?? text
  const { items } = await api('GET /api/staff/care')
  const request = items.find((item) => parseCareReference(item.reference) === reference)
  if (!request) throw new OpsFailure('usage', `There is no open request ${text}.`, 'See: care list')
  return request.id
}

async function memberBy(api: Api, email: string): Promise<string> {
  if (isId(email)) return email
  const members = await api('GET /api/staff/members')
  const member = members.find((each) => each.email === email.trim().toLowerCase())
  if (!member)
    throw new OpsFailure('refused', `${email} is not a member of staff.`, `See ${program} staff list`)
  return member.id
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
