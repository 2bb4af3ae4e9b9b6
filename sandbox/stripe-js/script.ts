import { readFileSync } from 'node:fs'

/**
 * One classic script from a module and all its imports. Pages load Stripe.js with a plain script tag and expect
 * `window.Stripe` at once, which a module cannot provide. All top-level names of these modules therefore share one
 * scope.
 */
export function joinModules(entry: URL): string {
  const seen = new Set<string>()
  const read = (url: URL): string => {
    if (seen.has(url.href)) return ''
    seen.add(url.href)
    const source = readFileSync(url, 'utf8')
    const imported = [...source.matchAll(importLine)].map(([, path = '']) => read(new URL(path, url)))
    return imported.join('') + source.replaceAll(importLine, '').replaceAll(exportWord, '')
  }
  return `(() => {\n'use strict'\n${read(entry)}})()\n`
}

const importLine = /^import \{[^}]*\} from '([^']+)'\n/gm
const exportWord = /^export (?=async |class |const |function |let )/gm
