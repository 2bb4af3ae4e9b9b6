import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChanges } from '../changes.ts'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { sendSms } from '../sms/send-sms.ts'
import { createInbox } from './inbox.ts'
import type { Message } from './inbox.ts'

const sms = { kind: 'sms' as const, from: '+61480000111', at: '', text: '', links: [] }

describe('the inbox', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await fetch(`${sandbox.url}/_sandbox/api/reset`, { method: 'POST' })
  })

  const read = async (query: string) => {
    const reply = await fetch(`${sandbox.url}/_sandbox/api/messages?${query}`)
    return (await reply.json()) as { messages: Message[]; lastSeq: number; error?: string }
  }
  const texts = async (query: string) => (await read(query)).messages.map(({ text }) => text)
  const send = (To: string, Body: string) => sendSms(sandbox, { To, Body })

  it('lists the newest message first, for one recipient or for all', async () => {
    await send('+61400111222', 'first')
    await send('+61400333444', 'second')
    await send('+61400111222', 'third')
    expect(await texts('')).toEqual(['third', 'second', 'first'])
    expect(await texts('to=%2B61400111222')).toEqual(['third', 'first'])
    expect(await texts('to=+61400111222&kind=sms&limit=1')).toEqual(['third'])
    expect(await texts('kind=email')).toEqual([])
  })

  it('returns what came after a message, given its number or its id', async () => {
    await send('+61400111222', 'first')
    const [first] = (await read('')).messages
    await send('+61400111222', 'second')
    expect(await texts(`after=${first?.seq}`)).toEqual(['second'])
    expect(await texts(`after=${first?.id}`)).toEqual(['second'])
    expect((await read('after=nobody')).error).toContain('after')
  })

  it('lets a reader wait for the next message to a recipient', async () => {
    await send('+61400111222', 'old 111111')
    const waiting = read('to=%2B61400111222&after=1&wait=10000')
    await send('+61400999888', 'not for this reader')
    await send('+61400111222', 'new 222222')
    expect((await waiting).messages).toMatchObject([{ text: 'new 222222', code: '222222', seq: 3 }])
  })

  it('wakes the reader exactly when the message arrives', async () => {
    const inbox = createInbox(createChanges())
    let isAwake = false
    const waiting = inbox.waitFor({ to: '+61400111222' }, new AbortController().signal).then((found) => {
      isAwake = true
      return found
    })
    inbox.add({ ...sms, id: 'SM1', to: '+61400999888' })
    await Promise.resolve()
    expect(isAwake).toBe(false)
    inbox.add({ ...sms, id: 'SM2', to: '+61400111222' })
    expect(await waiting).toMatchObject([{ id: 'SM2' }])
  })

  it('does not wait for existing messages, and times out for those that never come', async () => {
    await send('+61400111222', 'there')
    expect(await texts('wait=10000')).toEqual(['there'])
    expect(await read('after=1&wait=30')).toEqual({ messages: [], lastSeq: 1 })
  })

  it('keeps the last thousand messages', () => {
    const inbox = createInbox(createChanges())
    for (let count = 1; count <= 1002; count += 1) inbox.add({ ...sms, id: `SM${count}`, to: '+61400111222' })
    const all = inbox.list({})
    expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([1000, 'SM1002', 'SM3'])
  })

  it('is cleared without restarting the numbers', async () => {
    await send('+61400111222', 'gone')
    await fetch(`${sandbox.url}/_sandbox/api/messages`, { method: 'DELETE' })
    expect(await read('')).toEqual({ messages: [], lastSeq: 1 })
  })
})
