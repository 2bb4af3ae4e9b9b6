import { arrowFaults } from './arrows.ts'
import { codeFaults } from './code.ts'
import { nameFaults } from './names.ts'
import { isCode, nodesOf, type Source } from './source.ts'

/** All faults of a file, each as a sentence. */
export function faultsIn(source: Source): string[] {
  const { path, text } = source
  const nodes = isCode(path) ? nodesOf(source) : []
  return [...nameFaults(path), ...arrowFaults(path, nodes), ...codeFaults(path, nodes), ...wordFaults(text)]
}

/** The braces keep this file from finding itself. */
function wordFaults(text: string): string[] {
  return (text.match(/\b(TO{1}DO|FIX{1}ME|X{3})\b/g) ?? []).map(
    (word) => `${word}: do it now or leave it out`,
  )
}

/** Lines a reader has to read: blank ones and code examples do not count. */
export function proseLines(text: string): number {
  const withoutCode = text.replace(/^```[\s\S]*?^```/gm, '')
  return withoutCode.split('\n').filter((line) => line.trim() !== '').length
}

/** Registry URLs would tie everyone to the registry of the person who wrote the lockfile. */
export function lockfileFaults(text: string): string[] {
  return (text.match(/"resolved": "[^"]+"/g) ?? []).map((entry) => `the lockfile names a registry: ${entry}`)
}
