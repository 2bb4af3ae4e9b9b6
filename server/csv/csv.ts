/** A row of a file, with the line it begins on, counted from 1. */
export type CsvRow = { line: number; cells: string[] }

/** The file is no CSV, or too much of one: nothing of it is believed. */
export class CsvRefused extends Error {
  readonly line: number

  constructor(line: number, problem: string) {
    super(problem)
    this.name = 'CsvRefused'
    this.line = line
  }
}

export const csvMaxBytes = 20 * 1024 * 1024
export const csvMaxRows = 50_000
const cellMaxLength = 1_000

/**
 * Reads a file as it comes in, without ever holding the whole of it: quotes as in RFC 4180, lines that end in LF, CR
 * or both, a byte order mark or none. Rows without any text are left out, as spreadsheets leave them behind.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes = csvMaxBytes, maxRows = csvMaxRows } = {},
): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = rowReader()
  let bytes = 0
  let count = 0
  const counted = function* (rows: Iterable<CsvRow>) {
    for (const row of rows) {
      count += 1
      // The header is no row of theirs.
      if (count > maxRows + 1) throw new CsvRefused(row.line, `A file has at most ${maxRows} rows`)
      yield row
    }
  }
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new CsvRefused(reader.line(), 'This is not text in UTF-8')
    }
  }
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw new CsvRefused(reader.line(), `A file has at most ${Math.floor(maxBytes / 1024 / 1024)} MB`)
    }
    yield* counted(reader.take(decode(chunk)))
  }
  yield* counted(reader.take(decode()))
  yield* counted(reader.end())
}

type Place = 'CellStart' | 'Plain' | 'Quoted' | 'AfterQuote'

/** Takes text in pieces of any size and gives the rows that are whole. */
function rowReader() {
  let place: Place = 'CellStart'
  let cells: string[] = []
  let cell = ''
  let line = 1
  let rowLine = 1
  let wasReturn = false

  const endCell = () => {
    cells.push(cell)
    cell = ''
    place = 'CellStart'
  }
  const endRow = (): CsvRow | undefined => {
    endCell()
    const row = { line: rowLine, cells }
    cells = []
    return row.cells.some((text) => text.trim() !== '') ? row : undefined
  }
  const add = (character: string) => {
    cell += character
    if (cell.length > cellMaxLength) {
      throw new CsvRefused(
        rowLine,
        `A cell has at most ${cellMaxLength} characters; is a quote never closed?`,
      )
    }
  }

  return {
    line: () => line,
    *take(text: string): Generator<CsvRow> {
      for (const character of text) {
        const isNewLine = character === '\n' || character === '\r'
        // The second half of a line end that has been dealt with.
        const isRest = character === '\n' && wasReturn
        wasReturn = character === '\r'
        if (isNewLine && !isRest) line += 1
        if (place === 'Quoted') {
          if (character === '"') place = 'AfterQuote'
          else add(character)
          continue
        }
        if (isRest) continue
        if (isNewLine) {
          const row = endRow()
          rowLine = line
          if (row) yield row
        } else if (character === ',') endCell()
        else if (character === '"' && place === 'CellStart') place = 'Quoted'
        else if (character === '"' && place === 'AfterQuote') {
          // Two quotes within quotes are one.
          add('"')
          place = 'Quoted'
        } else if (character === '"' || place === 'AfterQuote') {
          throw new CsvRefused(line, 'A quote stands where none may: put the whole cell in quotes')
        } else {
          place = 'Plain'
          add(character)
        }
      }
    },
    *end(): Generator<CsvRow> {
      if (place === 'Quoted') throw new CsvRefused(rowLine, 'A quote is never closed')
      if (cells.length === 0 && cell === '' && place === 'CellStart') return
      const row = endRow()
      if (row) yield row
    },
  }
}
