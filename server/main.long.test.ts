import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort } from '#tools/ports.ts'
import { inProject } from '#tools/project.ts'
import { bareDatabase } from '#tools/testing/database.ts'
import { addFamily } from '#tools/testing/family.ts'
import { production } from '#tools/testing/production-settings.ts'
import { startBeside as startServerBeside, startProcess } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from './platform/database/sql.ts'
import { clusterName } from './platform/database/cluster-name.ts'

// Provides database, sandbox and clock; the processes under test are separate.
const home = await testServer()
const start = (env: Record<string, string>) => startProcess(home, env)
const startBeside = () => startServerBeside(home)

describe('A server process', () => {
  it.each([
    ['server/main.ts', ['DATABASE_URL', 'SESSION_KEYS', 'SMTP_URL', 'TERMS_URL', 'TRUSTED_PROXIES']],
    ['server/check-ledger.ts', ['DATABASE_URL', 'SESSION_KEYS', 'TRUSTED_PROXIES']],
    ['server/migrate.ts', ['DATABASE_URL']],
  ])('%s lists every wrong setting in production, and nothing else', async (program, names) => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://larkwell:hunter2@db.internal/larkwell' }
    const { exit, output } = startProcess(home, env, inProject(program))
    expect(await exit).toEqual([1, null])
    const [title, ...lines] = output().trim().split('\n')
    expect(title).toMatch(/settings? (is|are) wrong/)
    for (const name of names) expect(lines).toContainEqual(expect.stringMatching(`^- ${name} `))
    for (const line of lines) expect(line).toMatch(/^- [A-Z_]+ /)
    expect(output()).not.toContain('hunter2')
  })

  it.each(['main.ts', 'migrate.ts', 'check-ledger.ts', 'reconcile.ts'])(
    'server/%s says in one sentence that its database is away, where it should be, and no password',
    async (program) => {
      const port = await freePort()
      const env = { DATABASE_URL: `postgres://larkwell:hunter2@127.0.0.1:${port}/larkwell` }
      const { exit, output } = startProcess(home, env, inProject('server', program))
      expect(await exit).toEqual([1, null])
      expect(output()).toMatch(
        new RegExp(
          `^The database at 127\\.0\\.0\\.1:${port} cannot be used \\(DATABASE_URL\\): .*ECONNREFUSED.*\\.\n$`,
        ),
      )
      expect(output()).not.toContain('hunter2')
    },
  )

  it('reconcile.ts says in one sentence that the payment provider is away', async () => {
    const env = { STRIPE_API_URL: `http://127.0.0.1:${await freePort()}`, LOG_LEVEL: 'silent' }
    const { exit, output } = startProcess(home, env, inProject('server', 'reconcile.ts'))
    expect(await exit).toEqual([1, null])
    expect(output()).toMatch(/^Stripe did not answer: .+\.\n$/)
  })

  it('says that a database without tables has to be migrated first', async () => {
    const { exit, output } = start({ DATABASE_URL: await bareDatabase() })
    expect(await exit).toEqual([1, null])
    expect(output()).toMatch(/^The database at \S+ has no tables yet: run `npm run migrate` first\.\n$/)
  })

  it.each([
    ['HOST', 'no-such-host.invalid'],
    ['METRICS_HOST', '203.0.113.7'],
  ])('says in one line that %s cannot be %s', async (name, value) => {
    const { exit, output } = start({
      PORT: '0',
      CARD_FRAME_PORT: '0',
      METRICS_PORT: '0',
      JOBS: 'elsewhere',
      LOG_LEVEL: 'silent',
      [name]: value,
    })
    expect(await exit).toEqual([1, null])
    expect(output().trim().split('\n')).toEqual([
      expect.stringContaining('One setting is wrong'),
      expect.stringMatching(`^- ${name} must be an address of this machine, not "${value}"`),
    ])
  })

  it('refuses to start in production on the embedded database', async () => {
    const env = { ...production, DATABASE_URL: home.databaseUrl, PORT: String(await freePort()) }
    const { exit, output, child } = start(env)
    // When the suite runs on an external PostgreSQL, there is nothing to refuse.
    if ((await clusterName(home.deps.db)) !== 'larkwell-embedded') return child.kill('SIGKILL')
    expect((await exit)[0]).toBe(1)
    expect(output()).toMatch(/^- DATABASE_URL .*embedded database is for demos$/m)
    expect(output()).not.toMatch(/^\s+at /m)
  })

  it.each(['PORT', 'CARD_FRAME_PORT', 'METRICS_PORT'])(
    'says in one line that the port of %s is taken',
    async (name) => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const free = { PORT: '0', CARD_FRAME_PORT: '0', METRICS_PORT: '0' }
      const { exit, output } = start({
        ...free,
        JOBS: 'elsewhere',
        LOG_LEVEL: 'silent',
        [name]: String(port),
      })
      expect(await exit).toEqual([1, null])
      expect(output().trim().split('\n')).toEqual([
        expect.stringContaining('One setting is wrong'),
        `- ${name} must be another port than ${port} on 127.0.0.1: another program uses it`,
      ])
      other.close()
    },
  )

  it('knows at once of a log-out in another process', async () => {
    const email = 'olivia@demo.example'
    const mobile = '+61491574101'
    await addFamily(home, { email, mobile })
    const beside = await startBeside()
    const token = await home.logIn(email, mobile)
    const accounts = () =>
      fetch(`${beside.url}/api/portal/customer/accounts`, { headers: { authorization: `Bearer ${token}` } })
    expect((await accounts()).status).toBe(200)
    await home.call('POST /api/auth/customer/logout', { token })
    expect((await accounts()).status).toBe(401)
    beside.child.kill('SIGTERM')
    expect(await beside.exit).toEqual([0, null])
  })

  it('shares the outbox: each message is sent once, no matter which process sends it', async () => {
    const beside = await startBeside()
    const people = Array.from({ length: 12 }, (_, place) => ({
      email: `parent${place}@demo.example`,
      mobile: `+614915742${String(10 + place)}`,
    }))
    for (const person of people) await addFamily(home, person)
    await Promise.all(
      people.map(({ email }, place) =>
        fetch(`${place % 2 ? home.url : beside.url}/api/auth/customer/send-otp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        }),
      ),
    )
    for (const { mobile } of people) await home.message(mobile, 'sms')
    const reply = await fetch(`${home.sandboxUrl}/_sandbox/api/messages?kind=sms&limit=1000`)
    const { messages } = (await reply.json()) as { messages: { to: string }[] }
    const counts = people.map(({ mobile }) => messages.filter(({ to }) => to === mobile).length)
    expect(counts).toEqual(people.map(() => 1))
    beside.child.kill('SIGTERM')
    await beside.exit
  })

  it('exits when it is told to, even if its log is no longer read', async () => {
    const beside = await startBeside()
    beside.child.stdout?.destroy()
    beside.child.stderr?.destroy()
    beside.child.kill('SIGTERM')
    expect(await beside.exit).toEqual([0, null])
  })

  it('does not wait for a browser that has sent no request, or half of one', async () => {
    const beside = await startBeside()
    for (const text of [
      '',
      'GET /api/settings HTTP/1.1\r\nhost: a',
      'GET /livez HTTP/1.1\r\nhost: a\r\n\r\nGET /',
    ]) {
      const socket = connect(Number(new URL(beside.url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(text)
      if (text.includes('livez')) await once(socket, 'data')
    }
    // Waits for a reply to a later caller, by which time the server has seen the others.
    expect((await fetch(`${beside.url}/livez`)).status).toBe(200)
    beside.child.kill('SIGTERM')
    expect(await beside.exit, beside.output()).toEqual([0, null])
  })

  it('answers requests that arrived before it was told to stop', async () => {
    const beside = await startBeside()
    await addFamily(home, { email: 'last@demo.example', mobile: '+61491574302' })
    const token = await home.logIn('last@demo.example', '+61491574302')
    const isWaiting = () =>
      home.deps.db.first(sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    const request = await home.deps.db.transaction(async (tx) => {
      await tx.run(sql`lock table account_member in access exclusive mode`)
      const reply = fetch(`${beside.url}/api/portal/customer/accounts`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await expect.poll(isWaiting).toBeDefined()
      beside.child.kill('SIGTERM')
      await expect.poll(beside.output).toContain('shutting down')
      return { reply }
    })
    expect((await request.reply).status).toBe(200)
    expect(await beside.exit, beside.output()).toEqual([0, null])
  })

  it('finishes requests in progress when it is told to stop, and logs no secrets', async () => {
    const beside = await startBeside()
    const email = 'quiet@demo.example'
    await addFamily(home, { email, mobile: '+61491574301' })
    const calls = Array.from({ length: 20 }, () =>
      fetch(`${beside.url}/api/settings`).then(({ status }) => status),
    )
    const sent = fetch(`${beside.url}/api/auth/customer/send-otp?secret=in-the-address`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
    expect((await sent).status).toBe(200)
    expect((await fetch(`${beside.url}/api/calendar/in-the-address.ics`)).status).toBe(404)
    const { code } = await home.message('+61491574301', 'sms')
    beside.child.kill('SIGTERM')
    expect(await beside.exit).toEqual([0, null])
    const lines = beside.output().trim().split('\n')
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('time')
    expect(beside.output()).toMatch(/"route":"\/api\/auth\/customer\/send-otp","status":200/)
    expect(beside.output()).toMatch(/"route":"\/api\/calendar\/:feedKey","status":404/)
    for (const secret of [email, code ?? '', 'in-the-address', '61491574301'])
      expect(beside.output()).not.toContain(secret)
  })
})
