import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './ports.ts'
import { accountFor, giveTo } from './postgres/account.ts'
import { bareDatabase } from './testing/database.ts'
import { builtOps } from './server-build.ts'
import { makeImage, type Stage } from './testing/image.ts'
import { production } from './testing/production-settings.ts'

const databaseUrl = await bareDatabase()

// Docker does not run everywhere; this is the image's file set, its packages, its user and its commands without it.
describe('What the image holds', () => {
  const ends: (() => unknown)[] = []
  let stage: Stage
  let app: string
  let env: Record<string, string>
  let account: Awaited<ReturnType<typeof accountFor>>
  let scripts: Record<string, string>

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'larkwell-image-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    app = join(folder, 'app')
    stage = await makeImage(app)
    // As in the image, the program belongs to root, and another user runs it.
    account = await accountFor(app)
    const home = join(folder, 'home')
    await mkdir(home)
    await giveTo(account, home)
    env = {
      ...production,
      ...stage.env,
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      OPS_TOKEN_FILE: join(home, 'ops-token'),
      NODE_COMPILE_CACHE: join(home, 'compiled'),
      DEPOSIT_FOLDER: join(home, 'bank'),
      DATABASE_URL: databaseUrl,
      ALLOW_EMBEDDED_DB: '1',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      CARD_FRAME_PORT: String(await freePort()),
    }
    env['OPS_URL'] = `http://127.0.0.1:${env['PORT']}`
    const file = await readFile(join(app, 'package.json'), 'utf8')
    scripts = (JSON.parse(file) as { scripts: Record<string, string> }).scripts
  })

  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  /** A script of the image's package.json as `npm run` would start it, or the command line, which needs no npm. */
  function start(script: string, args: string[] = []) {
    const [program, ...words] = script === 'ops' ? ['node', builtOps] : (scripts[script] ?? '').split(' ')
    expect(program, `npm run ${script}`).toBe('node')
    const child = spawn(process.execPath, [...words, ...args], { cwd: app, env, ...account })
    ends.push(() => child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()))
    const exit = once(child, 'close') as Promise<[number | null, string | null]>
    return { child, exit, output: () => output }
  }

  async function run(script: string, ...args: string[]) {
    const { exit, output } = start(script, args)
    const [code] = await exit
    return { code, output: output() }
  }

  it('migrates, serves, and has the command line, the first admin and the ledger check', async () => {
    expect(await run('migrate')).toEqual({ code: 0, output: expect.stringContaining('Applied ') })

    const { child, exit, output } = start('serve')
    const status = (path: string) =>
      fetch(env['OPS_URL'] + path).then(
        (reply) => reply.status,
        () => output(),
      )
    await expect.poll(() => status('/readyz')).toBe(200)
    for (const path of ['/livez', '/', '/api/settings', '/api/docs'])
      expect(await status(path), path).toBe(200)
    const text = (path: string) => fetch(env['OPS_URL'] + path).then((reply) => reply.text())
    const page = await text('/api/docs')
    // The renderer comes from the pages, the guides from docs/api. What staff can do is nobody else's business.
    expect(await status(/src="(\/assets\/api-reference\/[^"]+)"/.exec(page)?.[1] ?? '/nowhere')).toBe(200)
    expect(await text('/api/openapi.json')).toContain('# Getting started')
    expect(page).not.toContain('staff')
    expect(await status('/api/staff/openapi.json')).toBe(404)

    expect(await run('ops', '--help')).toEqual({ code: 0, output: expect.stringContaining('log-in') })
    const admin = ['--email', 'ana@larkwell.com.au', '--name', 'Ana Lim', '--mobile', '+61491570157']
    expect(await run('ops', 'first-admin', ...admin)).toEqual({
      code: 0,
      output: expect.stringContaining('Ana Lim can now log in as admin'),
    })
    // The server answers that the code is wrong: nobody has one.
    expect(await run('ops', 'log-in', 'ana@larkwell.com.au', '--code', '123456')).toMatchObject({ code: 1 })
    expect(await run('check:ledger')).toEqual({ code: 0, output: 'The ledger is sound.\n' })

    child.kill('SIGTERM')
    expect(await exit, output()).toEqual([0, null])
  })

  it('starts what npm run serve starts, as a user without rights', () => {
    expect(stage.words).toContainEqual(['USER', 'node'])
    const [, ...command] = stage.words.at(-1) ?? []
    expect(JSON.parse(command.join(' '))).toEqual((scripts['serve'] ?? '').split(' '))
  })

  it('has the command line as one executable file, by its name and without its sources', async () => {
    expect(stage.runs).toContain(`ln -s /app/${builtOps} /usr/local/bin/larkwell-ops`)
    expect((await stat(join(app, builtOps))).mode & 0o111).toBe(0o111)
    expect(await readdir(join(app, 'ops'))).toEqual(['dist'])
    // At a desk there is nothing else of Larkwell, not even a package.json.
    const desk = await mkdtemp(join(tmpdir(), 'larkwell-desk-'))
    ends.push(() => rm(desk, { recursive: true, force: true }))
    const file = join(desk, 'larkwell-ops')
    await cp(join(app, builtOps), file)
    const { stdout } = await promisify(execFile)(file, ['customers', 'find', '--help'], {
      env: { PATH: dirname(process.execPath), HOME: desk },
    })
    expect(stdout).toContain('larkwell-ops customers find <text> [options]')
  })

  it('lets that user write where the bank puts its files', () => {
    const bank = stage.env['DEPOSIT_FOLDER']
    expect(stage.runs).toContain(`mkdir ${bank} && chown node:node ${bank}`)
    expect(stage.env['OPS_TOKEN_FILE']).toMatch(/^\/home\/node\//)
  })
})
