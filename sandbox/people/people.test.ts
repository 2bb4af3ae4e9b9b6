import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createChanges } from '../changes.ts'
import { createClock } from '../clock/clock.ts'
import { createFaults } from '../faults/faults.ts'
import { createIds } from '../ids.ts'
import { createInbox } from '../inbox/inbox.ts'
import { startSandbox } from '../sandbox.ts'
import { createCodes } from './codes.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Something that answers every call in the same way. */
async function answering(status: number, body: object): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sandboxWith(directoryUrl?: string) {
  const sandbox = await startSandbox({ ...(directoryUrl && { directoryUrl }) })
  closing.push(() => sandbox.close())
  const call = async (path: string, body?: object) => {
    const reply = await fetch(`${sandbox.url}/_sandbox/api/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  return call
}

const nowhere = 'http://127.0.0.1:1'
const olivia = { email: 'olivia@demo.example', mobile: '+61491570101', accounts: [] }

describe('The people of a sandbox', () => {
  it.each([
    ['that has no directory', undefined, 'DIRECTORY_URL'],
    ['whose directory is away', nowhere, 'does not answer'],
  ])('are nobody in one %s, and it says why', async (_, url, reason) => {
    const call = await sandboxWith(url)
    const { status, body } = await call('people')
    expect({ status, ...body }).toMatchObject({ status: 200, families: [], guests: [], staff: [] })
    expect(body['reason']).toContain(reason)
    expect((await call('log-in', { email: 'olivia@demo.example' })).body['error']).toContain(reason)
  })

  it('cannot log in while the portal is down', async () => {
    const directory = { portalUrl: nowhere, families: [olivia], guests: [], staff: [] }
    const call = await sandboxWith(await answering(200, directory))
    const { status, body } = await call('log-in', { email: olivia.email })
    expect(status).toBe(503)
    expect(body['error']).toContain('The portal does not answer')
  })

  it('are told what the portal says when it refuses', async () => {
    const portalUrl = await answering(429, { code: 'rate_limited', msg: 'Too many tries.' })
    const call = await sandboxWith(
      await answering(200, { portalUrl, families: [olivia], guests: [], staff: [] }),
    )
    expect(await call('log-in', { email: olivia.email })).toEqual({
      status: 429,
      body: { error: 'The portal refused: Too many tries.' },
    })
  })
})

describe('A code that does not arrive', () => {
  it.each([
    ['a switch for text messages', 'sms', 'A switch makes it fail (sms: status:503).'],
    ['a switch for something else', 'stripe', 'look into the inbox'],
  ])('is explained with %s', async (_, provider, reason) => {
    const changes = createChanges()
    const clock = createClock(undefined, changes)
    const faults = createFaults(createIds('codes'), changes, clock)
    faults.add({ provider, times: 9, action: 'status:503' })
    const tools = { inbox: createInbox(changes), faults, clock, waitMs: 1 }
    const asked = createCodes(tools).ask(await answering(200, {}), '/api/auth/customer/send-otp', olivia)
    await expect(asked).rejects.toMatchObject({ status: 504, message: expect.stringContaining(reason) })
  })
})
