import { createHash } from 'node:crypto'

type Words = (string | number)[]

/** The same words always give the same id, so that links and tests survive a new load. */
export function idOf(...words: Words): string {
  const hex = hashOf(words)
  // Version 8 is for custom ids (RFC 9562).
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export function digitsOf(count: number, ...words: Words): string {
  return (BigInt(`0x${hashOf(words)}`) % 10n ** BigInt(count)).toString().padStart(count, '0')
}

export function pick<T>(list: readonly [T, ...T[]], ...words: Words): T {
  return list[Number(digitsOf(6, ...words)) % list.length] ?? list[0]
}

function hashOf(words: Words): string {
  return createHash('sha256').update(words.join('\n')).digest('hex')
}
