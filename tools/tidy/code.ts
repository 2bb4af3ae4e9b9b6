import { isConfig, isNode, isTest, memberOf, nameOf, type Node, roomOf, textsOf } from './source.ts'

/** Code that is allowed only in certain files. */
export function codeFaults(path: string, nodes: Node[]): string[] {
  return [
    ...(mayReadEnvironment(path) ? [] : environmentFaults(nodes)),
    ...(mayFetch(path)
      ? []
      : nodes.filter(isFetch).map(() => 'fetch belongs to the providers and the API client')),
    ...(mayReadClock(path)
      ? []
      : nodes.filter(readsClockOrChance).map(() => 'time and chance are given, not taken')),
    ...(mayHoldSql(path)
      ? []
      : textsOf(nodes)
          .filter(isSql)
          .map(() => 'SQL belongs into a store')),
    ...(isStore(path) || isReads(path) ? textsOf(nodes).flatMap(sqlClockFaults) : []),
    ...(isReads(path) ? textsOf(nodes).flatMap(changeFaults) : []),
    ...(mayExportDefault(path)
      ? []
      : nodes.filter(isDefaultExport).map(() => 'a default export has no name')),
    ...nodes
      .filter(isPathFromAddress)
      .map(() => 'the pathname of a file: address is no path: use fileURLToPath'),
    ...(isBarrel(nodes) ? ['a file that only passes on what others export hides where things are'] : []),
  ]
}

const mayReadEnvironment = (path: string) =>
  ['server/platform/config.ts', 'sandbox/main.ts'].includes(path) ||
  ['ops', 'tools'].includes(roomOf(path)) ||
  isTest(path) ||
  isConfig(path)

const mayFetch = (path: string) =>
  /^(server\/platform\/providers|web\/api|web\/sandbox-page|web\/support|sandbox|ops|tools)\//.test(path) ||
  // They run where the HTTP client has not loaded yet, or has failed.
  ['web/first-paint/early-calls.ts', 'web/desk/foundation/report-fault.ts'].includes(path) ||
  isTest(path) ||
  isConfig(path)

/** The server has one clock, the domain none. Log lines have the real time on purpose. */
const mayReadClock = (path: string) =>
  isTest(path) ||
  !['domain', 'contract', 'server'].includes(roomOf(path)) ||
  ['server/platform/clock.ts', 'server/platform/log.ts'].includes(path)

const isStore = (path: string) => path.endsWith('.store.ts')
const isReads = (path: string) => path.endsWith('.reads.ts')

const mayHoldSql = (path: string) =>
  isTest(path) ||
  roomOf(path) !== 'server' ||
  isStore(path) ||
  isReads(path) ||
  path.startsWith('server/platform/database/')

/** Only where a tool requires it. */
const mayExportDefault = (path: string) => isConfig(path) || path === 'e2e/stack.ts'

function environmentFaults(nodes: Node[]): string[] {
  const isEnv = (node: Node) => memberOf(node) === 'process.env'
  const takesEnv = (node: Node) =>
    node.type === 'VariableDeclarator' &&
    nameOf(node.init) === 'process' &&
    isNode(node.id) &&
    Array.isArray(node.id.properties) &&
    node.id.properties.some((property) => isNode(property) && nameOf(property.key) === 'env')
  return nodes
    .filter((node) => isEnv(node) || takesEnv(node))
    .map(() => 'process.env is read in the configuration only')
}

function isFetch(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  return (
    nameOf(node.callee) === 'fetch' || /^(globalThis|window|self)\.fetch$/.test(memberOf(node.callee) ?? '')
  )
}

function readsClockOrChance(node: Node): boolean {
  const isNow = node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && isEmpty(node.arguments)
  return isNow || /^(Date\.now|Math\.random|Temporal\.Now)$/.test(memberOf(node) ?? '')
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

const statement =
  /^\s*(select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|(create|alter|drop|lock|truncate)\s+(table|index|database|type|schema)\s|(begin|commit|rollback)\s*$)/

/** "Select a school" is a sentence, "select a" and "SELECT a" are not. */
function isSql(text: string): boolean {
  const [first = ''] = text.trim().split(/\s/, 1)
  const isSentence = /^[A-Z][a-z]/.test(first)
  return !isSentence && statement.test(text.toLowerCase())
}

function sqlClockFaults(text: string): string[] {
  const found = /\bnow\(\)|\bcurrent_(date|time|timestamp)\b|\blocaltime(stamp)?\b/i.exec(text)
  return found ? [`the database has no clock of ours: pass the time instead of ${found[0]}`] : []
}

const change =
  /\binsert\s+into\b|\bupdate\s+\S+(\s+\S+)?\s+set\b|\bdelete\s+from\b|\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b|\bpg_\w*advisory\w*/i

/** Other folders use reads. What changes rows, or locks them for that, is private to a folder. */
function changeFaults(text: string): string[] {
  const found = change.exec(text)
  return found ? [`a read changes and locks nothing: "${found[0]}" belongs into a store`] : []
}

function isDefaultExport(node: Node): boolean {
  const isNamedSo = node.type === 'ExportSpecifier' && nameOf(node.exported) === 'default'
  return node.type === 'ExportDefaultDeclaration' || isNamedSo
}

/** In an address, the space in the name of a folder is `%20`. */
function isPathFromAddress(node: Node): boolean {
  const address = node.object
  if (node.type !== 'MemberExpression' || nameOf(node.property) !== 'pathname' || !isNode(address))
    return false
  const parts = address.type === 'NewExpression' ? (address.arguments as Node[]) : []
  return nameOf(address.callee) === 'URL' && parts.some(isOwnAddress)
}

const isOwnAddress = (node: Node) =>
  node.type === 'MemberExpression' && isNode(node.object) && node.object.type === 'MetaProperty'

function isBarrel(nodes: Node[]): boolean {
  const program = nodes.find((node) => node.type === 'Program')
  const body = (program?.body ?? []) as Node[]
  return body.length > 0 && body.every((node) => node.type.startsWith('Export') && isNode(node.source))
}
