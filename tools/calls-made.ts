import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { inProject } from './project.ts'
import { isNode, nameOf, nodesOf, nodesUnder, type Node } from './tidy/source.ts'

/** One file: what it declares at its top by name, and what its names from other files of the project stand for. */
type Module = { path: string; declared: Map<string, Node>; imported: Map<string, Place> }
/** A declaration of a file, or the whole file. */
type Place = { path: string; name?: string }

const modules = new Map<string, Module>()

/** The writes of staff that code can come to make, found by following its names and imports through the project. */
export function callsMadeFrom(start: Place & { node?: Node }): Set<string> {
  const calls = new Set<string>()
  const seen = new Set<unknown>()
  const follow = ({ path, name }: Place) => {
    const { declared } = moduleAt(path)
    const found = name === undefined ? [...declared.values()] : declared.get(name)
    for (const node of found === undefined ? [] : [found].flat()) walk(path, node)
  }
  const walk = (path: string, node: Node) => {
    if (seen.has(node)) return
    seen.add(node)
    const { declared, imported } = moduleAt(path)
    for (const each of partsOf(node)) {
      for (const call of writesIn(each)) calls.add(call)
      const name = nameOf(each) ?? (each.type === 'JSXIdentifier' ? String(each.name) : '')
      const [own, other] = [declared.get(name), imported.get(name)]
      if (own) walk(path, own)
      if (other) follow(other)
      const lazy = lazyImport(path, each)
      if (lazy) follow(lazy)
    }
  }
  if (start.node) walk(start.path, start.node)
  else follow(start)
  return calls
}

/** The commands of a file of the command line, by name. */
export function commandsIn(path: string): { name: string; node: Node }[] {
  return [...moduleAt(path).declared.values()].flatMap(partsOf).flatMap((node) => {
    if (
      node.type !== 'CallExpression' ||
      !/^(command|callCommand|fileCommand|importCommand)$/.test(nameOf(node['callee']) ?? '')
    )
      return []
    const name = valueOf(node['arguments'], 'name')
    return name === undefined ? [] : [{ name, node }]
  })
}

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const module: Module = { path, declared: new Map(), imported: new Map() }
  modules.set(path, module)
  const [program] = nodesOf({ path, text: readFileSync(inProject(...path.split('/')), 'utf8') })
  for (const statement of (program?.['body'] ?? []) as Node[]) readStatement(module, statement)
  return module
}

function readStatement(module: Module, statement: Node): void {
  if (statement.type === 'ImportDeclaration') return readImport(module, statement)
  const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement
  const { declarations } = declaration as { declarations?: Node[] }
  if (!declarations) {
    const name = nameOf(declaration['id'])
    module.declared.set(name ?? `statement ${module.declared.size}`, declaration)
  }
  for (const each of declarations ?? []) module.declared.set(nameOf(each['id']) ?? '', each)
}

function readImport({ path, imported }: Module, statement: Node): void {
  const from = fileOf(path, statement['source'])
  if (from === undefined || statement['importKind'] === 'type') return
  for (const specifier of statement['specifiers'] as Node[]) {
    const local = nameOf(specifier['local'])
    if (local) imported.set(local, { path: from, name: nameOf(specifier['imported']) ?? local })
  }
}

/** `(await import('./x.tsx')).name`, or the whole file where no name follows. */
function lazyImport(path: string, node: Node): Place | undefined {
  const member = node.type === 'MemberExpression' ? node : undefined
  const inner = member && isNode(member['object']) ? member['object'] : node
  const imports = inner.type === 'AwaitExpression' && isNode(inner['argument']) ? inner['argument'] : inner
  if (imports.type !== 'ImportExpression') return undefined
  const from = fileOf(path, imports['source'])
  const name = member && nameOf(member['property'])
  return from === undefined ? undefined : { path: from, ...(name && name !== 'then' && { name }) }
}

function fileOf(path: string, source: unknown): string | undefined {
  const target = isNode(source) ? String(source['value']) : ''
  const isOurs = target.startsWith('.') && /\.tsx?$/.test(target)
  return isOurs ? posix.join(posix.dirname(path), target) : undefined
}

function writesIn(node: Node): string[] {
  const isWrite = (text: string) => /^(POST|PUT|DELETE) \/api\/staff/.test(text)
  if (node.type === 'Literal') return [String(node['value'])].filter(isWrite)
  if (node.type !== 'TemplateLiteral') return []
  // Its last word is put in: the words that can be are literals nearby.
  const quasis = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return [quasis.join('*')].filter(isWrite)
}

function valueOf(given: unknown, key: string): string | undefined {
  const [first] = given as Node[]
  const properties = (first?.['properties'] ?? []) as Node[]
  const found = properties.find((property) => nameOf(property['key']) === key)?.['value']
  return isNode(found) && found.type === 'Literal' ? String(found['value']) : undefined
}

const under = new WeakMap<Node, Node[]>()

function partsOf(node: Node): Node[] {
  const parts = under.get(node) ?? nodesUnder(node)
  under.set(node, parts)
  return parts
}
