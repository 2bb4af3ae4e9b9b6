import { contract } from '#contract/contract.ts'
import { isFile, type Endpoint } from '#contract/endpoint.ts'
import { identityFileKinds, invoiceFileKinds, largestFileBytes, letterFileKinds } from '#domain/files.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { regionFacts, regions } from '#domain/region.ts'
import { refusals } from '#server/platform/http/refusals.ts'
import { limits, type LimitName } from '#server/platform/rate-limit/limits.ts'
import { handledKinds } from '#server/books/webhooks/handle-event.ts'
import { adviceFor } from './error-advice.ts'
import { code, table } from './table.ts'
import { bankAccounts, cards } from './test-data.ts'

const calls = Object.entries(contract) as [string, Endpoint][]
const callsWhere = (isWanted: (endpoint: Endpoint) => boolean) =>
  calls.filter(([, endpoint]) => isWanted(endpoint))
const shown = (key: string) => code(key.replace(/:(\w+)/g, '{$1}'))

const forStaff = 'For staff: '

function errors({ areForStaff }: { areForStaff: boolean }): string {
  const rows = (Object.keys(refusals) as RefusalCode[])
    .filter((name) => adviceFor[name].startsWith(forStaff) === areForStaff)
    .toSorted((a, b) => refusals[a].status - refusals[b].status)
    .map((name) => {
      const { status, msg } = refusals[name]
      return [code(name), String(status), msg, capitalized(adviceFor[name].replace(forStaff, ''))]
    })
  return table(['Code', 'Status', 'Message', 'What to do'], rows)
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function idempotentCalls(): string {
  const rows = callsWhere((each) => Boolean(each.needsClientRequestId ?? each.takesClientRequestId)).map(
    ([key, { needsClientRequestId }]) => [shown(key), needsClientRequestId ? 'required' : 'optional'],
  )
  return table(['Call', 'The id is'], rows)
}

function downloads(): string {
  const rows = callsWhere(({ reply }) => isFile(reply)).map(([key, { summary }]) => [shown(key), summary])
  return table(['Call', 'What it gives'], rows)
}

const kindsOf: Record<string, readonly string[]> = {
  'POST /api/portal/customer/account/:accountId/invoices/upload': invoiceFileKinds,
  'POST /api/portal/customer/account/:accountId/identification-details/manual': identityFileKinds,
  'POST /api/portal/customer/account/:accountId/discount-letters': letterFileKinds,
}

function uploads(): string {
  const megabytes = `up to ${largestFileBytes / 1024 / 1024} MB`
  const rows = callsWhere(({ upload }) => upload !== undefined).map(([key, { summary }]) => {
    const kinds = kindsOf[key]
    if (!kinds) throw new Error(`Say which files ${key} takes`)
    return [shown(key), summary, `${kinds.join(', ')}, ${megabytes}`]
  })
  return table(['Call', 'What it is for', 'Files'], rows)
}

/** What an honest program may meet. How fraud is noticed is nobody's business. */
const published = {
  'session-reads': 'reads of a session',
  'session-writes': 'changes of a session',
  'customer-payments': 'payments of an account',
  'guest-payments': 'payments of a payment request',
  'guest-details-address': 'payment requests looked at, from one IP address',
  'send-code-gap': 'log-in code for a person',
  'send-code-hour': 'log-in codes for a person',
  'mail-link': 'log-in links by mail for a person',
  uploads: 'uploads of an account',
  'address-search': 'searches for a street address, of a customer',
  'calendar-feed': 'reads of a calendar feed',
} as const satisfies Partial<Record<LimitName, string>>

function publishedLimits(): string {
  const rows = (Object.keys(published) as (keyof typeof published)[]).map((name) => {
    const { hits, windowMs } = limits[name]
    return [published[name], String(hits), lasting(windowMs)]
  })
  return table(['What', 'Times', 'Within'], rows)
}

function lasting(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds} seconds`
  const minutes = seconds / 60
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}

const regionTable = () =>
  table(
    ['Region', 'Currency', 'Calendar'],
    regions.map((region) => [code(region), regionFacts[region].currency, regionFacts[region].timeZone]),
  )

const events = () => handledKinds.map((kind) => `- ${code(kind)}`).join('\n')

/** The generated parts of the guides, by the names of their marks. */
export const generatedParts: Record<string, () => string> = {
  errors: () => errors({ areForStaff: false }),
  'staff-errors': () => errors({ areForStaff: true }),
  'idempotent-calls': idempotentCalls,
  downloads,
  uploads,
  limits: publishedLimits,
  regions: regionTable,
  events,
  cards,
  'bank-accounts': bankAccounts,
}
