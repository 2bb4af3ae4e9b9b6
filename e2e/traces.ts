import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './journey.ts'
import { rows } from './rows.ts'
import { dataDir } from './stack.ts'

/** The ways in which text may lie about: as it is, and as the database shows bytes. */
const asBytes = (text: string) => Buffer.from(text).toString('hex')

/** The beginning of a card number, however it is grouped. */
export function digitsIn(number: string): string[] {
  const start = number.slice(0, 12)
  const groups = start.match(/\d{4}/g) ?? []
  return [start, ...[' ', '-', '+', '%20'].map((gap) => groups.join(gap))]
}

/** A security code with its name, since its digits alone are everywhere. */
export const codeIn = (cvc: string) =>
  ['cvc=', 'cvc]=', 'cvc%5D=', '"cvc":"', '"cvc":'].map((name) => name + cvc)

/** The tables of the database, all of them, in which one of the texts is found. */
export async function tablesWith(texts: string[]): Promise<string[]> {
  const tables = await rows<{ place: string }>(
    `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    [],
  )
  const searches = tables.map(
    ({ place }) =>
      `select '${place}' as place where exists (select from ${place} row
         where exists (select from unnest($1::text[]) text where strpos(row::text, text) > 0))`,
  )
  const found = await rows<{ place: string }>(searches.join(' union all '), [
    [...texts, ...texts.map(asBytes)],
  ])
  return found.map(({ place }) => place)
}

/** Which of the texts the server has written to its log. */
export async function textsInLog(texts: string[]): Promise<string[]> {
  const log = await readFile(join(dataDir, 'server.log'), 'utf8')
  return texts.filter((text) => log.includes(text))
}

/** Which of the texts are in the memory of the server, or undefined where it cannot be copied. */
export async function textsInMemory(texts: string[]): Promise<string[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const file = join(dataDir, 'server.memory')
  await rm(file, { force: true })
  process.kill(Number(await readFile(join(dataDir, 'server.pid'), 'utf8')), 'SIGUSR2')
  await expect
    .poll(
      () =>
        stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBeGreaterThan(10_000_000)
  const found = await textsInFile(file, texts)
  await rm(file)
  return found
}

async function textsInFile(file: string, texts: string[]): Promise<string[]> {
  const wanted = texts.map((text) => ({
    text,
    // The engine keeps most texts with one byte for a letter, some with two.
    forms: [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')],
  }))
  const longest = 2 * Math.max(...texts.map(({ length }) => length))
  const found = new Set<string>()
  let end = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 4 << 20 })) {
    const part = Buffer.concat([end, chunk as Buffer])
    for (const { text, forms } of wanted) if (forms.some((form) => part.includes(form))) found.add(text)
    end = part.subarray(-longest)
  }
  return [...found]
}
