import pg from 'pg'
import type { Statement } from './sql.ts'

/** As much of a connection of the driver as a query needs, which its types do not tell. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  /** By name: what the database has already been told of. */
  parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: (string | Buffer | null)[] }): void
  describe(portal: { type: 'P'; name: '' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(reason: string): void
}

type Field = { name: string; dataTypeID: number; format: 'text' | 'binary' }
type Column = { name: string; parse: (text: string) => unknown }

const { prepareValue } = (
  pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
).utils

/** The columns of each statement that a connection has prepared. What is prepared cannot change them: it fails first. */
const columnsOf = new WeakMap<Connection, Map<string, Column[]>>()

const int8 = 20
const date = 1082

function parserOf({ dataTypeID, format }: Field): Column['parse'] {
  if (dataTypeID === int8) return toSafeInteger
  // A calendar date has no time zone; the driver's own parser would give it one.
  if (dataTypeID === date) return (text) => text
  return pg.types.getTypeParser(dataTypeID, format)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to count exactly`)
  return value
}

export type Outcome = { rows: unknown[]; count: number }

/**
 * A statement on its way to the database and back, in the place of the driver's own kind of query, as its cursors are.
 * That one has the columns described anew with every answer and builds them up anew, 15 µs of each; this one asks for
 * them once for each connection.
 */
export class PreparedQuery implements pg.Submittable {
  /** The driver tells by these two what a connection has prepared. */
  readonly name: string
  readonly text: string
  /** Set by the driver. */
  declare callback: (error: Error | null, outcome?: Outcome) => void
  readonly #values: unknown[]
  #known: Map<string, Column[]> | undefined
  #columns: Column[] | undefined
  #rows: unknown[] = []
  #count = 0
  #fault: Error | undefined

  constructor({ name, text, values }: Statement) {
    this.name = name
    this.text = text
    this.#values = values
  }

  /** Says what is wrong, if it cannot even be sent. */
  submit(given: unknown): Error | null {
    const connection = given as Connection
    let values: (string | Buffer | null)[]
    try {
      values = this.#values.map((value) => prepareValue(value))
    } catch (error) {
      return error as Error
    }
    let known = columnsOf.get(connection)
    if (!known) columnsOf.set(connection, (known = new Map()))
    this.#known = known
    this.#columns = known.get(this.name)
    // All of it at once.
    connection.stream.cork()
    if (connection.parsedStatements[this.name] === undefined)
      connection.parse({ name: this.name, text: this.text })
    connection.bind({ statement: this.name, values })
    if (!this.#columns) connection.describe({ type: 'P', name: '' })
    connection.execute({})
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map((field) => ({ name: field.name, parse: parserOf(field) }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      this.#columns?.forEach(({ name, parse }, place) => {
        const text = fields[place] ?? null
        row[name] = text === null ? null : parse(text)
      })
    } catch (error) {
      this.#fault = error as Error
    }
    this.#rows.push(row)
  }

  /** "SELECT 3", "INSERT 0 3" */
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    // One that gives no rows is not described either. One without a name is not kept, and the next may be another.
    if (this.name !== '') this.#known?.set(this.name, this.#columns ?? [])
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault)
    else this.callback(null, { rows: this.#rows, count: this.#count })
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  handleCopyInResponse(connection: unknown): void {
    ;(connection as Connection).sendCopyFail('There is nothing to copy')
  }
}
