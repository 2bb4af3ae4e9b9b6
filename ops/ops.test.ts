import { spawn } from 'node:child_process'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '#server/platform/database/sql.ts'
import { codeAt } from '#server/people/staff-access/totp.ts'
import { inProject } from '#tools/project.ts'
import { fromBase32 } from '#tools/testing/authenticator.ts'
import { addFamily } from '#tools/testing/family.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { keptCode } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand, type Ended } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { commands, groups } from './commands.ts'
import { commandHelp, groupHelp, overview } from './help.ts'

const server = await testServer()
const { deps } = server
const operations = await addStaff(server, 'operations')
const support = await addStaff(server, 'support')
const tokenFile = join(await mkdtemp(join(tmpdir(), 'larkwell-ops-')), 'token')

/** The command line as a person runs it: a process of its own. */
function ops(words: string[], env: Record<string, string> = {}, typed?: string): Promise<Ended> {
  const child = spawn(process.execPath, [inProject('ops', 'main.ts'), ...words], {
    env: {
      PATH: process.env['PATH'],
      ...keptCode,
      OPS_URL: server.url,
      OPS_TOKEN_FILE: tokenFile,
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => (ended.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (ended.err += text.toString()))
  child.stdin.end(typed ?? '')
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}
/** The same in this process, with the session that was kept. */
const opsHere = (...words: string[]) =>
  staffCommand(words, { OPS_URL: server.url, OPS_TOKEN_FILE: tokenFile })
const asOperations = (...words: string[]) =>
  staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: operations.token })
const asSupport = (...words: string[]) =>
  staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: support.token })

const parent = { email: 'ops-olivia@demo.example', mobile: '+61491570156', shortId: '' }
beforeAll(async () => {
  const { accounts } = await addFamily(server, { email: parent.email, mobile: parent.mobile })
  parent.shortId = accounts[0]?.shortId ?? ''
})

describe('The help', () => {
  itLong('is there at every level', async () => {
    const [top, group, one] = [
      await ops(['--help']),
      await opsHere('customers', '--help'),
      await opsHere('customers', 'find', '--help'),
    ]
    expect([top.code, group.code, one.code]).toEqual([0, 0, 0])
    expect(top.out).toContain('customers      The people who pay')
    expect(group.out).toMatch(/find +Finds customers/)
    expect(one.out).toContain('npm run ops -- customers find <text> [options]')
    expect(one.out).toMatch(/Examples\n {2}npm run ops -- customers find olivia\n/)
  })

  it('names every command and every group, each in a sentence with examples of its own', () => {
    for (const command of commands) {
      const help = commandHelp(command)
      expect(command.about, command.name).toMatch(/^[A-Z].{15,}\.$/)
      expect(help).toContain('Usage\n')
      for (const example of command.examples) expect(example.startsWith(command.name), example).toBe(true)
      const [group = '', verb] = command.name.split(' ')
      if (verb === undefined) expect(overview()).toContain(`  ${group} `)
      else expect(groupHelp(group)).toContain(`  ${verb} `)
      if (verb !== undefined) expect(Object.keys(groups)).toContain(group)
    }
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length)
  })

  it('asks for a reason wherever something is changed, in its examples too', () => {
    for (const { isChange, examples, name } of commands)
      for (const example of examples)
        expect(/--reason "/.test(example), `${name}: ${example}`).toBe(isChange ?? false)
  })
})

describe('Logging in', () => {
  it('asks for the code, keeps the session where nobody else can read it, and ends it', async () => {
    const { email, mobile } = await addStaff(server, 'support')
    const sent = await server.call('POST /api/staff/log-in', { body: { email } })
    expect(sent.status).toBe(200)
    const { code } = await server.message(mobile, 'sms')
    // A file from somewhere else, which everybody can read.
    await writeFile(tokenFile, '{}', { mode: 0o644 })
    const entered = await ops(['log-in', email, '--code', code ?? ''])
    expect(entered).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Welcome, Sam support\. .* support until /),
    })
    expect((await stat(tokenFile)).mode & 0o077).toBe(0)
    expect(await readFile(tokenFile, 'utf8')).toContain(server.url)
    expect(await opsHere('me')).toMatchObject({ code: 0, out: expect.stringContaining(email) })
    expect(await opsHere('log-out')).toMatchObject({ code: 0 })
    expect(await opsHere('me')).toMatchObject({
      code: 1,
      err: expect.stringContaining('log-in you@example.org'),
    })
  })

  itLong('takes the code from the keyboard, and says what to do after a wrong one', async () => {
    const { email } = await addStaff(server, 'support')
    const wrong = await ops(['log-in', email], {}, '12345\n')
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Ask for another one with log-in') })
  })
})

describe('Commands', () => {
  it('find a customer and show them in columns', async () => {
    const { code, out } = await asSupport('customers', 'find', parent.email)
    expect(code).toBe(0)
    const [titles = '', row = ''] = out.split('\n')
    expect(titles).toMatch(/^Name +E-mail +Mobile +Region +Status +Accounts$/)
    expect(row.indexOf(parent.email)).toBe(titles.indexOf('E-mail'))
    expect(row).toContain(parent.shortId)
  })

  it('print the raw reply for scripts', async () => {
    const { code, out } = await asSupport('customers', 'find', parent.email, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject([{ email: parent.email, accounts: [{ shortId: parent.shortId }] }])
  })

  it('create what they say, by name and with the reason on record', async () => {
    const reason = ['--reason', 'Enrolled by the school']
    const person = 'customers add mia@demo.example --first-name Mia --last-name Ong --region au'
    const add = await asOperations(...person.split(' '), ...reason)
    expect(add).toMatchObject({ code: 0, out: expect.stringContaining('Mia Ong') })
    const account = 'accounts add mia@demo.example --school Wattle --product PayPlus --json'
    const open = await asOperations(...account.split(' '), ...reason)
    expect(open.err).toBe('')
    expect(JSON.parse(open.out)).toMatchObject({
      members: [{ name: 'Mia Ong' }],
      institutionName: 'Wattle Grove College',
    })
    const reasons = await deps.db.many<{ reason: string }>(sql`
      select distinct details ->> 'reason' as reason from audit_event where actor_id = ${operations.staffId}
        and action in ('CustomerCreated', 'AccountOpened')`)
    expect(reasons).toEqual([{ reason: 'Enrolled by the school' }])
  })

  it('show an account with money and dates that people read', async () => {
    const { code, out } = await asSupport('accounts', 'show', parent.shortId.toLowerCase())
    expect(code).toBe(0)
    expect(out).toMatch(/Balance +-?\$[\d,]+\.\d\d/)
    expect(out).toMatch(/\d{1,2} \w+ 20\d\d/)
    expect(out).toContain('Payments to come')
  })

  it('give a link for looking through a customer’s eyes', async () => {
    const { code, out } = await asSupport(
      'impersonate',
      parent.email,
      '--reason',
      'Cannot find her statements',
    )
    expect([code, out]).toEqual([0, expect.stringMatching(/^http\S+\/login\?token=\S+\n\nIt opens once/)])
  })

  it('ask before something is lost, and do nothing where nobody can answer', async () => {
    const words = ['customers', 'disable', parent.email, '--reason', 'Mailbox taken over']
    const silent = await ops(words, { OPS_TOKEN: operations.token })
    expect(silent).toMatchObject({ code: 2, err: expect.stringContaining('Add --yes') })
    const statusOf = () => deps.db.first(sql`select status from customer where email = ${parent.email}`)
    expect(await statusOf()).toEqual({ status: 'Active' })
    expect(await asOperations(...words, '--yes')).toMatchObject({ code: 0 })
    expect(await statusOf()).toEqual({ status: 'Disabled' })
    expect((await asOperations('customers', 'enable', parent.email, '--reason', 'Back')).code).toBe(0)
  })
})

describe('What goes wrong', () => {
  it.each([
    ['a word that is no command', ['custmers'], 'Did you mean customers?'],
    ['a verb that is none', ['customers', 'fnd'], 'Did you mean customers find'],
    ['a missing argument', ['customers', 'find'], '<text> is missing.'],
    ['a missing reason', ['customers', 'enable', 'x@y.example'], '--reason is missing.'],
    ['an unknown option', ['customers', 'find', 'x', '--wide'], "Unknown option '--wide'"],
    ['a word too many', ['customers', 'find', 'olivia', 'bennett'], 'is unexpected'],
    [
      'a value that is none of the words',
      ['staff', 'add', 'a@b.c', '--name', 'A', '--role', 'boss', '--mobile', '+61491570156', '--reason', 'x'],
      'Choose one of support, operations, admin.',
    ],
  ])('by %s is a usage error: 2', async (_, words, says) => {
    const { code, err, out } = await asOperations(...words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
  })

  it('by a role too low is refused: 1', async () => {
    const { code, err } = await asSupport('jobs', 'list')
    expect([code, err]).toEqual([1, expect.stringContaining('Your role does not allow this.')])
  })

  it('by a name that nobody has is refused: 1', async () => {
    const { code, err } = await asSupport('customers', 'show', 'nobody@nowhere.example')
    expect([code, err]).toEqual([1, expect.stringContaining('customers find <text>')])
  })

  it('by what the server does not accept names the field: 1', async () => {
    const { code, err } = await asSupport(
      'customers',
      'edit',
      parent.email,
      '--birth-date',
      '1985-02-30',
      '--reason',
      'x',
    )
    expect([code, err]).toEqual([1, expect.stringMatching(/does not accept this:\n {2}birthDate: /)])
  })

  it('by a server that is away is no connection: 3', async () => {
    const { code, err } = await ops(['me'], { OPS_URL: 'http://127.0.0.1:9', OPS_TOKEN: 'x' })
    expect([code, err]).toEqual([3, expect.stringContaining('No reply from http://127.0.0.1:9')])
  })
})

describe('The first admin', () => {
  const words = [
    'first-admin',
    '--email',
    'First@Larkwell.example',
    '--name',
    'Ana Lim',
    '--mobile',
    '+61491570157',
  ]

  itLong('is appointed in the database, and only where there is none', async () => {
    expect(await ops(words)).toMatchObject({
      code: 2,
      err: expect.stringContaining('DATABASE_URL is missing'),
    })
    const env = { DATABASE_URL: server.databaseUrl }
    expect(await ops(words, env)).toMatchObject({ code: 0 })
    const second = await ops(['first-admin', '--email', 'b@c.example', ...words.slice(3)], env)
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('There is already an admin') })
    const admins = await deps.db.many(sql`select email from staff where role = 'admin'`)
    expect(admins).toEqual([{ email: 'first@larkwell.example' }])
  })
})

describeLong('A second factor', () => {
  it('is set up, asked for from then on, and does without a text message', async () => {
    const { email, mobile, token } = await addStaff(server, 'support')
    const child = spawn(
      process.execPath,
      [inProject('ops', 'main.ts'), 'two-factor', 'enrol', '--reason', 'x'],
      {
        env: { PATH: process.env['PATH'], ...keptCode, OPS_URL: server.url, OPS_TOKEN: token, NO_COLOR: '1' },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    let [out, err] = ['', '']
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (err += text.toString()))
    const key = await vi.waitUntil(() => /secret=([A-Z2-7]+)/.exec(err)?.[1], { timeout: 30_000 })
    const fresh = async () => {
      await server.travel(30_000)
      return codeAt(fromBase32(key), Math.floor(deps.clock().getTime() / 30_000))
    }
    child.stdin.end(`${await fresh()}\n`)
    await new Promise((resolve) => child.on('close', resolve))
    expect(err).toContain('Add this key to your authenticator app:')
    const codes = out.match(/[2-9A-Z]{5}-[2-9A-Z]{5}/g) ?? []
    expect([out.includes('Your authenticator app is set up.'), codes.length]).toEqual([true, 10])

    expect((await server.call('POST /api/staff/log-in', { body: { email } })).status).toBe(200)
    const { code = '' } = await server.message(mobile, 'sms')
    const [half, whole] = [
      await ops(['log-in', email, '--code', code ?? ''], {}, 'AAAAA-AAAAA\n'),
      await ops(['log-in', email, '--code', code ?? ''], {}, `${await fresh()}\n`),
    ]
    expect([half.code, half.err]).toEqual([1, expect.stringContaining('or a recovery code: ')])
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('half an hour without a command') })
    const withoutText = ['--without-text', '--app', await fresh(), '--recovery-code', codes[0] ?? '']
    expect(await ops(['log-in', email, ...withoutText])).toMatchObject({ code: 0 })
    expect((await ops(['two-factor', 'show'])).out).toMatch(/Recovery codes left +9/)
    const admin = await addStaff(server, 'admin')
    const asAdmin = (...words: string[]) =>
      staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: admin.token })
    expect((await asAdmin('staff', 'list')).out).toMatch(new RegExp(`${email} +support +Active +yes`))
    const reset = await asAdmin('two-factor', 'reset', email, '--reason', 'Lost', '--yes')
    expect(reset).toMatchObject({ code: 0, out: expect.stringContaining('gets an email about it') })
    expect((await ops(['me'])).code).toBe(1)
  })
})
