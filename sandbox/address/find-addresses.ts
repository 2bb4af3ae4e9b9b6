import { knownAddresses } from './known-addresses.ts'
import type { KnownAddress } from './known-addresses.ts'

const mostHits = 20

/** Common abbreviations of street types. */
const longForms: Record<string, string> = {
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  pde: 'parade',
  tce: 'terrace',
  cres: 'crescent',
  ct: 'court',
  dr: 'drive',
  ln: 'lane',
  pl: 'place',
  cl: 'close',
  u: 'unit',
}

const searchable = knownAddresses.map((address) => ({ address, words: wordsOf(titled(address)) }))

/** "Unit 3, 14 Boundary Road, Paddington QLD 4064" */
export function titled({ unit, number, streetName, streetType, locality, state, postcode }: KnownAddress) {
  const door = unit === null ? '' : `Unit ${unit}, `
  return `${door}${number} ${streetName} ${streetType}, ${locality} ${state} ${postcode}`
}

/** The addresses with a word starting with each typed one ("14 bound pad"); full words rank before prefixes. */
export function findAddresses(typed: string): KnownAddress[] {
  const typedWords = wordsOf(typed)
  if (typedWords.length === 0) return []
  return searchable
    .map(({ address, words }) => ({ address, score: scoreOf(typedWords, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostHits)
    .map(({ address }) => address)
}

/** Zero if a word matches nothing. An address with fewer other words ranks higher. */
function scoreOf(typedWords: string[], words: string[]): number {
  const left = [...words]
  let score = 100 - words.length
  for (const word of typedWords) {
    const whole = left.findIndex((known) => fits(word, known, (one, other) => one === other))
    const at = whole >= 0 ? whole : left.findIndex((known) => fits(word, known, startsWith))
    if (at < 0) return 0
    score += whole >= 0 ? 10 : 1
    left.splice(at, 1)
  }
  return score
}

function fits(word: string, known: string, test: (known: string, word: string) => boolean): boolean {
  return test(known, word) || (longForms[word] !== undefined && test(known, longForms[word]))
}

const startsWith = (known: string, word: string) => known.startsWith(word)

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d']+/u)
    .filter((word) => word !== '')
}
