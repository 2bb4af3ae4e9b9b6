import { posix } from 'node:path'
import { serverStrata } from './server-strata.ts'
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
export const parts = ['card-entry', 'address-entry', 'explanations', 'plan']

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
  if (room === 'server' && isIn('server/') && !serverStrata.some((stratum) => stratum === second))
    faults.push(`server/${second} is not one of the strata`)
  if (isIn('web/features/') && ![...features, ...parts].includes(third ?? ''))
    faults.push(`web/features/${third} is not one of the features`)
  return faults
}
