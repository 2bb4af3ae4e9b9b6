import { inflate } from 'node:zlib'

/**
 * Features of a PDF beyond reading: running a script, starting a program, carrying other files, sending a form or
 * playing a film. Documents that families upload need none of them, and staff open those documents.
 */
const forbiddenNames =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia|Rendition|Movie|SubmitForm|ImportData|GoToE|GoToR)(?![^\s\0()<>[\]{}/%])/

/** Limits for files that are built to waste processing time. They are far above what ordinary programs write. */
const longestDictionary = 64 * 1024
const longestBeforeFirst = 2048
const maxCharactersRead = 4 * 1024 * 1024
const largestObjectStream = 16 * 1024 * 1024
const largestObjectStreams = 64 * 1024 * 1024

/**
 * Whether a PDF can do nothing but be read. Names may be hidden by escapes or in compressed object streams. A PDF
 * that is encrypted, or compressed in ways that object streams never are, cannot be checked and is refused.
 */
export async function isPassivePdf(bytes: Buffer): Promise<boolean> {
  const raw = bytes.toString('latin1')
  try {
    const parts = [raw]
    let size = 0
    for (const stream of objectStreams(raw)) {
      const content = stream.isCompressed ? await inflated(bytes.subarray(stream.start)) : ''
      size += content.length
      if (size > largestObjectStreams) return false
      parts.push(asObjects(content, stream))
    }
    const text = parts.map(withoutEscapes).join('\n')
    return !forbiddenNames.test(text) && !/\/Encrypt(?![A-Za-z])/.test(text) && hasPassiveOpenAction(text)
  } catch (error) {
    if (error instanceof CannotBeChecked) return false
    throw error
  }
}

class CannotBeChecked extends Error {}

/** Any character of a name may be written as its number: /J#61vaScript. */
const withoutEscapes = (text: string) =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

type ObjectStream = { start: number; first: number; count: number; isCompressed: boolean }

/** Matches /First, in which any letter may be written as its number. */
const firstName = /\/(?:F|#46)(?:i|#69)(?:r|#72)(?:s|#73)(?:t|#74)(?![^\s\0()<>[\]{}/%])/g

/**
 * Streams that hold objects. The dictionary of each states where its first object begins, as readers need it, so
 * every such name is followed to the stream behind it, and the dictionary is read from each position where it may
 * begin.
 */
function* objectStreams(text: string): Generator<ObjectStream> {
  const budget = { left: maxCharactersRead }
  for (const { index: at } of text.matchAll(firstName)) {
    const { stream } = readObject(text, at, 1, budget)
    if (stream === undefined) continue
    const dictionaries = headersBefore(text, at)
      .map((header) => readObject(text, header, 0, budget))
      .filter((object) => object.stream === stream)
      .map(({ words }) => words)
    if (dictionaries.length === 0) throw new CannotBeChecked()
    for (const dictionary of dictionaries) yield { start: stream, ...layoutOf(dictionary) }
  }
}

function layoutOf(dictionary: string): Omit<ObjectStream, 'start'> {
  const filters = [...dictionary.matchAll(/\/Filter(\s*\[[^\]]*\]|\s*\/\w+)?/g)].map(([, filter]) =>
    filter?.replaceAll(/[\s[\]]/g, ''),
  )
  // No ordinary program packs objects in other ways, shifts their bytes, or stores them in another file.
  if (filters.some((filter) => filter !== '/FlateDecode') || /\/DecodeParms|\/F(?!\w)/.test(dictionary))
    throw new CannotBeChecked()
  return {
    first: Number(/\/First\s+(\d+)/.exec(dictionary)?.[1]),
    count: Number(/\/N\s+(\d+)/.exec(dictionary)?.[1]),
    isCompressed: filters.length > 0,
  }
}

/** The positions after "12 0 obj", for every object that may begin here. */
function headersBefore(text: string, end: number): number[] {
  const from = Math.max(0, end - longestBeforeFirst)
  return [...text.slice(from, end).matchAll(/(?<!end)obj/g)].map(({ index }) => from + index + 3)
}

const token = /%[^\r\n]*|<<|>>|<[^>]*>|\/[^\s\0()<>[\]{}/%]*|[^\s\0()<>[\]{}/%]+|[[\]{}<>)]|[\s\0]+/y

/** The tokens of an object without its strings and comments, and where its stream begins, if it has one. */
function readObject(text: string, from: number, initialDepth: number, budget: { left: number }) {
  let words = ''
  let depth = initialDepth
  let at = from
  while (at < text.length) {
    const begin = at
    if (text[at] === '(') at = endOfString(text, at)
    else {
      token.lastIndex = at
      const word = token.exec(text)?.[0] ?? text.charAt(at)
      at += word.length
      if (word === '<<') depth += 1
      if (word === '>>') depth -= 1
      if (depth <= 0 && word === 'endobj') return { words }
      if (depth <= 0 && word === 'stream') return { words, stream: afterLineBreak(text, at) }
      words += word.startsWith('%') ? ' ' : withoutEscapes(word)
    }
    budget.left -= at - begin
    if (at - from > longestDictionary || budget.left < 0) throw new CannotBeChecked()
  }
  return { words }
}

function endOfString(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < Math.min(text.length, from + longestDictionary); at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) === 0) return at + 1
  }
  throw new CannotBeChecked()
}

const afterLineBreak = (text: string, at: number) =>
  at + (/^[ \t]*(?:\r\n|\n|\r)?/.exec(text.slice(at, at + 16))?.[0].length ?? 0)

async function inflated(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    inflate(bytes, { maxOutputLength: largestObjectStream }, (error, result) =>
      error ? reject(new CannotBeChecked()) : resolve(result.toString('latin1')),
    )
  })
}

/**
 * An object stream begins with the numbers and positions of its objects. Rewrites them in the form they have outside
 * a stream.
 */
function asObjects(content: string, { first, count }: ObjectStream): string {
  const numbers = content.slice(0, first).trim().split(/\s+/).map(Number)
  const offsets = Array.from({ length: Math.min(count, numbers.length / 2) || 0 }, (_, index) => index * 2)
  const objects = offsets.map((offset) => {
    const [from, to] = [numbers[offset + 1] ?? 0, numbers[offset + 3]]
    return `${numbers[offset]} 0 obj ${content.slice(first + from, to === undefined ? undefined : first + to)} endobj`
  })
  return [content, ...objects].join('\n')
}

/** Many programs set the page that is shown first. Opening a document must have no other effect. */
function hasPassiveOpenAction(text: string): boolean {
  return [...text.matchAll(/\/OpenAction[\s\0]*(\[|<<[^>]{0,500}|\d+[\s\0]+\d+[\s\0]+R)?/g)].every(
    ([, action = '']) => {
      const reference = /^(\d+)\D+(\d+)/.exec(action)
      return reference ? targets(text, reference).every(isDestination) : isDestination(action)
    },
  )
}

function targets(text: string, [, number = '', generation = '']: readonly string[]): string[] {
  const matches = text.matchAll(
    new RegExp(`\\b${number}[\\s\\0]+${generation}[\\s\\0]+obj[\\s\\0]*([^]{0,500})`, 'g'),
  )
  const bodies = [...matches].map(([, body = '']) => body.split('endobj')[0] ?? '')
  return bodies.length === 0 ? [''] : bodies
}

const isDestination = (action: string) =>
  action.startsWith('[') || (/\/S[\s\0]*\/GoTo(?!\w)/.test(action) && !action.includes('/Next'))
