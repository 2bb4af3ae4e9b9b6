import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from './ports.ts'
import { choosePorts, holdPorts, startOnFreePorts, type StackPorts } from './stack-ports.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function taken(): Promise<string> {
  const server = createServer()
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return String(port)
}

async function hold(ports: StackPorts): Promise<void> {
  const held = await holdPorts(ports, undefined)
  ends.push(() => Promise.all(Object.values(held).map((port) => port.release())))
}

describe('Two copies side by side', () => {
  it('choose different ports, also while neither listens yet', async () => {
    const first = await choosePorts({})
    await hold(first)
    const second = await choosePorts({})
    await hold(second)
    expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(8)
  })

  it('choose again where another copy was faster', async () => {
    const chosen: StackPorts[] = []
    await startOnFreePorts({}, async (ports) => {
      if (chosen.push(ports) === 1) await hold(ports)
      await hold(ports)
    })
    const [first, second] = chosen.map((ports) => Object.values(ports))
    expect(chosen).toHaveLength(2)
    expect(second?.filter((port) => first?.includes(port))).toEqual([])
  })

  it('say so at once where the environment names the port', async () => {
    let count = 0
    const starting = startOnFreePorts({ PORT: await taken() }, async (ports) => {
      count += 1
      await hold(ports)
    })
    await expect(starting).rejects.toThrow(/^PORT: port \d+, meant for the portal, is taken/)
    expect(count).toBe(1)
  })

  it('keep the ports that the environment names', async () => {
    const env = { PORT: '4100', CARD_FRAME_PORT: '4200', SANDBOX_PORT: '4300', SANDBOX_SMTP_PORT: '4400' }
    const ports = { port: 4100, cardFramePort: 4200, sandboxPort: 4300, smtpPort: 4400 }
    expect(await choosePorts(env)).toEqual(ports)
  })

  it('move the card form where its usual port, one after PORT, is named for something else', async () => {
    const { port, cardFramePort, sandboxPort } = await choosePorts({ PORT: '4100', SANDBOX_PORT: '4101' })
    expect([port, sandboxPort]).toEqual([4100, 4101])
    expect([4100, 4101]).not.toContain(cardFramePort)
  })
})

describe('A port that cannot be used', () => {
  it.each([
    ['PORT', 'the portal'],
    ['CARD_FRAME_PORT', 'the card form'],
    ['SANDBOX_PORT', 'the inbox'],
    ['SANDBOX_SMTP_PORT', 'incoming mail'],
  ])('is reported with its setting: %s', async (name, use) => {
    const port = await taken()
    const ports = await choosePorts({ [name]: port })
    await expect(holdPorts(ports, undefined)).rejects.toThrow(
      new RegExp(
        `^${name}: port ${port}, meant for ${use}, is taken by another program\\. Stop it, or leave`,
      ),
    )
  })

  it.each([
    [{ PORT: '4100', SANDBOX_PORT: '4100' }, '- SANDBOX_PORT must be another port than PORT; both are 4100'],
    [{ SANDBOX_SMTP_PORT: 'mail' }, '- SANDBOX_SMTP_PORT must be a whole number from 1 to 65535, not "mail"'],
    [{ PORT: '0', SANDBOX_PORT: 'x' }, '2 settings are wrong'],
    [{ HOST: '203.0.113.7' }, '- HOST must be an address of this machine, not "203.0.113.7" (EADDRNOTAVAIL)'],
  ])('is reported before anything starts: %o', async (env, message) => {
    await expect(choosePorts(env)).rejects.toThrow(message)
  })
})
