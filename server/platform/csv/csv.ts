import { CsvError, parse } from 'csv-parse'

/** A row of a file, with the line it begins on, counted from 1. */
export type CsvRow = { line: number; cells: string[] }

/** The file is not CSV, or is too large. None of it is used. */
export class InvalidCsv extends Error {
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
/** More than a row of any supported file needs, so that an unclosed quote does not swallow the whole file. */
const rowMaxBytes = 128 * 1024
const tooLong = `A cell has at most ${cellMaxLength} characters; is a quote never closed?`

/**
 * Reads a file as it arrives, without holding all of it: quotes as in RFC 4180, lines that end in LF, CR or both,
 * with or without a byte order mark. Rows without text are skipped, because spreadsheets leave them behind.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes = csvMaxBytes, maxRows = csvMaxRows } = {},
): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parsed: { cells: string[]; emptyLines: number }[] = []
  const parser = parse({
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Otherwise the parser would report an error for each empty line, as a row of another length.
    skip_empty_lines: true,
    max_record_size: rowMaxBytes,
    // The parser's own output would lose the rows before a fault.
    on_record: (cells: string[], { empty_lines: emptyLines }) => void parsed.push({ cells, emptyLines }),
  })
  // The callback of the write that fails gets the error too.
  parser.on('error', () => undefined)
  const write = (text: string) => new Promise<unknown>((resolve) => parser.write(text, resolve))
  const end = () => new Promise<unknown>((resolve) => parser.end(resolve))
  let bytes = 0
  let count = 0
  let line = 1

  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new InvalidCsv(line + parser.info.empty_lines, 'This is not text in UTF-8')
    }
  }
  const rowsAfter = async function* (step: Promise<unknown>) {
    const fault = await step
    for (const { cells, emptyLines } of parsed.splice(0)) {
      const row = { line: line + emptyLines, cells }
      line += 1 + lineEndsIn(cells)
      if (cells.every((text) => text.trim() === '')) continue
      count += 1
      // The header does not count as a row.
      if (count > maxRows + 1) throw new InvalidCsv(row.line, `A file has at most ${maxRows} rows`)
      if (cells.some((text) => text.length > cellMaxLength)) throw new InvalidCsv(row.line, tooLong)
      yield row
    }
    if (fault) throw new InvalidCsv(line + parser.info.empty_lines, problemOf(fault))
  }

  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new InvalidCsv(
        line + parser.info.empty_lines,
        `A file has at most ${Math.floor(maxBytes / 1024 / 1024)} MB`,
      )
    yield* rowsAfter(write(decode(chunk)))
  }
  // Refuses a file that ends in the middle of a character.
  decode()
  yield* rowsAfter(end())
}

/** The parser counts a CR and LF within quotes as two lines, so lines are counted here. */
function lineEndsIn(cells: readonly string[]): number {
  return cells.join(' ').match(/\r\n|\r|\n/g)?.length ?? 0
}

function problemOf(error: unknown): string {
  const code = error instanceof CsvError ? error.code : undefined
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is never closed'
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE')
    return 'A quote stands where none may: put the whole cell in quotes'
  throw error
}
