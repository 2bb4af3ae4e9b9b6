import { readFileSync, writeFileSync } from 'node:fs'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { openDatabase, type Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { withTemporaryDatabase } from './postgres/temporary-database.ts'
import { inProject } from './project.ts'

export const tablesFile = inProject('docs', 'tables.md')

type Described = { kind: string; name: string; about: string }
type Topic = { name: string; about: string; objects: Described[] }
type Column = { table: string; name: string; type: string; isKey: boolean; isOptional: boolean }
type ForeignKey = { child: string; parent: string; columns: string[]; isOne: boolean; isOptional: boolean }
type Tables = { columns: Column[]; keys: ForeignKey[] }

/** The document with everything below its introduction as the schema files and the database have it. */
export async function tablesDoc(document: string, db: Db): Promise<string> {
  const introduction = document.split('\n## ', 1)[0]?.trimEnd() ?? ''
  const topics = await readTopics()
  const tables = { columns: await listColumns(db), keys: await listForeignKeys(db) }
  const described = new Set(topics.flatMap(({ objects }) => objects.map(({ name }) => name)))
  const forgotten = tables.columns.find(({ table }) => !described.has(table))
  if (forgotten) throw new Error(`${forgotten.table} has no comment above it, or no topic`)
  return `${[introduction, ...topics.map((topic) => sectionOf(topic, tables))].join('\n\n')}\n`
}

/** The file that makes a table decides its topic: its name in `schema/`, its line `-- Topic: …` in `migrations/`. */
async function readTopics(): Promise<Topic[]> {
  const topics: Topic[] = []
  for (const { name: file, text } of await readMigrations()) {
    const name = (/^schema\/\d+-(.+)\.sql$/.exec(file) ?? /^-- Topic: (.+)$/m.exec(text))?.[1]
    if (name === undefined) continue
    const topic = topics.find((known) => known.name === name)
    if (topic) topic.objects.push(...describedIn(text))
    else topics.push({ name, about: proseOf(text.split('\n\n', 1)[0] ?? ''), objects: describedIn(text) })
  }
  return topics
}

/** What has a comment directly above the statement that makes it. */
function describedIn(text: string): Described[] {
  const statement = /((?:^--.*\n)+)create (?:unlogged )?(table|view|function) (\w+)/gm
  return [...text.matchAll(statement)].map(([, comment = '', kind = '', name = '']) => ({
    kind,
    name,
    about: proseOf(comment),
  }))
}

const proseOf = (comment: string) => comment.replaceAll(/^-- ?/gm, '').trim().replaceAll('\n', ' ')

function listColumns(db: Db): Promise<Column[]> {
  return db.many<Column>(sql`
    select relation.relname as table, attname as name, not attnotnull as "isOptional",
      replace(replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz'), 'integer', 'int')
        as type,
      exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any(indkey)) as "isKey"
    from pg_attribute join pg_class relation on relation.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
      and attnum > 0 and not attisdropped
    order by relname, attnum`)
}

function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  return db.many<ForeignKey>(sql`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
      exists (select from pg_index where indrelid = conrelid and indisunique and indpred is null
        and indkey::int2[] <@ conkey) as "isOne",
      exists (select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and not attnotnull)
        as "isOptional"
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by child, parent, columns`)
}

function sectionOf({ name, about, objects }: Topic, tables: Tables): string {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
  const others = objects.filter(({ kind }) => kind !== 'table')
  const own = objects.filter(({ kind }) => kind === 'table')
  return [
    `## ${title}`,
    about,
    ...pictureOf(own, tables),
    ...own.flatMap((table) => partOf(table, tables)),
    ...(others.length > 0 ? ['### Views and functions', others.map(lineOf).join('\n')] : []),
  ].join('\n\n')
}

const lineOf = ({ kind, name, about }: Described) => `- \`${name}\` (${kind}): ${about}`

/** These have so many tables that they are drawn with their own topics only. */
const everywhere = ['account', 'customer', 'institution', 'staff']

function pictureOf(own: readonly Described[], { keys }: Tables): string[] {
  const isOwn = (table: string) => own.some(({ name }) => name === table)
  const lines = keys
    .filter(({ child, parent }) => isOwn(child) && (isOwn(parent) || !everywhere.includes(parent)))
    .map(
      ({ child, parent, columns, isOne, isOptional }) =>
        `  ${parent} ${isOptional ? '|o' : '||'}--${isOne ? 'o|' : 'o{'} ${child} : "${columns.at(-1)}"`,
    )
  return lines.length === 0 ? [] : [['```mermaid', 'erDiagram', ...lines, '```'].join('\n')]
}

function partOf({ name, about }: Described, { columns, keys }: Tables): string[] {
  const shown = columns
    .filter(({ table }) => table === name)
    .map(
      (column) =>
        `${column.isKey ? `**${column.name}**` : column.name} ${column.type}${column.isOptional ? '?' : ''}`,
    )
  const parents = keys
    .filter(({ child }) => child === name)
    .map(({ parent, columns: through }) => `\`${parent}\` by ${through.join(', ')}`)
  return [
    `### ${name}`,
    about,
    shown.join(' · '),
    ...(parents.length > 0 ? [`Refers to ${parents.join('; ')}.`] : []),
  ]
}

if (import.meta.main) {
  await withTemporaryDatabase(async (databaseUrl) => {
    const db = openDatabase(databaseUrl)
    writeFileSync(tablesFile, await tablesDoc(readFileSync(tablesFile, 'utf8'), db))
    await db.close()
  })
}
