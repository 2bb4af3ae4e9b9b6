import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { type Child, type Env, runScript, startChild } from './child.ts'
import { isAlive, takeLock } from './lock.ts'
import { ensureDatabase } from './postgres/databases.ts'
import { erasePostgres, type Postgres, startPostgres } from './postgres/postgres.ts'
import { freePort } from './ports.ts'
import { untilReady } from './ready.ts'
import { sandboxEnv } from './sandbox-env.ts'
import { keepSecrets } from './secrets.ts'
import { holdPorts, type StackPorts } from './stack-ports.ts'
import { buildServerWhenStale, builtServer } from './server-build.ts'
import { buildWebWhenStale } from './web-build.ts'

export type StackOptions = StackPorts & {
  dataDir: string
  /** Starts with new data. */
  fresh?: boolean
  /** Runs the server's sources, which change while it is developed, rather than what `npm run build` makes of them. */
  runsSources?: boolean
  /** More environment variables for the server and the sandbox. */
  env?: Env
  /** Called after every step. */
  onStep?: (done: string) => void
  /** Aborts the start and stops what was started by then. */
  signal?: AbortSignal
}

export type Stack = {
  portalUrl: string
  sandboxUrl: string
  databaseUrl: string
  /** With which the server runs: for another one beside it. */
  serverEnv: Env
  /** Resolves with the reason when a part has died and everything else was stopped. */
  failed: Promise<string>
  /** Restarts the server with changed code. */
  restartServer(): Promise<void>
  stop(): Promise<void>
}

/** The whole of Larkwell on one machine: database, outside world, server and pages. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const running = nothingRunning()
  try {
    return await start({ ...options, dataDir: resolve(options.dataDir) }, running)
  } catch (error) {
    await running.stop()
    throw error
  }
}

type Part = { stop(): Promise<void> }
type Running = Part & { add<P extends Part>(part: P): P; isStopping(): boolean }

/** Last started, first stopped: the server ends before the database it writes to. */
function nothingRunning(): Running {
  const parts: Part[] = []
  let stopping: Promise<void> | undefined
  const stopAll = async () => {
    for (let part = parts.pop(); part; part = parts.pop()) await part.stop()
  }
  return {
    add: (part) => {
      parts.push(part)
      return part
    },
    isStopping: () => stopping !== undefined,
    stop: () => (stopping ??= stopAll()),
  }
}

async function start(options: StackOptions, running: Running): Promise<Stack> {
  const { dataDir, signal } = options
  const step = (done: string) => {
    signal?.throwIfAborted()
    options.onStep?.(done)
  }
  const lock = await takeLock(dataDir)
  running.add({ stop: () => lock.release() })
  const ports = await holdPorts(options, options.env?.HOST)
  const releasePorts = async (...names: (keyof StackPorts)[]) => {
    for (const name of names) await ports[name].release()
  }
  running.add({ stop: () => releasePorts('port', 'cardFramePort', 'sandboxPort', 'smtpPort') })
  if (options.fresh) await emptyData(dataDir)

  const pages = buildAll(options)
  // If a build fails, we still have to wait for the database, in order to stop it.
  const [postgres] = await Promise.all([
    startPostgres({ dataDir: join(dataDir, 'postgres') }),
    pages.catch(() => {}),
  ])
  running.add(postgres)
  step(`Pages and server ${await pages}`)
  step(postgres.adopted ? 'Database taken over, it was still running' : 'Database started')

  const databaseUrl = await ensureDatabase(postgres.url('postgres'), 'larkwell')
  const directoryUrl = `http://127.0.0.1:${await freePort()}`
  const env = {
    ...(await environment(options, databaseUrl)),
    DIRECTORY_URL: directoryUrl,
    ...options.env,
  }
  const failure = Promise.withResolvers<string>()
  const fail = async (reason: string) => {
    if (running.isStopping()) return
    await running.stop()
    failure.resolve(`${reason}, so everything was stopped. The logs are in ${dataDir}.`)
  }
  const replaced = new Set<Child>()
  const launch = async (name: string, script: string, readyUrl: string) => {
    const log = join(dataDir, `${name}.log`)
    const child = running.add(await startChild(`The ${name}`, script, env, log))
    const ready = untilReady(child, readyUrl, log, { signal }).then(() => {
      void child.ended.then((how) => (replaced.has(child) ? undefined : fail(how)))
    })
    // Awaited later; until then a failure must not count as an unhandled rejection.
    ready.catch(() => {})
    return { child, ready }
  }
  const launchServer = () =>
    launch(
      'server',
      options.runsSources ? 'server/main.ts' : builtServer,
      `http://127.0.0.1:${options.port}/readyz`,
    )

  const sandboxUrl = `http://127.0.0.1:${options.sandboxPort}`
  await releasePorts('sandboxPort', 'smtpPort')
  // The sandbox needs no tables and starts meanwhile.
  const sandbox = await launch('sandbox', 'sandbox/main.ts', `${sandboxUrl}/_sandbox/healthz`)
  await runScript('server/migrate.ts', [], env).catch((error: Error) => {
    const advice = 'If the data is of another version, start with --fresh to begin with new data.'
    throw new ProgramFailure(`${error.message}\n${advice}`, { cause: error })
  })
  step('Tables up to date')
  // The families' payment methods are set up there.
  await sandbox.ready
  await runScript('tools/demo/load.ts', [], { ...env, ...patience })
  step('Demo families there')
  await releasePorts('port', 'cardFramePort')
  const directory = await launch('directory', 'tools/demo/directory/main.ts', `${directoryUrl}/healthz`)
  let server = await launchServer()
  await server.ready
  await directory.ready
  step('Server ready')
  const portalUrl = `http://localhost:${options.port}`
  lock.announce(portalUrl)
  void databaseEnd(postgres, running).then(fail)

  return {
    portalUrl,
    sandboxUrl,
    databaseUrl,
    serverEnv: env,
    failed: failure.promise,
    restartServer: async () => {
      replaced.add(server.child)
      await server.child.stop()
      server = await launchServer()
      await server.ready
    },
    stop: () => running.stop(),
  }
}

/** Loading the demo is no customer who waits: on a busy machine it takes as long as it takes. */
const patience = { DATABASE_TIMEOUT_MS: '120000', STRIPE_TIMEOUT_MS: '120000' }

/** One after the other: on a small machine the first start has enough to do. */
async function buildAll({ runsSources }: StackOptions): Promise<'built' | 'up to date'> {
  const pages = await buildWebWhenStale()
  const server = runsSources ? pages : await buildServerWhenStale()
  return pages === 'built' || server === 'built' ? 'built' : 'up to date'
}

async function emptyData(dataDir: string): Promise<void> {
  await erasePostgres({ dataDir: join(dataDir, 'postgres') })
  for (const name of [
    'clock.json',
    'deposits',
    'sandbox.json',
    'secrets.json',
    'server.log',
    'sandbox.log',
    'directory.log',
  ]) {
    await rm(join(dataDir, name), { force: true, recursive: true })
  }
  await mkdir(dataDir, { recursive: true })
}

async function environment(options: StackOptions, databaseUrl: string): Promise<Env> {
  const { dataDir, port, cardFramePort, sandboxPort, smtpPort } = options
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const secrets = await keepSecrets(join(dataDir, 'secrets.json'))
  return {
    NODE_ENV: 'development',
    // Compiled code is cached between starts, which halves the time to the first reply.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    ENVIRONMENT: 'beta',
    // A machine that also builds and tests may be slow without being broken.
    DATABASE_TIMEOUT_MS: '20000',
    HOST: '127.0.0.1',
    PORT: String(port),
    PORTAL_ORIGIN: `http://localhost:${port}`,
    CARD_FRAME_PORT: String(cardFramePort),
    // Not "localhost", so that it shares no cookies with the portal either.
    CARD_FRAME_ORIGIN: `http://127.0.0.1:${cardFramePort}`,
    DATABASE_URL: databaseUrl,
    SESSION_KEYS: secrets.sessionKeys,
    CODE_PEPPER: secrets.codePepper,
    ENCRYPTION_KEYS: secrets.encryptionKeys,
    CLOCK_FILE: join(dataDir, 'clock.json'),
    DEPOSIT_FOLDER: join(dataDir, 'deposits'),
    RATE_LIMIT_SCALE: '1000',
    // The sandbox's mailbox wakes nobody.
    QUIET_HOURS: '{"from":0,"until":0}',
    SANDBOX_URL: sandboxUrl,
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_STATE: join(dataDir, 'sandbox.json'),
    ...sandboxEnv(sandboxUrl, `smtp://127.0.0.1:${smtpPort}`),
    SMS_SID: 'ACsandbox',
    SMS_TOKEN: 'sandbox-token',
    SMS_FROM: 'Larkwell',
    STRIPE_WEBHOOK_URL_AU: `http://127.0.0.1:${port}/webhooks/stripe/AU`,
    STRIPE_WEBHOOK_URL_UK: `http://127.0.0.1:${port}/webhooks/stripe/UK`,
  }
}

async function databaseEnd({ pid }: Postgres, running: Running): Promise<string> {
  while (!running.isStopping() && isAlive(pid)) await sleep(1_000, undefined, { ref: false })
  return 'The database ended by itself'
}
