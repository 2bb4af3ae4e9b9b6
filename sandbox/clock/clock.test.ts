import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

type ClockReply = { now: string; realNow: string; offsetMs: number; error?: string }
const day = 86_400_000

describe('the movable clock', () => {
  let folder: string
  let clockFile: string
  let sandboxes: Sandbox[]

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-clock-'))
    clockFile = join(folder, 'clock.json')
    sandboxes = []
  })
  afterEach(async () => {
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
    rmSync(folder, { recursive: true })
  })

  const start = async (file?: string) => {
    const sandbox = await startSandbox({ clockFile: file })
    sandboxes.push(sandbox)
    return sandbox
  }
  const read = async ({ url }: Sandbox) =>
    (await (await fetch(`${url}/_sandbox/api/clock`)).json()) as ClockReply
  const move = async ({ url }: Sandbox, wish: unknown) => {
    const reply = await fetch(`${url}/_sandbox/api/clock`, { method: 'POST', body: JSON.stringify(wish) })
    return { status: reply.status, ...((await reply.json()) as ClockReply) }
  }

  it('shows real time until it is moved', async () => {
    const clock = await read(await start())
    expect(clock.offsetMs).toBe(0)
    expect(Math.abs(Date.parse(clock.now) - Date.now())).toBeLessThan(60_000)
  })

  it('is shared through its file by all its readers, and survives a restart', async () => {
    const first = await start(clockFile)
    const second = await start(clockFile)
    await move(first, { advance: 'P4D' })
    const moved = (await read(second)).offsetMs
    expect(Math.abs(moved - 4 * day)).toBeLessThan(60_000)
    expect(JSON.parse(readFileSync(clockFile, 'utf8'))).toEqual({ offsetMs: moved })

    await move(second, { advance: 'PT1H' })
    expect((await read(first)).offsetMs).toBeGreaterThan(moved)

    await second.close()
    sandboxes = [first]
    expect((await read(await start(clockFile))).offsetMs).toBe((await read(first)).offsetMs)
  })

  it('moves to a time, runs on from there, and can be reset', async () => {
    const sandbox = await start(clockFile)
    const there = await move(sandbox, { now: '2027-02-01T09:00:00+10:00' })
    expect(there.now).toMatch(/^2027-01-31T23:00:0/)
    expect(await move(sandbox, { reset: true })).toMatchObject({ status: 200, offsetMs: 0 })
  })

  it.each([
    [{ advance: 'soon' }, 'ISO 8601'],
    [{ now: '2027-02-01T09:00' }, 'with a zone'],
    [{ now: '2027-13-45' }, 'with a zone'],
    [{}, 'send one of'],
  ])('refuses %j', async (wish, reason) => {
    const sandbox = await start()
    const refused = await move(sandbox, wish)
    expect(refused.status).toBe(400)
    expect(refused.error).toContain(reason)
    expect((await read(sandbox)).offsetMs).toBe(0)
  })
})
