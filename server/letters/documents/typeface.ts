import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { unpackWebFont } from './web-font.ts'

export type Weight = 'regular' | 'strong'
export type FontName = `${'latin' | 'latin-ext'} ${Weight}`

/** How a text is set. Tabular figures are all of one width, so that sums stand under each other. */
export type TextStyle = { weight: Weight; size: number; isTabular?: boolean }

/** Members of the PDF library's font that its types do not declare. */
type Font = {
  unitsPerEm: number
  characterSet: number[]
  layout(text: string, features?: string[]): { advanceWidth: number }
}

const files: Record<Weight, number> = { regular: 400, strong: 600 }

type Loaded = { font: Font; letters: Set<number> }
let loaded: Record<FontName, Loaded> | undefined

/** The fonts are parsed once for each process: that takes longer than drawing a page. */
export function fonts(): Record<FontName, Loaded> {
  loaded ??= {
    'latin regular': loadFont('latin', 'regular'),
    'latin strong': loadFont('latin', 'strong'),
    'latin-ext regular': loadFont('latin-ext', 'regular'),
    'latin-ext strong': loadFont('latin-ext', 'strong'),
  }
  return loaded
}

function loadFont(part: 'latin' | 'latin-ext', weight: Weight): Loaded {
  const file = import.meta.resolve(`@fontsource/figtree/files/figtree-${part}-${files[weight]}-normal.woff`)
  const document = new PDFDocument({ autoFirstPage: false, font: '' })
  document.font(unpackWebFont(readFileSync(fileURLToPath(file))))
  const { font } = (document as unknown as Record<'_font', { font: Font }>)['_font']
  return { font, letters: new Set(font.characterSet) }
}

/** A text is drawn in pieces, because neither file of the typeface has the letters of the other. */
export type Piece = { font: FontName; text: string }

/** No paragraph of ours is longer; a longer text would be an attack. */
const maxLength = 4000

export function piecesOf(text: string, weight: Weight): Piece[] {
  if (text !== '' && isPlain(text)) return [{ font: `latin ${weight}`, text }]
  const pieces: Piece[] = []
  for (const letter of drawable(text)) {
    const font = fontFor(letter, weight) ?? (`latin ${weight}` as const)
    const last = pieces.at(-1)
    if (last?.font === font) last.text += letter
    else pieces.push({ font, text: letter })
  }
  return pieces
}

function fontFor(letter: string, weight: Weight): FontName | undefined {
  const code = letter.codePointAt(0) ?? 0
  const names = [`latin ${weight}`, `latin-ext ${weight}`] as const
  return names.find((name) => fonts()[name].letters.has(code))
}

/** Whether the first font file has all letters and nothing needs mending, as in nearly every text. */
const isPlain = (text: string) => text.length <= maxLength && /^(?:[!-~]| (?! ))*$/.test(text)

const spaces = /[\s\p{Z}]+/gu
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu

/**
 * The text as far as our typeface can draw it. A missing letter loses its accents; other missing characters become "?".
 */
export function drawable(text: string): string {
  if (isPlain(text)) return text
  const tidied = text.slice(0, maxLength).normalize('NFC').replace(spaces, ' ').replace(unseen, '')
  return Array.from(tidied, (letter) => {
    if (fontFor(letter, 'regular')) return letter
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return Array.from(plain).every((part) => fontFor(part, 'regular')) ? plain : '?'
  }).join('')
}

export const tabular: ['tnum'] = ['tnum']

export function widthOf(text: string, { weight, size, isTabular }: TextStyle): number {
  const widths = piecesOf(text, weight).map((piece) => widthOfPiece(piece, isTabular ?? false) * size)
  return widths.reduce((sum, width) => sum + width, 0)
}

const maxWidths = 4096
const widths = new Map<string, number>()

/** The width at size 1. The same words come on every line, so widths are cached, as many as a few documents need. */
function widthOfPiece({ font: name, text }: Piece, isTabular: boolean): number {
  const key = `${name} ${isTabular} ${text}`
  let width = widths.get(key)
  if (width === undefined) {
    const { font } = fonts()[name]
    width = font.layout(text, isTabular ? tabular : []).advanceWidth / font.unitsPerEm
    if (widths.size >= maxWidths) widths.clear()
    widths.set(key, width)
  }
  return width
}

/** Breaks the text into lines that fit. Text beyond the last line is shortened to three dots. */
export function linesOf(text: string, style: TextStyle, width: number, most: number): string[] {
  const lines: string[] = []
  const space = widthOf(' ', style)
  let line = ''
  let filled = 0
  for (const word of drawable(text)
    .trim()
    .split(' ')
    .flatMap((part) => breakWord(part, style, width))) {
    const needed = widthOf(word, style)
    if (line === '') {
      line = word
      filled = needed
    } else if (filled + space + needed <= width) {
      line += ` ${word}`
      filled += space + needed
    } else {
      lines.push(line)
      line = word
      filled = needed
    }
  }
  lines.push(line)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines[most - 1] ?? '', style, width)]
}

function breakWord(word: string, style: TextStyle, width: number): string[] {
  if (widthOf(word, style) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let filled = 0
  for (const letter of word) {
    const needed = widthOf(letter, style)
    if (part !== '' && filled + needed > width) {
      parts.push(part)
      part = ''
      filled = 0
    }
    part += letter
    filled += needed
  }
  return [...parts, part]
}

function shortened(line: string, style: TextStyle, width: number): string {
  let remaining = Array.from(line)
  while (remaining.length > 0 && widthOf(`${remaining.join('')}…`, style) > width)
    remaining = remaining.slice(0, -1)
  return `${remaining.join('').trimEnd()}…`
}

/** A sum is never cut short: it is set smaller until it fits. */
export function sizeToFit(text: string, style: TextStyle, width: number): number {
  const needed = widthOf(text, style)
  return needed <= width ? style.size : (style.size * width) / needed
}
