import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './ports.ts'
import { erasePostgres } from './postgres/postgres.ts'
import { inProject } from './project.ts'
import { killTree } from './testing/kill.ts'
import { keptCode } from './testing/server-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'larkwell-crash-'))
await chmod(folder, 0o755)
const dataDir = join(folder, 'postgres')
const ports = {
  PORT: await freePort(),
  CARD_FRAME_PORT: await freePort(),
  SANDBOX_PORT: await freePort(),
  SANDBOX_SMTP_PORT: await freePort(),
}
const portal = `http://127.0.0.1:${ports.PORT}`
const sandbox = `http://127.0.0.1:${ports.SANDBOX_PORT}`

let larkwell: ChildProcess | undefined

afterAll(async () => {
  if (larkwell?.exitCode === null && larkwell.signalCode === null) {
    larkwell.kill('SIGTERM')
    await once(larkwell, 'exit')
  }
  await erasePostgres({ dataDir })
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(process.platform !== 'linux')('kill -9 of every process at once', () => {
  const kept: string[] = []
  const ended: string[] = []
  let isUp = true

  beforeAll(start)

  it.each([1, 2])(
    'loses no acknowledged log-in and undoes no acknowledged log-out (round %d)',
    async (round) => {
      const parents = await addParents(round)
      const before = kept.length + ended.length
      isUp = true
      const journeys = Promise.all(Array.from({ length: 6 }, () => keepLoggingIn(parents)))
      const enough = async () => {
        while (kept.length + ended.length < before + 12) await sleep(5)
      }
      await Promise.race([enough(), journeys])
      // At a random moment, not after a whole number of calls.
      await sleep(Math.random() * 60)
      isUp = false
      await killEverything()
      await journeys
      await start()

      expect(kept.length + ended.length).toBeGreaterThanOrEqual(before + 12)
      const statuses = async (tokens: string[]) => [...new Set(await Promise.all(tokens.map(accountsStatus)))]
      expect(await statuses(kept)).toEqual([200])
      expect(await statuses(ended)).toEqual([401])
    },
  )

  /** Parents log in one after the other; every third logs out again. Ends when the server no longer answers. */
  async function keepLoggingIn(parents: Parent[]): Promise<void> {
    for (let parent = parents.pop(); parent; parent = parents.pop()) {
      try {
        const token = await logIn(parent)
        if (parent.staysIn) {
          kept.push(token)
          continue
        }
        const reply = await post('/api/auth/customer/logout', {}, token)
        if (reply.ok) ended.push(token)
      } catch (error) {
        if (isUp) throw error
        return
      }
    }
  }
})

type Parent = { email: string; mobile: string; staysIn: boolean }

async function start(): Promise<void> {
  const env = {
    ...process.env,
    ...keptCode,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `${port}`])),
  }
  larkwell = spawn(process.execPath, [inProject('tools', 'start.ts'), '--data', folder], {
    env,
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [larkwell.stdout, larkwell.stderr]) {
    stream?.on('data', (text: Buffer) => (output += text.toString()))
  }
  while (!output.includes('Ctrl-C')) {
    if (larkwell.exitCode !== null) throw new Error(`Larkwell did not start:\n${output}`)
    await sleep(20)
  }
}

async function killEverything(): Promise<void> {
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
  const gone = larkwell ? once(larkwell, 'exit') : undefined
  killTree(larkwell?.pid ?? 0, postmaster)
  await gone
}

async function addParents(round: number): Promise<Parent[]> {
  const access = JSON.parse(await readFile(`${dataDir}.json`, 'utf8')) as { password: string; port: number }
  const client = new Client({ ...access, host: '127.0.0.1', user: 'larkwell', database: 'larkwell' })
  await client.connect()
  const parents = Array.from({ length: 60 }, (_, index) => ({
    email: `crash-${round}-${index}@demo.example`,
    mobile: `+6149${round}${100_100 + index}`,
    staysIn: index % 3 !== 0,
  }))
  for (const { email, mobile } of parents) {
    await client.query(
      `insert into customer (id, email, first_name, last_name, mobile_e164, region, created_at)
       values ($1, $2, 'Casey', 'Crash', $3, 'AU', $4)`,
      [randomUUID(), email, mobile, new Date()],
    )
  }
  await client.end()
  return parents
}

async function logIn({ email, mobile }: Parent): Promise<string> {
  await post('/api/auth/customer/send-otp', { email })
  const query = new URLSearchParams({ to: mobile, kind: 'sms', wait: '30000' })
  const inbox = await fetch(`${sandbox}/_sandbox/api/messages?${query}`)
  const { messages } = (await inbox.json()) as { messages: { code?: string }[] }
  const reply = await post('/api/auth/customer/otp-login', { email, otp: messages[0]?.code })
  if (!reply.ok) throw new Error(`${email} could not log in: ${await reply.text()}`)
  return ((await reply.json()) as { token: string }).token
}

function post(path: string, body: unknown, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(portal + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function accountsStatus(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${portal}/api/portal/customer/accounts`, { headers })).status
}
