import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { sendSms } from '../sms/send-sms.ts'
import type { Rule } from './faults.ts'

describe('switches', () => {
  let sandbox: Sandbox
  let api: string
  beforeAll(async () => {
    sandbox = await startSandbox()
    api = `${sandbox.url}/_sandbox/api`
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await fetch(`${api}/reset`, { method: 'POST' })
  })

  const set = (rule: object) => fetch(`${api}/faults`, { method: 'POST', body: JSON.stringify(rule) })
  const rules = async () => ((await (await fetch(`${api}/faults`)).json()) as { faults: Rule[] }).faults
  const arrived = async () => {
    const { messages } = (await (await fetch(`${api}/messages`)).json()) as { messages: unknown[] }
    return messages.length
  }
  const send = (signal?: AbortSignal) => sendSms(sandbox, { To: '+61400111222' }, { signal })

  it('count down, stay on the list when used up, and then let everything through', async () => {
    const added = await set({ provider: 'sms', times: 2, action: 'status:503' })
    expect(added.status).toBe(201)
    expect(await added.json()).toMatchObject({ times: 2, left: 2, action: 'status:503' })
    expect((await send()).status).toBe(503)
    expect(await rules()).toMatchObject([{ times: 2, left: 1 }])
    expect((await send()).status).toBe(503)
    expect((await send()).status).toBe(201)
    expect(await rules()).toMatchObject([{ times: 2, left: 0 }])
    expect(await arrived()).toBe(1)
  })

  it('end at a moment of the sandbox’s clock, even if some times are left', async () => {
    const { now } = (await (await fetch(`${api}/clock`)).json()) as { now: string }
    const until = new Date(Date.parse(now) + 5 * 60_000).toISOString()
    await set({ provider: 'sms', times: 100, action: 'status:503', until })
    expect((await send()).status).toBe(503)
    await fetch(`${api}/clock`, { method: 'POST', body: JSON.stringify({ advance: 'PT5M' }) })
    expect((await send()).status).toBe(201)
    expect(await rules()).toMatchObject([{ left: 99, until }])
  })

  it.each([
    [500, 20500],
    [503, 20503],
    [429, 20429],
    [401, 20003],
  ])("answer with status %i in the provider's format", async (status, code) => {
    await set({ provider: 'sms', times: 1, action: { status } })
    const reply = await send()
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ code, status })
    expect(await arrived()).toBe(0)
  })

  it('can say whether to retry', async () => {
    await set({ provider: 'sms', times: 1, action: { status: 503, stripeShouldRetry: false } })
    expect((await send()).headers.get('stripe-should-retry')).toBe('false')
  })

  it('delay', async () => {
    await set({ provider: 'sms', times: 1, action: { delayMs: 120 } })
    const started = performance.now()
    expect((await send()).status).toBe(201)
    expect(performance.now() - started).toBeGreaterThan(115)
  })

  it('hang until the caller gives up', async () => {
    await set({ provider: 'sms', times: 1, action: 'hang' })
    await expect(send(AbortSignal.timeout(100))).rejects.toThrow('timeout')
    expect(await arrived()).toBe(0)
  })

  it('drop the connection', async () => {
    await set({ provider: 'sms', times: 1, action: 'drop' })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(await arrived()).toBe(0)
  })

  it('drop the connection after the message was taken', async () => {
    await set({ provider: 'sms', times: 1, action: 'drop', after: true })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(await arrived()).toBe(1)
  })

  it('cut off the JSON of an answer', async () => {
    await set({ provider: 'sms', times: 1, action: 'malformed' })
    const reply = await send()
    expect(reply.status).toBe(201)
    await expect(reply.json()).rejects.toThrow('JSON')
  })

  it('let a text message be accepted and not delivered', async () => {
    await set({ provider: 'sms', times: 1, action: 'smsUndelivered' })
    expect((await send()).status).toBe(201)
    const reply = await fetch(`${api}/messages`)
    expect(await reply.json()).toMatchObject({ messages: [{ status: 'undelivered' }] })
  })

  it.each([
    ['the method', { method: 'get' }, 201],
    ['the method', { method: 'post' }, 500],
    ['the path', { path: '/2010-04-01/*/Messages.json' }, 500],
    ['the path', { path: '/2010-04-01/Accounts' }, 201],
    ['the body', { match: 'To=+61400111222' }, 500],
    ['the body', { match: '+61400999888' }, 201],
  ])('apply only when %s matches: %j', async (_, when, status) => {
    await set({ provider: 'sms', times: 1, action: 'status:500', ...when })
    expect((await send()).status).toBe(status)
  })

  it.each([
    [
      { provider: 'sms', times: 1, action: 'explode' },
      'sms cannot perform "explode"; it can delayMs:<number>',
    ],
    [{ provider: 'sms', times: 1, action: 'constructor' }, 'cannot perform'],
    [{ provider: 'sms', times: 1, action: 'smtp:451' }, 'cannot perform'],
    [{ provider: 'smtp', times: 1, action: 'malformed' }, 'smtp cannot perform'],
    [{ provider: 'sms', times: 1, action: 'status:418' }, 'cannot perform'],
    [{ provider: 'sms', times: 1, action: 'delayMs:soon' }, 'cannot perform'],
    [{ provider: 'sms', times: 1, action: 'hang:9' }, 'cannot perform'],
    [{ provider: 'sms', times: 1 }, '"action" is'],
    [{ provider: 'pigeon', times: 1, action: 'hang' }, '"provider" must be one of sms, stripe'],
    [{ provider: 'sms', times: 0, action: 'hang' }, '"times"'],
    [{ provider: 'sms', times: 1, action: 'hang', url: '/' }, 'unknown field "url"'],
    [{ provider: 'sms', times: 1, action: 'hang', after: 'yes' }, '"after"'],
    [{ provider: 'sms', times: 1, action: 'hang', until: 'soon' }, '"until" must be a date'],
  ])('that are invalid are refused: %j', async (rule, reason) => {
    const reply = await set(rule)
    expect(reply.status).toBe(400)
    expect(((await reply.json()) as { error: string }).error).toContain(reason)
    expect(await rules()).toEqual([])
  })

  it('are removed one by one, or all at once', async () => {
    const first = (await (await set({ provider: 'sms', times: 1, action: 'hang' })).json()) as Rule
    await set({ provider: 'smtp', times: 1, action: 'drop' })
    await set({ provider: 'sms', times: 1, action: 'drop' })
    expect((await fetch(`${api}/faults/${first.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await fetch(`${api}/faults/${first.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await rules()).toHaveLength(2)
    await fetch(`${api}/faults`, { method: 'DELETE' })
    expect(await rules()).toEqual([])
  })
})
