import { describe, expect, it } from 'vitest'
import { freePort } from '#tools/ports.ts'
import { addFamily } from '#tools/testing/family.ts'
import { startBeside as startServerBeside, startProcess } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { clusterName } from './health/health.store.ts'

// Its database, sandbox and clock; the processes under test are others.
const home = await testServer()
const start = (env: Record<string, string>) => startProcess(home, env)
const startBeside = () => startServerBeside(home)

const production = {
  NODE_ENV: 'production',
  PORTAL_ORIGIN: 'https://portal.larkwell.example',
  SESSION_KEYS: '2026:a-long-enough-secret-for-a-real-installation',
  CODE_PEPPER: 'a-long-enough-pepper-for-a-real-installation',
  SMTP_URL: 'smtps://mail.larkwell.example',
  MAIL_FROM: 'Larkwell <hello@larkwell.example>',
  SMS_BASE_URL: 'https://sms.larkwell.example',
  SMS_SID: 'AC1',
  SMS_TOKEN: 'token',
  SMS_FROM: 'Larkwell',
  IDV_BASE_URL: 'https://idv.larkwell.example',
  IDV_CUSTOMER: 'larkwell',
  IDV_KEY: 'key',
  CREDIT_BODY_BASE_URL: 'https://bureau.larkwell.example',
  CREDIT_BODY_CUSTOMER: 'larkwell',
  CREDIT_BODY_KEY: 'key',
  SCANNER_URL: 'http://127.0.0.1:9000',
  SUPPORT_EMAIL_AU: 'help@larkwell.example',
  SUPPORT_EMAIL_UK: 'help.uk@larkwell.example',
  CARD_FRAME_ORIGIN: 'https://cards.larkwell.example',
  STRIPE_SECRET_KEY_AU: 'sk_live_au',
  STRIPE_PUBLISHABLE_KEY_AU: 'pk_live_au',
  STRIPE_WEBHOOK_SECRET_AU: 'whsec_au',
  STRIPE_SECRET_KEY_UK: 'sk_live_uk',
  STRIPE_PUBLISHABLE_KEY_UK: 'pk_live_uk',
  STRIPE_WEBHOOK_SECRET_UK: 'whsec_uk',
  ENCRYPTION_KEYS: `2026:${Buffer.alloc(32, 7).toString('base64')}`,
}

describe('A server process', () => {
  it('refuses to start in production with default secrets', async () => {
    const { exit, output } = start({ NODE_ENV: 'production' })
    expect((await exit)[0]).not.toBe(0)
    expect(output()).toMatch(/not fit for production[\s\S]*SESSION_KEYS/)
  })

  it('refuses to start in production on the embedded database', async () => {
    const { exit, output, child } = start({ ...production, PORT: String(await freePort()) })
    // On a PostgreSQL of its own, as when the suite is run against one, there is nothing to refuse.
    if ((await clusterName(home.deps.db)) !== 'larkwell-embedded') return child.kill('SIGKILL')
    expect((await exit)[0]).not.toBe(0)
    expect(output()).toMatch(/embedded database is for demos/)
  })

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

  it('leaves when it is told to, also where nobody reads its log any more', async () => {
    const beside = await startBeside()
    beside.child.stdout?.destroy()
    beside.child.stderr?.destroy()
    beside.child.kill('SIGTERM')
    expect(await beside.exit).toEqual([0, null])
  })

  it('finishes what is under way when it is told to stop, and logs no secrets', async () => {
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
