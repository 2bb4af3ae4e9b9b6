import { posix } from 'node:path'
import { rooms, roomOf } from './source.ts'

export const features = [
  'login',
  'accounts',
  'overview',
  'payment-methods',
  'payment-schedule',
  'plan-changes',
  'care',
  'transactions',
  'statements',
  'invoices',
  'profile',
  'identity',
  'switch-account',
  'pay-now',
  'withdrawals',
  'contact-change',
  'support',
]

/** Parts that two features need. */
const parts = ['card-entry', 'address-entry', 'explanations', 'plan']

/** The server's folders besides features. */
const foundations = [
  'arrears',
  'audit',
  'calendar-feed',
  'consents',
  'csv',
  'database',
  'deposits',
  'documentation',
  'documents',
  'encryption',
  'files',
  'free-credit',
  'health',
  'holds',
  'holidays',
  'http',
  'idempotency',
  'jobs',
  'ledger',
  'messages',
  'outbox',
  'payments',
  'portal',
  'providers',
  'rate-limit',
  'remittances',
  'repayments',
  'retention',
  'session',
  'settings',
  'staff',
  'texts',
  'webhooks',
]

const emptyWords = new Set(
  'utils util helper helpers common misc lib shared core base service services controller controllers manager types constants'.split(
    ' ',
  ),
)
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/

/** Vague names attract everything; feature folders have the glossary's names. */
export function nameFaults(path: string): string[] {
  const faults: string[] = []
  const [room, second, third] = path.split('/')
  if (![...rooms, 'docs'].includes(roomOf(path))) return faults
  for (const name of path.split('/')) {
    if (name.split(/[-.]/).some((word) => emptyWords.has(word)))
      faults.push(`"${name}" is a name that says nothing`)
    if (!kebab.test(name) && name !== 'README.md') faults.push(`"${name}" is not in kebab-case`)
  }
  const isIn = (folder: string) => posix.dirname(path).startsWith(folder)
  if (room === 'server' && isIn('server/') && ![...features, ...parts, ...foundations].includes(second ?? ''))
    faults.push(`server/${second} is neither a feature nor a known foundation`)
  if (isIn('web/features/') && ![...features, ...parts].includes(third ?? ''))
    faults.push(`web/features/${third} is not one of the features`)
  return faults
}
