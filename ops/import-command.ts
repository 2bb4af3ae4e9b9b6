import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { importLine, type importKinds, type ImportResult } from '#contract/staff-imports.ts'
import { failureOf, send } from './api.ts'
import { command, type Command, type Session } from './command.ts'
import { OpsFailure } from './failure.ts'
import { table } from './table.ts'
import { counted } from './words.ts'

type Described = {
  name: string
  kind: (typeof importKinds)[number]
  about: string
  columns: string
  example: string
  mayReplace?: true
}

/** A command that takes in a file, telling how far it is, and then everything that is wrong with it. */
export function importCommand({ name, kind, about, columns, example, mayReplace }: Described): Command {
  return command({
    name,
    about,
    arguments: [{ name: 'file', about: `a CSV file with the columns ${columns}` }],
    options: {
      'dry-run': { about: 'find everything that is wrong and write nothing' },
      ...(mayReplace && { replace: { about: 'write over what is there for the same school and year' } }),
    },
    isChange: true,
    examples: [
      `${name} ${example} --dry-run --reason "Before the real thing"`,
      `${name} ${example} --reason "From the school"`,
    ],
    async run({ session, reason, argument, option, note }) {
      const isRehearsal = option['dry-run']
      const query = new URLSearchParams({
        reason,
        dryRun: isRehearsal ? 'true' : 'false',
        replace: String((option as Record<string, unknown>)['replace'] === true),
      })
      const path = `/api/staff/imports/${kind}?${query.toString()}`
      const result = await importFile(session, path, argument.file, note)
      if (result.outcome === 'Refused') throw refused(argument.file, result)
      return { raw: result, text: outcomeText(result) }
    },
  })
}

/** What was made, or would be; never both, and nothing of a file that is refused. */
export function outcomeText({
  outcome,
  rows,
  made,
}: Pick<ImportResult, 'outcome' | 'rows' | 'made'>): string {
  const all = Object.entries(made).map(([what, count]) => counted(count, singular(what)))
  const list = new Intl.ListFormat('en-GB').format(all)
  return outcome === 'Written'
    ? `Written: ${list}, from ${counted(rows, 'row')}.`
    : `Only checked, nothing is written. ${counted(rows, 'row')}, and nothing wrong: without --dry-run they make ${list}.`
}

/** Returns the last line of the reply. The lines before it are shown as they arrive. */
export async function importFile(
  { url, token }: Session,
  path: string,
  file: string,
  note: (text: string) => void,
): Promise<ImportResult> {
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere) throw new OpsFailure('usage', `There is no file ${file}.`, 'Check where you are with pwd.')
  const reply = await send(new URL(path, url), {
    method: 'POST',
    headers: {
      'content-type': 'text/csv',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: Readable.toWeb(createReadStream(file)),
    duplex: 'half',
  })
  if (!reply.ok || !reply.body) throw await failureOf(reply, url)
  let rest = ''
  for await (const text of reply.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const parsed = importLine.parse(JSON.parse(line))
      // Nothing is written before the end, where all of it is or none.
      if ('phase' in parsed)
        note(`${parsed.phase === 'Read' ? 'Read' : 'Checked'} ${counted(parsed.rows, 'row')}…`)
      else if (parsed.outcome === 'Failed')
        throw new OpsFailure(
          'noConnection',
          'The server could not finish it.',
          'Nothing was written. Try again.',
        )
      else return parsed
    }
  }
  throw new OpsFailure(
    'noConnection',
    'The connection broke before the server said how it went.',
    'It may have been written. Run it again with --dry-run: what is there already is reported then.',
  )
}

export function refused(file: string, { problems, problemCount }: ImportResult): OpsFailure {
  const list = table(problems, [
    { title: 'Line', value: ({ line }) => line, alignRight: true },
    { title: 'Column', value: ({ column }) => column },
    { title: 'What is wrong', value: ({ problem }) => problem },
  ])
  const more = problemCount - problems.length
  const rest = more > 0 ? `\n… and ${more} more.` : ''
  return new OpsFailure(
    'refused',
    `${counted(problemCount, 'problem')}:\n${list}${rest}`,
    `${file} was not imported. Correct it and try again.`,
  )
}

/** "feeItems" → "fee item" */
function singular(word: string): string {
  return word.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/s$/, '')
}
