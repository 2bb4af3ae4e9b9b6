import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, realpath, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { freePort, isPortFree } from '../ports.ts'
import { type Account, accountFor, giveTo, run } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { withClient } from './databases.ts'
import { removeFolder, settle } from './folder.ts'

export type Postgres = {
  url(database: string): string
  pid: number
  /** True if a server of an earlier start was still running and is used again. */
  adopted: boolean
  stop(): Promise<void>
}

type Access = { password: string; port: number }
type Cluster = { folder: string; accessFile: string; account: Account; binaries: Binaries }

const user = 'larkwell'
const patienceMs = 180_000

/** With `isThrowaway` a power failure may lose the data, but `kill -9` does not. */
export type PostgresOptions = { dataDir: string; isThrowaway?: boolean }

/** Starts the project's own PostgreSQL on `dataDir`, or adopts the one that already runs on it. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const cluster = await open(resolve(options.dataDir))
  if (!(await readVersion(cluster))) await initialise(cluster)
  const access = await readAccess(cluster)
  const running = await findRunning(cluster)
  const server = running ?? (await launch(cluster, access, options))
  await untilItAnswers(cluster, { ...access, port: server.port })
  if (server.port !== access.port) await writeAccess(cluster, { ...access, port: server.port })
  return {
    url: (database) => url({ ...access, port: server.port }, database),
    pid: server.pid,
    adopted: running !== undefined,
    stop: () => stop(cluster),
  }
}

/** Stops the server on the folder and deletes the data. */
export async function erasePostgres(options: { dataDir: string }): Promise<void> {
  const dataDir = resolve(options.dataDir)
  if (await stat(dataDir).catch(() => undefined)) {
    const cluster = await open(dataDir)
    if (await findRunning(cluster)) await stop(cluster)
  }
  await removeFolder(dataDir)
  await rm(`${dataDir}.json`, { force: true })
}

async function open(dataDir: string): Promise<Cluster> {
  const account = await accountFor(dataDir)
  const folder = await settle(dataDir, account)
  return { folder, accessFile: `${dataDir}.json`, account, binaries: await findBinaries(account) }
}

async function readVersion({ folder, binaries }: Cluster): Promise<boolean> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ProgramFailure(`The data in ${folder} belongs to another user: ${error.message}`, {
      cause: error,
    })
  })
  if (version === undefined) return false
  if (Number.parseInt(version, 10) === binaries.major) return true
  throw new ProgramFailure(
    `The data in ${folder} was made by PostgreSQL ${version.trim()}, and this is ${binaries.major}. ` +
      `Start with --fresh to begin with new data.`,
  )
}

/** Made in a draft folder and renamed at the end, so that an interrupted start leaves no half cluster. */
async function initialise(cluster: Cluster): Promise<void> {
  const { folder, account, binaries } = cluster
  const draft = `${folder}.draft`
  const passwordFile = `${folder}.password`
  const password = randomBytes(24).toString('base64url')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await giveTo(account, draft)
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(account, passwordFile)
  const args = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`, '--encoding=UTF8']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const { code, output } = await run(binaries.initdb, ['-D', draft, ...args, ...locale], account)
  await rm(passwordFile, { force: true })
  if (code !== 0) throw new ProgramFailure(`PostgreSQL could not make its data folder ${folder}:\n${output}`)
  await writeAccess(cluster, { password, port: await freePort() })
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}

async function readAccess({ accessFile, folder }: Cluster): Promise<Access> {
  try {
    return JSON.parse(await readFile(accessFile, 'utf8')) as Access
  } catch (cause) {
    const message = `The password for the database in ${folder} cannot be read from ${accessFile}.`
    throw new ProgramFailure(`${message} Start with --fresh to begin with new data.`, { cause })
  }
}

async function writeAccess({ accessFile }: Cluster, access: Access): Promise<void> {
  const draft = `${accessFile}.draft`
  await writeFile(draft, JSON.stringify(access), { mode: 0o600 })
  await chmod(draft, 0o600)
  const { uid, gid } = await stat(dirname(accessFile))
  // A file that root writes in a user's folder belongs to that user.
  if (process.getuid?.() === 0) await giveTo({ uid, gid }, draft)
  await rename(draft, accessFile)
}

type Running = { pid: number; port: number }

/** The exit code of `pg_ctl status` without such a process, even with a stale file. */
const notRunning = 3

async function findRunning(cluster: Cluster): Promise<Running | undefined> {
  const { folder, account, binaries } = cluster
  const pidFile = join(folder, 'postmaster.pid')
  const { code } = await run(binaries.pgCtl, ['status', '-D', folder], account)
  if (code === notRunning) return undefined
  const running = parsePidFile(await readFile(pidFile, 'utf8').catch(() => ''))
  if (running && (await isServerOf(running.pid, folder))) return running
  // The file is damaged, or its process id now belongs to another program: PostgreSQL would refuse to start.
  await rm(pidFile, { force: true })
  return undefined
}

function parsePidFile(text: string): Running | undefined {
  const [pid, , , port] = text.split('\n').map(Number)
  return pid && port ? { pid, port } : undefined
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [program = '', ...args] = command.split('\0')
  const dir = args[args.indexOf('-D') + 1] ?? ''
  const isSameFolder = (await realpath(dir).catch(() => dir)) === (await realpath(folder))
  return basename(program).startsWith('postgres') && isSameFolder
}

/** Loopback only and no socket file. Durability settings keep PostgreSQL's defaults, so fsync is on. */
const settings = [
  // By this name the server refuses to run on it in production.
  'cluster_name=larkwell-embedded',
  'listen_addresses=127.0.0.1',
  "unix_socket_directories=''",
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
]

/** No waiting for the disk, no writing twice. */
const throwawaySettings = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']

async function launch(
  cluster: Cluster,
  access: Access,
  { isThrowaway = false }: PostgresOptions,
): Promise<Running> {
  const { folder, account, binaries } = cluster
  const log = join(folder, 'server.log')
  const giveUpAt = performance.now() + patienceMs
  let port = access.port
  for (;;) {
    if (!(await isPortFree(port))) port = await freePort()
    await truncate(log).catch(() => {})
    const chosen = isThrowaway ? [...settings, ...throwawaySettings] : settings
    const options = `-p ${port} ${chosen.map((setting) => `-c ${setting}`).join(' ')}`
    const args = ['start', '-D', folder, '-w', '-t', '180', '-l', log, '-o', options]
    const { code, output } = await run(binaries.pgCtl, args, account)
    const running =
      code === 0 ? parsePidFile(await readFile(join(folder, 'postmaster.pid'), 'utf8')) : undefined
    if (running) return running
    const reason = await readFile(log, 'utf8').catch(() => output)
    // After `kill -9` the old server's workers hold its memory for a moment; a port may be taken meanwhile.
    const willPass = /shared memory block|could not bind|could not create any TCP/.test(reason)
    if (!willPass || performance.now() > giveUpAt)
      throw new ProgramFailure(`PostgreSQL does not start:\n${output}\n${reason}`)
    await sleep(300)
  }
}

/** An adopted server may still be recovering from a crash. */
async function untilItAnswers(cluster: Cluster, access: Access): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const config = { connectionString: url(access, 'postgres'), connectionTimeoutMillis: 5_000 }
    try {
      return await withClient(config, () => Promise.resolve())
    } catch (cause) {
      const isWrongPassword = (cause as { code?: string }).code === '28P01'
      if (isWrongPassword || performance.now() > giveUpAt) {
        throw new ProgramFailure(`PostgreSQL on ${cluster.folder} refuses our connection.`, { cause })
      }
      await sleep(200)
    }
  }
}

async function stop({ folder, account, binaries }: Cluster): Promise<void> {
  const end = (mode: string) =>
    run(binaries.pgCtl, ['stop', '-D', folder, '-w', '-t', '30', '-m', mode], account)
  const { code } = await end('fast')
  if (code !== 0) await end('immediate')
}

function url({ password, port }: Access, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}
