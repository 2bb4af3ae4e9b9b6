import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { inProject } from '../project.ts'
import { serverArrowFaults } from './server-strata.ts'
import { importsOf, isConfig, isTest, type Node, roomOf } from './source.ts'
import { webStrataFaults } from './web-strata.ts'

/** The only features that may import another one. The list is short on purpose: it is the coupling. */
const knownEdges = [
  'care -> plan',
  'care -> plan-changes',
  'overview -> care',
  'overview -> plan-changes',
  'overview -> explanations',
  'overview -> withdrawals',
  'pay-now -> card-entry',
  'payment-methods -> card-entry',
  'payment-schedule -> care',
  'payment-schedule -> plan',
  'payment-schedule -> plan-changes',
  'plan-changes -> pay-now',
  'plan-changes -> plan',
  'statements -> invoices',
  'switch-account -> address-entry',
  'transactions -> explanations',
  'transactions -> withdrawals',
  'withdrawals -> explanations',
]

const manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The import rules that the compiler does not check. */
export function arrowFaults(path: string, nodes: Node[]): string[] {
  return importsOf(nodes).flatMap((target) =>
    target.startsWith('.') || target.startsWith('#') ? ownArrow(path, target) : packageArrow(path, target),
  )
}

function ownArrow(path: string, target: string): string[] {
  const aim = target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target)
  const faults: string[] = []
  const room = roomOf(path)
  // A tool that reads its configuration may not resolve our import aliases.
  if (target.startsWith('.') && !isConfig(path) && roomOf(aim) !== room)
    faults.push(`${target} leaves the room: write #${aim}`)
  if (target.startsWith('#') && roomOf(aim) === room)
    faults.push(`${target} is in the same room: write a relative path`)
  faults.push(...webStrataFaults(path, aim))
  if (isTest(path)) return faults
  return [...faults, ...webArrow(path, aim), ...serverArrowFaults(path, aim)]
}

function webArrow(path: string, aim: string): string[] {
  const isDesk = path.startsWith('web/desk/')
  if (isDesk && /^web\/(?!ui\/|api\/|desk\/)/.test(aim))
    return [`the desk must not know ${aim}, which is the portal's`]
  if (!isDesk && path.startsWith('web/') && aim.startsWith('web/desk/'))
    return [`${path} must not know the desk: parents would download it`]
  if (/^web\/(?!sandbox-page\/)/.test(path) && aim.startsWith('web/sandbox-page/'))
    return [`${path} must not know the sandbox's page: parents would download it`]
  const to = featureIn(aim)
  if (!to) return []
  const from = featureIn(path)
  if (!from || from === to || knownEdges.includes(`${from} -> ${to}`)) return []
  return [`the feature ${from} must not know the feature ${to}`]
}

const featureIn = (path: string) => /^web\/features\/([^/]+)\//.exec(path)?.[1]

function packageArrow(path: string, target: string): string[] {
  if (target.startsWith('node:') || target.startsWith('virtual:')) return []
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
  const isDeployed =
    ['domain', 'contract', 'server', 'ops'].includes(roomOf(path)) && !isTest(path) && !isConfig(path)
  if (isDeployed && roomOf(path) === 'domain') return [`domain imports no package, not even ${name}`]
  if (isDeployed && roomOf(path) === 'contract' && name !== 'zod')
    return [`contract imports zod only, not ${name}`]
  if (name in manifest.dependencies || (!isDeployed && name in manifest.devDependencies)) return []
  return [`${name} is not among the ${isDeployed ? 'run-time ' : ''}dependencies of package.json`]
}
