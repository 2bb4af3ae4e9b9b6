import type { FoundCustomer } from '#contract/staff-customers.ts'
import type { Api } from './api.ts'
import { OpsFailure } from './failure.ts'
import { program } from './program.ts'
import { table } from './table.ts'

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The id of the one customer meant by an id, an e-mail, a name, a mobile or a short id. */
export async function customerBy(api: Api, text: string): Promise<string> {
  if (isId(text)) return text
  const found = await api('GET /api/staff/customers', { query: { find: text } })
  const exact = found.find(({ email }) => email === text.trim().toLowerCase())
  if (exact) return exact.id
  const [first, ...others] = found
  if (!first) throw new OpsFailure('refused', `Nobody is found by "${text}".`, advice)
  if (others.length > 0)
    throw new OpsFailure(
      'refused',
      `"${text}" may be any of these:\n${customerTable(found)}`,
      'Say it by e-mail.',
    )
  return first.id
}

/** The id of the account meant by an id or a short id. */
export async function accountBy(api: Api, text: string): Promise<string> {
  if (isId(text)) return text
  const [account] = await api('GET /api/staff/accounts', { query: { shortId: text } })
  if (!account) throw new OpsFailure('refused', `There is no account ${text}.`, advice)
  return account.id
}

/** The id of the one school meant by an id or the beginning of its name. */
export async function schoolBy(api: Api, text: string): Promise<string> {
  if (isId(text)) return text
  const schools = await api('GET /api/staff/schools')
  const typed = text.trim().toLowerCase()
  const exact = schools.find(({ name }) => name.toLowerCase() === typed)
  const [first, ...others] = schools.filter(({ name }) => name.toLowerCase().startsWith(typed))
  if (exact) return exact.id
  const names = (first ? [first, ...others] : schools).map(({ name }) => name).join(', ')
  if (!first || others.length > 0)
    throw new OpsFailure('refused', `"${text}" does not name one school.`, `There are: ${names}`)
  return first.id
}

const advice = `Look around with ${program} customers find <text>`

export function customerTable(customers: readonly FoundCustomer[]): string {
  return table(
    customers,
    [
      { title: 'Name', value: ({ firstName, lastName }) => `${firstName} ${lastName}` },
      { title: 'E-mail', value: ({ email }) => email },
      { title: 'Mobile', value: ({ mobile }) => mobile },
      { title: 'Region', value: ({ region }) => region },
      { title: 'Standing', value: ({ status }) => status },
      {
        title: 'Accounts',
        value: ({ accounts }) =>
          accounts.map(({ shortId, institutionName }) => `${shortId} (${institutionName})`).join(', '),
      },
    ],
    'Nobody is found by that.',
  )
}
