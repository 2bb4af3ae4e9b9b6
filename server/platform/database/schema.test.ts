import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { bareDatabase } from '#tools/testing/database.ts'

type Row = { name: string; value: string }

/** Everything that a database has, except for comments and the order of a table's columns. */
const catalogue: Record<string, string> = {
  relations: `
    select relname as name, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions, relacl) as value
    from pg_class where relnamespace = 'public'::regnamespace`,
  columns: `
    select relation.relname || '.' || attribute.attname as name, concat_ws(' ',
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation, attstorage, attacl,
      pg_get_expr(adbin, adrelid), case relkind when 'v' then attnum end) as value
    from pg_attribute attribute join pg_class relation on relation.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  constraints: `
    select coalesce(conrelid::regclass::text, '') || '.' || conname as name,
      concat_ws(' ', contype, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)) as value
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `
    select indexrelid::regclass::text as name, concat_ws(' ', indisvalid, indisunique, pg_get_indexdef(indexrelid)) as value
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  views: `select viewname as name, definition as value from pg_views where schemaname = 'public'`,
  rules: `
    select rulename || ' on ' || tablename as name, definition as value from pg_rules where schemaname = 'public'`,
  policies: `select policyname as name, policies::text as value from pg_policies policies`,
  functions: `
    select oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(oid), proacl) as value
    from pg_proc where pronamespace = 'public'::regnamespace and prokind <> 'a'`,
  triggers: `
    select tgrelid::regclass || '.' || tgname as name, concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) as value
    from pg_trigger where not tgisinternal`,
  types: `
    select typname as name, concat_ws(' ', typtype, typcategory, typnotnull, typdefault, typacl,
      (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid)) as value
    from pg_type where typnamespace = 'public'::regnamespace`,
  sequences: `
    select sequencename as name, to_jsonb(sequences) || jsonb_build_object('owned by', (
      select string_agg(concat_ws(' ', refobjid::regclass, attname, deptype), ' ')
      from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where classid = 'pg_class'::regclass and objid = sequencename::regclass and refclassid = 'pg_class'::regclass)) as value
    from pg_sequences sequences where schemaname = 'public'`,
  extensions: `select extname as name, extversion as value from pg_extension`,
  statistics: `select stxname as name, pg_get_statisticsobjdef(oid) as value from pg_statistic_ext`,
  privileges: `
    select nspname as name, nspacl::text as value from pg_namespace where nspname not like 'pg_%temp%'
    union all select defaclobjtype::text, defaclacl::text from pg_default_acl`,
}

async function read(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, text] of Object.entries(catalogue)) {
    const { rows } = await client.query<Row>(text)
    lines.push(...rows.map(({ name, value }) => `${kind}: ${name}: ${JSON.stringify(value)}`))
  }
  const { rows: tables } = await client.query<Row>(
    `select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`,
  )
  for (const { name } of tables) {
    const { rows } = await client.query<Row>(
      `select (to_jsonb(row) - 'log_cnt')::text as value from (select * from ${name}) row`,
    )
    lines.push(...rows.map(({ value }) => `row: ${name}: ${value}`))
  }
  return lines.toSorted()
}

async function build(folder: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await bareDatabase() })
  await client.connect()
  const place = new URL(`./${folder}/`, import.meta.url)
  for (const name of (await readdir(place)).toSorted())
    await client.query(await readFile(new URL(name, place), 'utf8'))
  return client
}

const [fromMigrations, fromSchema] = [await build('migrations'), await build('schema')]
afterAll(() => Promise.all([fromMigrations.end(), fromSchema.end()]))
const before = await read(fromMigrations)

describe('A database from the files by topic', () => {
  it('is the same as one from all migrations', async () => {
    const lines = await read(fromSchema)
    expect({
      missing: before.filter((line) => !lines.includes(line)),
      added: lines.filter((line) => !before.includes(line)),
    }).toEqual({ missing: [], added: [] })
    expect(before.length).toBeGreaterThan(1_500)
  })

  it.each([
    'drop index payment_by_id',
    'drop table write_probe',
    'alter table payment drop column body_hash',
    'alter table payment alter column looks set default 1',
    'alter table payment alter column looks drop not null',
    'alter table payment alter column body_hash type varchar',
    'alter table payment add column note text',
    'alter table payment drop constraint no_more_back_than_came',
    'alter table payment rename constraint no_more_back_than_came to another_name',
    'alter table rate_limit set logged',
    'alter table ledger_entry disable trigger ledger_entry_append_only',
    'drop trigger audit_seal_not_emptied on audit_seal',
    'alter table credit_override alter constraint credit_override_approval_id_fkey not deferrable',
    'create or replace view family_balance as select account_id, 0::bigint as balance_minor from ledger_posting',
    'create or replace function has_method(wanted uuid) returns boolean language sql stable as $$ select true $$',
    'alter function has_method volatile',
    "create type colour as enum ('red')",
    'alter sequence care_request_number restart with 1',
    'alter sequence holiday_version owned by none',
    'grant select on payment to public',
    'revoke execute on function has_method from public',
    'drop extension pg_trgm cascade',
    "update holiday set name = 'another' where day = '2030-12-25'",
    'delete from surcharge_rate',
    "insert into setting (name, value) values ('a', '1')",
  ])('differs after: %s', async (change) => {
    await fromSchema.query('begin')
    await fromSchema.query(change)
    const lines = await read(fromSchema)
    await fromSchema.query('rollback')
    expect(lines).not.toEqual(before)
  })
})
