import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'
import { sendSms } from './sms/send-sms.ts'

describe('the sandbox', () => {
  let folder: string
  let stateFile: string
  let sandbox: Sandbox | undefined

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
    stateFile = join(folder, 'state.json')
  })
  afterEach(async () => {
    await sandbox?.close()
    sandbox = undefined
    rmSync(folder, { recursive: true })
  })

  const start = async (options: Parameters<typeof startSandbox>[0] = {}) => {
    await sandbox?.close()
    sandbox = await startSandbox(options)
    return sandbox
  }
  const read = async (path: string) => (await fetch(`${sandbox?.url}${path}`)).json()
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${sandbox?.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })

  it('keeps its state over a restart, and continues counting', async () => {
    await sendSms(await start({ stateFile }), { To: '+61400111222', Body: 'Code 123456' })
    await post('/_sandbox/api/faults', { provider: 'sms', times: 3, action: 'status:500' })
    await sendSms(sandbox!, { To: '+61400111222' })
    const before = [await read('/_sandbox/api/messages'), await read('/_sandbox/api/faults')]

    await start({ stateFile })
    expect([await read('/_sandbox/api/messages'), await read('/_sandbox/api/faults')]).toEqual(before)
    await fetch(`${sandbox?.url}/_sandbox/api/faults`, { method: 'DELETE' })
    await sendSms(sandbox!, { To: '+61400111222' })
    expect(await read('/_sandbox/api/messages')).toMatchObject({ messages: [{ seq: 2 }, { seq: 1 }] })
    expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toMatchObject({ format: 1 })
  })

  it('does not start on an unreadable snapshot', async () => {
    writeFileSync(stateFile, '{"format":1,"inbox":')
    await expect(startSandbox({ stateFile })).rejects.toThrow('is not a snapshot')
  })

  it('gives the same ids for the same seed, before and after a reset', async () => {
    const idOf = async () =>
      ((await (await sendSms(sandbox!, { To: '+61400111222' })).json()) as { sid: string }).sid
    await start({ seed: 'one' })
    const first = await idOf()
    expect(await idOf()).not.toBe(first)
    await post('/_sandbox/api/reset', {})
    expect(await idOf()).toBe(first)
    await post('/_sandbox/api/reset', { seed: 'two' })
    expect(await idOf()).not.toBe(first)
  })

  it('forgets everything at a reset, and sets the clock on request', async () => {
    await sendSms(await start(), { To: '+61400111222' })
    await post('/_sandbox/api/faults', { provider: 'sms', times: 3, action: 'hang' })
    const reply = await post('/_sandbox/api/reset', { seed: 's', now: '2026-03-20T09:00:00Z' })
    expect(await reply.json()).toMatchObject({ seed: 's', now: expect.stringMatching(/^2026-03-20T09:00:0/) })
    expect(await read('/_sandbox/api/messages')).toEqual({ messages: [], lastSeq: 0 })
    expect(await read('/_sandbox/api/faults')).toMatchObject({ faults: [] })
    expect(await read('/_sandbox/api/requests')).toEqual({ requests: [] })
  })

  it('shows the requests it received, without their secrets', async () => {
    await sendSms(await start(), { To: '+61400111222', Body: 'Hello' })
    expect(await read('/_sandbox/api/requests')).toMatchObject({
      requests: [
        {
          provider: 'sms',
          method: 'POST',
          path: '/2010-04-01/Accounts/ACsandbox/Messages.json',
          status: 201,
          headers: { authorization: 'Basic ••••' },
          body: expect.stringContaining('To=+61400111222'),
        },
      ],
    })
  })

  it('lets no other site change anything', async () => {
    await start()
    const foreign = await post(
      '/_sandbox/api/clock',
      { advance: 'P1D' },
      { origin: 'https://elsewhere.test' },
    )
    expect(foreign.status).toBe(403)
    const own = await post('/_sandbox/api/clock', { advance: 'P1D' }, { origin: sandbox!.url })
    expect(own.status).toBe(200)
  })

  it('notifies an open page of changes', async () => {
    await start()
    const events = await fetch(`${sandbox?.url}/_sandbox/api/events`)
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('retry: 1000\n\n')
    await post('/_sandbox/api/clock', { advance: 'P1D' })
    expect((await reader.read()).value).toBe('data: clock\n\n')
    await reader.cancel()
  })

  it('reports its health, and answers unknown paths with 404', async () => {
    const { smtpUrl } = await start()
    expect(await read('/_sandbox/healthz')).toMatchObject({ status: 'ok', smtpUrl })
    expect((await fetch(`${sandbox?.url}/v1/unknown`)).status).toBe(404)
  })

  it('reports that a port is taken, and leaves nothing open', async () => {
    const { url } = await start()
    await expect(startSandbox({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE')
  })
})
