import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { parseAst } from 'vite'
import { projectDir } from '../project.ts'

export const rooms = ['domain', 'contract', 'server', 'web', 'sandbox', 'ops', 'tools', 'e2e'] as const

export type Source = { path: string; text: string }
export type Node = { type: string; [key: string]: unknown }

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.build', 'test-results'])
const textual = /\.(ts|tsx|js|mjs|css|sql|html|md|json|svg|yaml)$/

/** Every hand-written text file of the project. */
export function readSources(): Source[] {
  return pathsIn('')
    .filter((path) => textual.test(path) && path !== 'package-lock.json')
    .map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8') }))
}

export function pathsIn(folder: string): string[] {
  return readdirSync(join(projectDir, folder), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? pathsIn(path) : [path]
    })
}

export const roomOf = (path: string) => path.split('/')[0] ?? ''
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/')
export const isConfig = (path: string) => path.endsWith('.config.ts')
export const isCode = (path: string) => /\.(ts|tsx|js|mjs)$/.test(path)

/** Reading a file is what takes time, so what it imports is kept. */
const importsRead = new WeakMap<Source, string[]>()

/** All nodes of a file's syntax tree, so that comments and strings are not mistaken for code. */
export function nodesOf(source: Source): Node[] {
  const { path, text } = source
  const lang = extname(path).slice(1).replace('mjs', 'js') as 'ts' | 'tsx' | 'js'
  const found = nodesUnder(parseAst(text, { lang, sourceType: 'module' }))
  importsRead.set(source, importsOf(found))
  return found
}

/** A part of a syntax tree, and all that is in it. */
export function nodesUnder(value: unknown): Node[] {
  const found: Node[] = []
  const visit = (each: unknown) => {
    if (Array.isArray(each)) each.forEach(visit)
    else if (isNode(each)) {
      found.push(each)
      Object.values(each).forEach(visit)
    }
  }
  visit(value)
  return found
}

/** What a file imports, without reading it again. */
export function importsIn(source: Source): string[] {
  return importsRead.get(source) ?? importsOf(nodesOf(source))
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

export function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : undefined
}

/** `process.env` for the member access `process.env`. */
export function memberOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined
  return `${nameOf(node.object) ?? ''}.${nameOf(node.property) ?? ''}`
}

/** Every string in a file; templates without their expressions. */
export function textsOf(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
    if (node.type !== 'TemplateLiteral') return []
    const parts = node.quasis as { value: { raw: string } }[]
    return [parts.map((part) => part.value.raw).join(' … ')]
  })
}

/** What a file imports: declared, re-exported, dynamic or as a type. */
export function importsOf(nodes: Node[]): string[] {
  return nodes
    .filter(({ type }) => /^(Import|Export\w+)Declaration$|^ImportExpression$|^TSImportType$/.test(type))
    .map(({ source }) => (isNode(source) ? source.value : undefined))
    .filter((value) => typeof value === 'string')
}
