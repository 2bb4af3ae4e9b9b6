import { access, appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#server/platform/database/open.ts'
import { freePort } from '../ports.ts'
import { type Account, giveTo, run } from '../postgres/account.ts'
import { queryRows } from '../postgres/databases.ts'
import { signalTree } from '../testing/kill.ts'

/** PostgreSQL as Debian installs it, because the project's own has no tools for backups. */
const programs = '/usr/lib/postgresql/15/bin'
const user = 'larkwell'
const password = 'drill'

export type Home = { folder: string; archive: string; account: Account }

export type Cluster = { name: string; dataDir: string; port: number }

export async function checkPrograms(): Promise<void> {
  await access(join(programs, 'pg_basebackup')).catch(() => {
    throw new Error(
      `There is no PostgreSQL 15 in ${programs}. On Debian or Ubuntu: apt-get install postgresql-15`,
    )
  })
}

export const hostOf = ({ port }: Cluster) => `127.0.0.1:${port}`
export const urlOf = (hosts: string, database = 'larkwell') =>
  `postgres://${user}:${password}@${hosts}/${database}`

/** A primary that archives its write-ahead log. */
export async function makePrimary(home: Home): Promise<Cluster> {
  const cluster = await newCluster(home, 'primary')
  const passwordFile = join(home.folder, 'password')
  await writeFile(passwordFile, password)
  const how = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`, '--encoding=UTF8']
  await must(home, 'initdb', ['-D', cluster.dataDir, ...how, '--locale=C.UTF-8'])
  await configure(cluster, {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // "always": a standby archives too, so that what the primary could not archive before it died is not missing.
    archive_mode: 'always',
    archive_timeout: '60',
    archive_command: archiveCommand(home.archive),
  })
  await start(home, cluster)
  return cluster
}

/** Two servers archive the same files: a file that is there already must be the same. */
const archiveCommand = (archive: string) =>
  `if [ -f ${archive}/%f ]; then cmp -s %p ${archive}/%f; else cp %p ${archive}/%f.$$ && mv ${archive}/%f.$$ ${archive}/%f; fi`

/** A standby without which the primary acknowledges nothing. */
export async function addStandby(home: Home, primary: Cluster): Promise<Cluster> {
  const standby = await copyOf(home, primary, 'standby')
  await configure(standby, {
    primary_conninfo: `${urlOf(hostOf(primary), 'postgres')}?application_name=standby`,
  })
  await writeFile(join(standby.dataDir, 'standby.signal'), '')
  await start(home, standby)
  await query(primary, `alter system set synchronous_standby_names = 'standby'`)
  await query(primary, 'select pg_reload_conf()')
  await until('the standby is synchronous', async () => {
    const [row] = await query(primary, 'select sync_state from pg_stat_replication')
    return row?.['sync_state'] === 'sync'
  })
  return standby
}

export async function takeBaseBackup(home: Home, primary: Cluster): Promise<string> {
  return (await copyOf(home, primary, 'base-backup')).dataDir
}

async function copyOf(home: Home, primary: Cluster, name: string): Promise<Cluster> {
  const copy = await newCluster(home, name)
  const from = ['-d', urlOf(hostOf(primary), 'postgres'), '-X', 'stream', '-c', 'fast']
  await must(home, 'pg_basebackup', ['-D', copy.dataDir, ...from])
  return copy
}

export async function promote(home: Home, standby: Cluster): Promise<void> {
  await must(home, 'pg_ctl', ['promote', '-D', standby.dataDir, '-w'])
}

/** To every process of it at once: none gets a chance to clean up. */
export async function signalCluster({ dataDir }: Cluster, signal: Parameters<typeof signalTree>[0]) {
  signalTree(signal, Number.parseInt(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'), 10))
}

/** A third cluster, from the base backup and the archive, as everything was at a moment. */
export async function restore(home: Home, baseBackup: string, at: Date): Promise<Cluster> {
  const restored = await newCluster(home, 'restored')
  await must(home, 'cp', ['-a', `${baseBackup}/.`, restored.dataDir], '/bin')
  await configure(restored, {
    archive_mode: 'off',
    // It has no standby to wait for.
    synchronous_standby_names: '',
    restore_command: `cp ${home.archive}/%f %p`,
    recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
  })
  await writeFile(join(restored.dataDir, 'recovery.signal'), '')
  await start(home, restored)
  await until('the restored cluster has left recovery', async () => {
    const [row] = await query(restored, 'select pg_is_in_recovery() as recovering')
    return row?.['recovering'] === false
  })
  return restored
}

/** Everything that was written so far is in the archive. */
export async function archiveEverything(cluster: Cluster): Promise<void> {
  const [last] = await query(cluster, 'select pg_walfile_name(pg_switch_wal()) as file')
  await until('the write-ahead log is archived', async () => {
    const [row] = await query(cluster, 'select last_archived_wal as file from pg_stat_archiver')
    return String(row?.['file']) >= String(last?.['file'])
  })
}

export async function stopCluster(home: Home, { dataDir }: Cluster): Promise<void> {
  await run(join(programs, 'pg_ctl'), ['stop', '-D', dataDir, '-m', 'immediate', '-w'], home.account)
}

export async function query(cluster: Cluster, text: string): Promise<Record<string, unknown>[]> {
  return queryRows(urlOf(hostOf(cluster), 'postgres'), text)
}

/** Waits until something holds, also while the database is away, and says what did not. */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 300_000) {
  const giveUpAt = performance.now() + patienceMs
  const holdsNow = () =>
    holds().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return false
      throw error
    })
  while (!(await holdsNow())) {
    if (performance.now() > giveUpAt)
      throw new Error(`After ${patienceMs / 1000} s it is not so that ${what}.`)
    await sleep(200)
  }
}

async function newCluster({ folder, account }: Home, name: string): Promise<Cluster> {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { mode: 0o700 })
  await giveTo(account, dataDir)
  return { name, dataDir, port: await freePort() }
}

async function configure({ dataDir, port }: Cluster, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries({ ...settings, port: String(port) }).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  )
  await appendFile(join(dataDir, 'postgresql.auto.conf'), lines.join(''))
}

async function start(home: Home, { dataDir, name }: Cluster): Promise<void> {
  const log = join(dataDir, 'server.log')
  await must(home, 'pg_ctl', ['start', '-D', dataDir, '-l', log, '-w', '-t', '120']).catch(async (error) => {
    const lines = await readFile(log, 'utf8').catch(() => '')
    throw new Error(`The ${name} does not start:\n${lines.slice(-2_000)}`, { cause: error })
  })
}

async function must(home: Home, program: string, args: string[], folder = programs): Promise<void> {
  const { code, output } = await run(join(folder, program), args, home.account)
  if (code !== 0) throw new Error(`${program} failed:\n${output}`)
}
