import { getDocumentProxy } from 'unpdf'

/** A piece of text where it stands: from the left and from the bottom, in points. */
export type Piece = { text: string; x: number; y: number; width: number; size: number }
export type PdfPage = { width: number; lines: string[]; pieces: Piece[] }
export type Pdf = { title: string; author: string; language: string; isTagged: boolean; pages: PdfPage[] }

/** Reads a PDF back as its reader would: page by page, line by line from the top, each from left to right. */
export async function readPdf(bytes: Uint8Array): Promise<Pdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  try {
    const { info } = await document.getMetadata()
    const facts = info as { Title?: string; Author?: string; Language?: string }
    const pages: PdfPage[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const pieces = items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [size = 0, , , , x = 0, y = 0] = item.transform as number[]
        return [{ text: item.str, x, y, width: item.width, size }]
      })
      pages.push({ width: page.getViewport({ scale: 1 }).width, lines: linesOf(pieces), pieces })
    }
    const marks = await document.getMarkInfo()
    return {
      title: facts.Title ?? '',
      author: facts.Author ?? '',
      language: facts.Language ?? '',
      isTagged: marks?.Marked === true,
      pages,
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

function linesOf(pieces: Piece[]): string[] {
  const byHeight = Map.groupBy(pieces, ({ y }) => Math.round(y))
  return [...byHeight]
    .toSorted(([a], [b]) => b - a)
    .map(([, line]) => joined(line.toSorted((a, b) => a.x - b.x)))
}

/** Pieces that touch are one word: a word with letters of two fonts is drawn in two. */
function joined(line: Piece[]): string {
  return line.reduce((text, piece, place) => {
    const before = line[place - 1]
    const isApart = before !== undefined && piece.x - before.x - before.width > 1
    return `${text}${isApart ? ' ' : ''}${piece.text}`
  }, '')
}

/** Pieces of text that stand on each other, or beyond the edge of their page. */
export function overflows({ pages }: Pdf): string[] {
  return pages.flatMap(({ width, pieces }, place) => {
    const outside = pieces.filter(({ x, width: own, y }) => x < 20 || x + own > width - 20 || y < 15)
    const collisions = pieces.filter((piece, index) =>
      pieces.some(
        (other, at) =>
          at > index &&
          Math.abs(other.y - piece.y) < Math.min(other.size, piece.size) * 0.7 &&
          other.x < piece.x + piece.width - 1 &&
          piece.x < other.x + other.width - 1,
      ),
    )
    return [...outside, ...collisions].map(({ text }) => `page ${place + 1}: ${text}`)
  })
}
