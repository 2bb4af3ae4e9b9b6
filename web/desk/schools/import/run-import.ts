import type { ImportLine, ImportResult } from '#contract/staff-imports.ts'
import type { DeskImport } from '#domain/import-columns.ts'
import { send } from '../../foundation/staff-client.ts'

type ImportOrder = {
  kind: DeskImport
  schoolId: string
  /** The bytes that were looked at are the bytes that are written. */
  file: Blob
  reason: string
  isRehearsal: boolean
  onRows: (rows: number) => void
}

/** The connection ended before the server said how it went. */
class ImportUnknown extends Error {}
/** By no fault of the file; nothing was written. */
class ImportFailed extends Error {}

/** Sends a file and follows how far it has come, to its result. */
export async function runImport(order: ImportOrder): Promise<ImportResult> {
  const { kind, schoolId, file, reason, isRehearsal } = order
  const reply = await send('POST /api/staff/imports/:kind', {
    params: { kind },
    query: { reason, dryRun: isRehearsal, schoolId },
    body: file,
  })
  for await (const line of linesOf(reply)) {
    if ('phase' in line) order.onRows(line.rows)
    else if (line.outcome === 'Failed') throw new ImportFailed()
    else return line
  }
  throw new ImportUnknown()
}

async function* linesOf(reply: Response): AsyncGenerator<ImportLine> {
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as ImportLine
    }
  } catch {
    throw new ImportUnknown()
  }
}

export function importFailureText(error: unknown, fallback: string): string {
  if (error instanceof ImportFailed)
    return 'The server could not finish the import. Nothing was imported. Try again.'
  if (error instanceof ImportUnknown)
    return 'The connection was lost before the result arrived. The file may have been imported: check it again to see which rows already exist.'
  return fallback
}
